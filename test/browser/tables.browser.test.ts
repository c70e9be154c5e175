import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { routes } from '../../functions/routes.ts';
import { memo } from '../../lib/values/memo.ts';
import { addRule, addWallet, evmHash, importInto } from '../api/samples.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();
const WIDTHS = [1440, 1024];

/** An organisation with long names, and with two payments: one that two rules match, and one that three rules match. */
const longNames = memo(async () => {
  const { api, apiKey } = await newOrganisation();
  const wallet = await addWallet(api, { label: 'Kraken deposit', type: 'exchange', tags: ['operations'] });
  const rules: [string, object][] = [
    ['Any payment', {}],
    ['Large payment', { ruleType: 'token_transfer', conditions: { token_symbol: 'ETH', amount: { gte: '1' } } }],
    ['Payment above ten', { ruleType: 'token_transfer', conditions: { token_symbol: 'ETH', amount: { gte: '10' } } }],
  ];
  for (const [name, more] of rules) await addRule(api, { name, cooldownMinutes: 0, ...more });
  for (const valueDecimal of ['5', '20']) await importInto(api, wallet, { valueDecimal });
  await eventually(
    async () => (await api.ok(routes.listEvents)).meta.total,
    (total) => total === 5,
  );
  const url = `http://127.0.0.1:9/de/ad/${'0123456789abcdef'.repeat(4)}`;
  const body = { url, events: ['alert.fired'], description: 'Accounting' };
  const webhook = await api.ok(routes.createWebhook, { body });
  await api.ok(routes.testWebhook, { params: { id: webhook.id } });
  // Without a description its URL is its name.
  await api.ok(routes.createWebhook, { body: { url: 'http://127.0.0.1:4952/dead', events: ['alert.fired'] } });
  return { apiKey, webhook, wallet, url };
});

async function visit(apiKey: string, width: number) {
  const watched = await openPage({ locale: 'en-US', viewport: { width, height: 900 } });
  await watched.page.goto('/console/');
  await signIn(watched.page, apiKey);
  return watched;
}

/** The words of tables and details of which a part stands on another line, but for addresses and other long tokens. */
const BROKEN = `[...document.querySelectorAll('main td, main th, .detail')].flatMap((place) => {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    for (const { 0: word, index } of text.data.matchAll(/[^\\s/-]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (word.length <= 20 && lines.size > 1) broken.push(word);
    }
  }
  return broken;
})`;

/** The headers of columns that reach beyond their list. */
const CUT_OFF = `[...document.querySelectorAll('main .list')].flatMap((list) =>
  [...list.querySelectorAll('thead th')]
    .filter((each) => each.getBoundingClientRect().right > list.getBoundingClientRect().right)
    .map((each) => each.textContent))`;

/** The sentences of rules of which a line is cut off. */
const CUT_SENTENCES = `[...document.querySelectorAll('main .says')]
  .filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
    scrollHeight > clientHeight || scrollWidth > clientWidth)
  .map(({ textContent }) => textContent)`;
const nothing = (found: readonly string[]): boolean => found.length === 0;

const expectWhole = async (page: Page) => {
  const found = async () => ({
    broken: await page.evaluate<string[]>(BROKEN),
    cutOff: await page.evaluate<string[]>(CUT_OFF),
  });
  await eventually(found, ({ broken, cutOff }) => broken.length + cutOff.length === 0, 10);
};

