import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { newOrganisation } from '../support/api.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll } from './console-user.ts';

const openPage = useBrowser();

const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate("[...document.querySelectorAll('a[href]')].map(({ href }) => href)");

describe('/docs/', () => {
  it('renders the operations of the API, and loads nothing from another origin', async () => {
    const watched = await openPage();
    const { page } = watched;
    await page.goto('/docs/');
    await page.getByRole('heading', { name: 'Chainwatch', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'List transactions' }).click();
    await page.getByRole('heading', { name: 'List transactions' }).waitFor();
    for (const offered of [/Ask AI|Agent/, /MCP/, /Share/, /Deploy/, /Open API Client/]) {
      expect(await page.getByText(offered).filter({ visible: true }).count()).toBe(0);
    }
    expectNoFaults(watched);
  });

  it('has the search of the guides in place of its own, and leads to an operation and to a guide', async () => {
    const watched = await openPage();
    const { page } = watched;
    await page.goto('/docs/');
    await page.getByRole('heading', { name: 'Quick start' }).waitFor();
    expect(await page.getByRole('button', { name: /search/i }).count()).toBe(0);
    await page.keyboard.press('/');
    await page.keyboard.type('rotate secret');
    const results = page.getByRole('search');
    await results.getByText('POST /api/webhooks/{id}/rotate-secret').click();
    await page.getByRole('button', { name: 'Test Request (post /api/webhooks/{id}/rotate-secret)' }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('retries');
    await results.getByText('Retries', { exact: true }).click();
    await page.waitForURL('**/docs/guides/webhooks.html#retries');
    expectNoFaults(watched);
  });

  it('begins with three calls, which work with a key of the reader', async () => {
    const { apiKey } = await newOrganisation();
    const watched = await openPage();
    const { page } = watched;
    await page.goto('/docs/');
    await page.getByRole('heading', { name: 'Quick start' }).waitFor();
    const place = await page.getByRole('heading', { name: 'Quick start' }).boundingBox();
    expect(place?.y).toBeLessThan(300);
    const calls = page.locator('pre, .scalar-code-block').filter({ hasText: 'YOUR_API_KEY' });
    const commands = [...new Set(await calls.allInnerTexts())];
    expect(commands).toHaveLength(3);
    const answers: unknown[] = [];
    for (const command of commands) {
      const { stdout } = await promisify(execFile)('bash', ['-c', command.replaceAll('YOUR_API_KEY', apiKey)]);
      answers.push(JSON.parse(stdout));
    }
    expect(answers).toMatchObject([
      { label: 'Treasury', chains: ['anvil'] },
      { ruleType: 'large_transfer' },
      { meta: { total: 0 } },
    ]);
    expectNoFaults(watched);
  });

  it('sends the request of a reader to its own origin, and keeps the API key in memory alone', async () => {
    const { apiKey } = await newOrganisation();
    const watched = await openPage();
    const { page } = watched;
    await page.goto('/docs/#tag/api-keys/GET/api/me');
    await page.getByPlaceholder('Token').first().fill(apiKey);
    await page.getByRole('button', { name: 'Test Request (get /api/me)' }).click();
    const answer = page.waitForResponse('/api/me');
    await page.getByRole('button', { name: 'Send get request' }).click();
    expect((await answer).status()).toBe(200);
    const stored = '[JSON.stringify([localStorage, sessionStorage]), location.href, document.cookie].join()';
    expect(await page.evaluate(stored)).not.toContain(apiKey);
    expect(await page.evaluate('indexedDB.databases()')).toEqual([]);
    expectNoFaults(watched);
  });

  it('sends no filter that the reader has not chosen', async () => {
    const { apiKey } = await newOrganisation();
    const watched = await openPage();
    const { page } = watched;
    await page.goto('/docs/#tag/alert-rules/GET/api/alerts/rules');
    await page.getByPlaceholder('Token').first().fill(apiKey);
    await page.getByRole('button', { name: 'Test Request (get /api/alerts/rules)' }).click();
    const answer = page.waitForResponse(/\/api\/alerts\/rules/);
    await page.getByRole('button', { name: 'Send get request' }).click();
    expect(new URL((await answer).url()).search).toBe('');
    expectNoFaults(watched);
  });

  it('names the types of rules by their titles', async () => {
    const { page } = await openPage();
    await page.goto('/docs/#tag/alert-rules/POST/api/alerts/rules');
    await page
      .getByRole('button', { name: /Any transfer/ })
      .first()
      .waitFor();
    expect(await page.getByText(/^One of\s*object/).count()).toBe(0);
  });
});

describe('The guides', () => {
  it('lie between the reference and the console: a reader walks through all', async () => {
    const watched = await openPage({ viewport: { width: 1440, height: 900 } });
    const { page } = watched;
    await page.goto('/docs/');
    await page.getByRole('link', { name: 'The guides' }).click();
    await page.getByText('A rule of each type, as the API takes it').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Rules by example' }).click();
    await page.getByRole('heading', { name: 'Rules by example', level: 1 }).waitFor();
    // The window is wide, so the contents stand open beside the text.
    await page.getByRole('link', { name: 'Large transfer', exact: true }).first().click();
    await page.getByText('A wallet pays at least 100,000 USD to somebody outside.').waitFor();
    await page.getByRole('link', { name: 'The API reference' }).click();
    await page.getByRole('heading', { name: 'Quick start' }).waitFor();
    await page.getByRole('navigation', { name: 'Chainwatch' }).getByRole('link', { name: 'Console' }).click();
    await page.getByRole('heading', { name: 'Sign in to Chainwatch' }).waitFor();
    expectNoFaults(watched);
  });

  it('have a search over guides and reference, which a reader uses by the keyboard alone', async () => {
    const watched = await openPage();
    const { page } = watched;
    await page.goto('/docs/guides/');
    await page.keyboard.press('/');
    await page.keyboard.type('retries');
    await page.getByRole('search').getByText('Retries', { exact: true }).waitFor();
    await expectAccessible(page, 'the search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/guides/webhooks.html#retries');
    await page.keyboard.press('/');
    await page.keyboard.type('rotate secret');
    await page.getByText('POST /api/webhooks/{id}/rotate-secret').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('POST /api/webhooks/{id}/rotate-secret').waitFor({ state: 'detached' });
    expectNoFaults(watched);
  });

  it('copy a block of code, and lead on to the next guide and to the reference of an endpoint', async () => {
    const watched = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = watched;
    await page.goto('/docs/guides/first-alert.html');
    const copy = page.getByRole('button', { name: 'Copy' }).first();
    const code = await page.locator('.code pre').first().boundingBox();
    const place = await copy.boundingBox();
    // The button covers no code.
    expect((code?.x ?? 0) + (code?.width ?? Number.NaN)).toBeLessThanOrEqual(place?.x ?? Number.NaN);
    await copy.click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm ci && npm start\n');
    await page.getByRole('link', { name: 'Next A treasury in ten minutes' }).click();
    await page.getByRole('heading', { name: 'A treasury in ten minutes', level: 1 }).waitFor();
    await page.goto('/docs/guides/first-alert.html');
    await page.getByRole('link', { name: 'GET /api/me' }).click();
    await page.getByRole('button', { name: 'Test Request (get /api/me)' }).waitFor();
    expectNoFaults(watched);
  });

  it('are accessible, fit a telephone, and have no link that leads nowhere', async () => {
    const watched = await openPage({ viewport: { width: 390, height: 844 } });
    const { page } = watched;
    await page.goto('/docs/guides/');
    const guides = (await linksOf(page)).filter((href) => href.endsWith('.html'));
    expect(guides.length).toBeGreaterThanOrEqual(7);
    const { origin } = new URL(page.url());
    const links = new Set<string>();
    for (const url of [page.url(), ...guides]) {
      await page.goto(url);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page, `${url} ${colorScheme}`);
      }
      await expectNoSidewaysScroll(page, url);
      for (const link of await linksOf(page))
        if (new URL(link).origin === origin) links.add(link.split('#')[0] ?? link);
    }
    for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
    expectNoFaults(watched);
  });
});
