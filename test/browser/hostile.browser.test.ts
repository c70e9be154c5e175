import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectNoSidewaysScroll, openConsole, signIn } from './console-user.ts';
import { type FilledOrganisation, filledOrganisation } from './filled-organisation.ts';

/** Each hostile text holds these letters, so that the test finds every place where it shows. */
const MARK = 'h0stile';

const HOSTILE = [
  `<img src=x onerror="document.ran=1">${MARK}<script>document.ran=1</script>`,
  `javascript:document.ran=1//${MARK}"'>`,
  `\u202Egnp.${MARK}\u2066\u200B\u200D\uFEFF`,
  `${MARK}${'W'.repeat(10_000)}`,
  `${MARK}${'a\u0301\u0302\u0303\u0304\u0305\u0306\u0307'.repeat(500)}`,
];

/** The fields that a stranger or a colleague writes, in any answer of the API. */
const WRITTEN = new Set([
  ...['tokenSymbol', 'asset', 'standard', 'methodName', 'notes', 'label', 'name', 'ruleName', 'description'],
  ...[
    'summary',
    'error',
    'responseExcerpt',
    'lastError',
    'disabledReason',
    'failure',
    'explanation',
    'reason',
    'resolutionNote',
  ],
  ...[
    'acknowledgedByName',
    'resolvedByName',
    'subject',
    'before',
    'after',
    'expected',
    'actual',
    'url',
    'type',
    'color',
  ],
]);
/** These have a format, which the service guarantees. */
const FORMATTED = new Set(['acknowledgedAt']);

let turn = 0;
const hostile = (): string => HOSTILE[turn++ % HOSTILE.length] ?? '';

/** The answer with hostile text in every field that a stranger can write. */
function poisoned(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return field === 'tags' ? [hostile()] : value.map((item) => poisoned(item, field));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poisoned(inner, name)]));
  return typeof value === 'string' && WRITTEN.has(field) && !FORMATTED.has(field) ? hostile() : value;
}

async function poisonAnswers(page: Page): Promise<void> {
  // The service itself names the chains.
  await page.route(/\/api\/(?!openapi|chains\?)/, async (route) => {
    // The gateway ends a connection that was idle for a while, which a slow machine may meet in the middle of a call.
    const response = await route.fetch({ maxRetries: 3 });
    if (!response.ok()) return route.fulfill({ response });
    await route.fulfill({ response, json: poisoned(await response.json()) });
  });
}

/** Where foreign text may stand. */
const PLACES = 'bdi.foreign, option, textarea, #top, [class*=awsui_token]';

/**
 * Texts with the mark outside a place for foreign text, and texts with letters that nobody can see. The token of a
 * picker is such a place, as its options are.
 */
const LEAKS = `(() => {
  const leaks = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    if (/[\\u202A-\\u202E\\u2066-\\u2069\\u200B\\uFEFF]/.test(text)) leaks.push('invisible: ' + text.slice(0, 100));
    if (text.includes('${MARK}') && node.parentElement?.closest('${PLACES}') === null)
      leaks.push(node.parentElement?.className + ': ' + text.slice(0, 100));
  }
  return leaks;
})()`;

const openPage = useBrowser();
let filled: FilledOrganisation;
beforeAll(async () => {
  filled = await filledOrganisation();
});

const WIDE = { width: 1200, height: 900 };
const NARROW = { width: 390, height: 844 };

describe('Hostile text in every field that a stranger writes', () => {
  it('runs nothing, overflows nothing, and stays in its place, wide and narrow', async () => {
    const watched = await openPage({ viewport: WIDE });
    const { page } = watched;
    await poisonAnswers(page);
    await page.goto('/console/');
    await signIn(page, filled.apiKey);
    let shown = 0;
    const leaks: string[] = [];
    for (const path of filled.paths) {
      await openConsole(page, path);
      for (const viewport of [NARROW, WIDE]) {
        await page.setViewportSize(viewport);
        await expectNoSidewaysScroll(page, `${path} at ${viewport.width}`);
        leaks.push(...(await page.evaluate<string[]>(LEAKS)).map((leak) => `${path}: ${leak}`));
      }
      shown += await page.locator('bdi.foreign', { hasText: MARK }).count();
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect([...new Set(leaks)]).toEqual([]);
    expect(shown).toBeGreaterThan(100);
    expect(await page.evaluate('document.ran')).toBeUndefined();
    // The form of a rule previews the poisoned rule, and the API refuses it.
    expectNoFaults(watched, [/status of 400 .*\/rules\/preview/]);
  });
});