describe('A list and the detail beside the list', () => {
  it.each(WIDTHS)('show every column, and break no word, in a window of %d pixels', async (width) => {
    const { apiKey, webhook, wallet } = await longNames();
    const watched = await visit(apiKey, width);
    const { page } = watched;
    const opened = [`/webhooks?open=${webhook.id}`, `/wallets?open=${wallet.id}`];
    for (const path of ['/wallets', '/webhooks', '/rules', '/alerts?view=all', '/transactions', ...opened]) {
      await openConsole(page, path);
      await page.locator('main tbody a').first().waitFor();
      if (path.includes('open=')) await page.locator('.detail dd').first().waitFor();
      await expectWhole(page);
    }
    expectNoFaults(watched);
  });

  it('cut off the end of a long URL, and the title has all of the URL', async () => {
    const { apiKey, url } = await longNames();
    const watched = await visit(apiKey, 1440);
    const { page } = watched;
    await openConsole(page, '/webhooks');
    const cell = page.locator('main td').getByTitle(url);
    await cell.waitFor();
    const hidden = `[...document.querySelectorAll('main td [title="${url}"]')]
      .map((each) => each.scrollWidth - each.clientWidth)`;
    const [pixels = 0] = await page.evaluate<number[]>(hidden);
    expect(pixels).toBeGreaterThan(0);
    expect((await cell.boundingBox())?.height).toBeLessThan(30);
    expectNoFaults(watched);
  });
});

describe('The reasons of an alert', () => {
  it('fit into the detail, with short addresses and amounts', async () => {
    const { api, apiKey } = await newOrganisation();
    const wallet = await addWallet(api);
    const [stranger = '', other = ''] = ['0x52908400098527886E0F7030069857D2E4169EE7', `0x${'ab'.repeat(20)}`];
    const conditions = {
      ...{ token_symbol: 'ETH', amount: { gte: '1000' } },
      ...{ counterparty_in: [stranger], counterparty_not_in: [other] },
    };
    await addRule(api, { ruleType: 'token_transfer', conditions });
    await importInto(api, wallet, { valueDecimal: '8909.999757762922869' });
    await eventually(
      () => api.ok(routes.listEvents),
      ({ meta }) => meta.total === 1,
    );
    const watched = await visit(apiKey, 1440);
    const { page } = watched;
    await openConsole(page, '/alerts?view=all');
    await page.locator('main tbody a').first().click();
    const table = page.getByRole('table', { name: 'Conditions' });
    await table.getByText('8,910', { exact: true }).waitFor();
    await table.getByTitle('8,909.999757762922869').waitFor();
    await table.getByText('0x5290…9EE7', { exact: true }).first().waitFor();
    const hidden = `(() => {
      const right = Math.max(...[...document.querySelectorAll('[aria-label=Conditions] :is(th, td)')]
        .map((each) => each.getBoundingClientRect().right));
      return Math.max(0, Math.round(right - document.querySelector('.detail').getBoundingClientRect().right));
    })()`;
    expect(await page.evaluate<number>(hidden)).toBe(0);
    expectNoFaults(watched);
  });
});

describe('The list of rules', () => {
  it('has at most three lines for each rule in a window of 1440 pixels, and shows each exception', async () => {
    const { api, apiKey } = await newOrganisation();
    const wallet = await addWallet(api);
    const conditions = {
      token_symbol: 'ETH',
      amount: { gte: '1000', lt: '2000000' },
      counterparty_in: ['own_wallets'],
    };
    await addRule(api, { name: 'A usual name of a rule', ruleType: 'token_transfer', conditions });
    await addRule(api, { name: 'Every payment', cooldownMinutes: 60 });
    await api.ok(routes.createAddressList, { body: { name: 'exchanges', purpose: 'allow' } });
    await addRule(api, {
      ...{ name: 'Cold storage pays', ruleType: 'large_transfer', wallets: { types: ['cold'] } },
      conditions: {
        ...{ side: 'sends', other_end: 'any', value_usd: { gt: 50_000 } },
        counterparty_not_in: ['list:exchanges'],
      },
    });
    const body = { url: 'http://127.0.0.1:9/', events: ['alert.fired'], description: 'Books' };
    const { id } = await api.ok(routes.createWebhook, { body });
    await api.ok(routes.testWebhook, { params: { id } });
    for (const valueDecimal of ['5', '20']) await importInto(api, wallet, { valueDecimal });
    await eventually(
      () => api.ok(routes.listRules),
      ({ data }) => data.some(({ suppressedCount }) => suppressedCount > 0),
    );
    const watched = await visit(apiKey, 1440);
    const { page } = watched;
    await openConsole(page, '/rules');
    const rows = page.locator('main tbody tr');
    await rows.filter({ hasText: 'suppressed' }).waitFor();
    await rows.getByTitle('Books fails').first().waitFor();
    const heights: (number | undefined)[] = [];
    for (const row of await rows.all()) heights.push((await row.boundingBox())?.height);
    expect(heights.filter((height = 100) => height > 82)).toEqual([]);
    await expectWhole(page);
    await eventually(() => page.evaluate<string[]>(CUT_SENTENCES), nothing);
    // In a small window the detail has the buttons, and the exception of a rule can still be read.
    await page.setViewportSize({ width: 1024, height: 900 });
    await page.getByRole('button', { name: 'Disable Cold storage pays' }).waitFor({ state: 'detached' });
    await eventually(() => page.evaluate<string[]>(CUT_SENTENCES), nothing);
    await expectWhole(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'Cold storage pays' }).click();
    await page.locator('.detail').getByRole('button', { name: 'Disable' }).waitFor();
    await eventually(() => page.evaluate<string[]>(CUT_SENTENCES), nothing);
    expectNoFaults(watched);
  });
});

describe('A payment that several rules match', () => {
  it('names two rules, and of three rules names one and counts the others', async () => {
    const { apiKey } = await longNames();
    const watched = await visit(apiKey, 1440);
    const { page } = watched;
    await openConsole(page, '/alerts?view=all');
    const chips = (amount: string) => page.locator('main tbody tr', { hasText: amount }).locator('.chips > *');
    await chips('5 ETH').nth(1).waitFor();
    expect(await chips('received 5 ETH').count()).toBe(2);
    for (const chip of await chips('received 5 ETH').all())
      expect((await chip.boundingBox())?.width).toBeGreaterThan(40);
    await chips('20 ETH').getByText('+2', { exact: true }).waitFor();
    // The list beside a detail has no room for names.
    await page.locator('main tbody a', { hasText: '20 ETH' }).click();
    const row = (amount: string) => page.locator('main tbody tr', { hasText: amount });
    await row('received 20 ETH').getByText('+2 more rules').waitFor();
    await row('received 5 ETH').getByText('+1 more rule').waitFor();
    expectNoFaults(watched);
  });
});

describe('The list of transactions', () => {
  it('counts records and rows, states USD once in a row, and has its filters in one line', async () => {
    const { api, apiKey } = await newOrganisation();
    const [payer, payee] = [await addWallet(api, { label: 'Payer' }), await addWallet(api, { label: 'Payee' })];
    const rule = await addRule(api, { name: 'Any payment', cooldownMinutes: 0 });
    const both = { hash: evmHash(), fromAddress: payer.address, toAddress: payee.address };
    for (const wallet of [payer, payee]) await importInto(api, wallet, both);
    const { data } = await eventually(
      () => api.ok(routes.listEvents),
      ({ meta }) => meta.total === 2,
    );
    const watched = await visit(apiKey, 1440);
    const { page } = watched;
    await openConsole(page, '/transactions');
    await page.getByRole('heading', { name: 'Transactions (2 records in 1 row)' }).waitFor();
    const row = page.locator('main tbody tr');
    expect((await row.textContent())?.match(/USD/g)).toHaveLength(1);
    const labels = page.locator('main .filters.usual label');
    const tops: (number | undefined)[] = [];
    for (const label of await labels.all()) tops.push((await label.boundingBox())?.y);
    expect(tops.length).toBeGreaterThanOrEqual(4);
    expect(new Set(tops).size).toBe(1);
    await row.getByRole('link').first().click();
    const detail = page.getByRole('region', { name: 'Transaction' });
    await detail.getByText('For Payee').waitFor();
    await detail.getByRole('link', { name: rule.name }).first().click();
    await page.waitForURL(/alerts\?open=/);
    const opened = await page.evaluate<string>("new URLSearchParams(location.search).get('open')");
    expect(data.map(({ id }) => id)).toContain(opened);
    expectNoFaults(watched);
  });
});
