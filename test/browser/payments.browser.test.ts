import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { startRecordedLedgers } from '../../local/chains/recorded-ledgers.ts';
import { startStack } from '../../local/cli/local-stack.ts';
import { root } from '../support/sources.ts';
import { expectNoFaults, useBrowser, type WatchedPage } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll, openConsole, signIn } from './console-user.ts';
import { hashAt, newAccount, writeLedgers } from './payment-ledgers.ts';

/*
 * A payment company has one account of the XRP Ledger, and tells its customers apart by tags. The tests are the steps
 * of one visit: they share the page, and each step needs the steps before.
 */

/** The pictures of the last run, for people. */
const PICTURES = join(root, '.local/pictures');

const [COMPANY, PAYER, STRANGER, KEY] = [newAccount(), newAccount(), newAccount(), newAccount()];
const EMPTY = 100;
const PAID = 101;
const HOSTILE = `=HYPERLINK("http://evil.example")\u202Egnp<img src=x onerror="document.ran=1">`;
/** Nobody sees the mark that turns the direction of the text around, so no record holds it. */
const SHOWN = HOSTILE.replace('\u202E', '');
const paying = (amount: string) => new RegExp(`(^|\\D)${amount} XRP`);
const PAYMENTS = [
  {
    from: PAYER,
    to: COMPANY,
    drops: 25_000_000n,
    destinationTag: 7,
    memos: ['Invoice 4711', Buffer.from('ff00', 'hex')],
  },
  { from: PAYER, to: COMPANY, drops: 30_000_000n, destinationTag: 0 },
  { from: PAYER, to: COMPANY, drops: 40_000_000n },
  { from: STRANGER, to: COMPANY, drops: 1_000_000n, destinationTag: 9, memos: [HOSTILE] },
  { from: COMPANY, regularKey: KEY },
  { from: STRANGER, to: PAYER, drops: 5_000_000n, destinationTag: 12, memos: ['Rent for May'] },
];
const BETWEEN_STRANGERS = hashAt(PAID, 5);

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

const openPage = useBrowser();
const pile = new AsyncDisposableStack();
let validate: () => boolean;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'chainwatch-payments-'));
  pile.defer(() => rmSync(folder, { recursive: true, force: true }));
  const [archive, dataDir] = [join(folder, 'ledgers'), join(folder, 'data')];
  for (const each of [archive, dataDir]) mkdirSync(each);
  writeLedgers(archive, EMPTY, [[], PAYMENTS, []]);
  const ledgers = await startRecordedLedgers({ folder: archive, head: EMPTY });
  pile.defer(ledgers.stop);
  validate = () => ledgers.advance();
  const stack = await startStack({
    ...{ port: 0, dataDir, anvil: false, rpc: { xrp: [ledgers.url] }, watch: ['xrp'], log: () => {} },
  });
  pile.defer(stack.stop);
  watched = await openPage({ baseURL: stack.baseUrl, viewport: WIDE, timezoneId: 'UTC', locale: 'en' });
  page = watched.page;
  await page.goto('/console/wallets');
  await signIn(page, stack.apiKey);
});
afterAll(() => pile.disposeAsync());

const main = () => page.locator('main');
const rows = () => main().locator('tbody tr');
const row = (...texts: readonly (string | RegExp)[]): Locator =>
  texts.reduce((found, hasText) => found.filter({ hasText }), rows());
const dialog = () => page.getByRole('dialog');
const detail = (name: string) => page.getByRole('region', { name, exact: true });

/** Expects that what is open can be read at both widths, and takes its pictures. */
async function expectReadable(name: string): Promise<void> {
  for (const viewport of [NARROW, WIDE]) {
    await page.setViewportSize(viewport);
    await expectNoSidewaysScroll(page, `${name} at ${viewport.width}`);
    await expectAccessible(page, `${name} at ${viewport.width}`);
    await page.screenshot({ path: join(PICTURES, `payments-${name}-${viewport.width}.png`) });
  }
}

/** The value that stands below a label in a list of pairs. */
const valuesOf = async (within: Locator, label: string): Promise<string[]> => {
  const names = within.locator('dt', { hasText: new RegExp(`^${label}$`) });
  await names.first().waitFor();
  const values = await names.locator('xpath=following-sibling::dd[1]').allInnerTexts();
  return values.map((value) => value.replace(/\s+/g, ' ').trim());
};

async function addWallet(label: string, tag: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a wallet' }).first().click();
  await dialog().getByLabel('Type').fill('customers');
  await dialog().getByLabel('Label').fill(label);
  await dialog().getByLabel('Address').fill(COMPANY);
  await dialog()
    .getByRole('button', { name: /Chains/ })
    .click();
  await page.getByRole('option', { name: /^XRP Ledger(?! Testnet)/ }).click();
  await page.keyboard.press('Escape');
  await dialog().getByLabel('Destination tag').fill(tag);
}
const submit = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

/** Writes a filter, and waits until the list shows so many rows. */
async function filter(label: string, text: string): Promise<void> {
  await page.getByRole('search').getByLabel(label).fill(text);
  await page.keyboard.press('Enter');
}

describe('A payment company', () => {
  it('adds wallets with tags on one account, of which 0 is one, and one for all other payments', async () => {
    await addWallet('Customer seven', 'seven');
    await submit('Add');
    await dialog().getByText('The tag must be a number from 0 to 4294967295.').waitFor();
    await expectReadable('wallet-form');
    await dialog().getByLabel('Destination tag').fill('7');
    await submit('Add');
    await row('Customer seven').waitFor();
    await addWallet('Customer zero', '0');
    await submit('Add');
    await row('Customer zero').waitFor();
    await addWallet('Everybody else', '');
    await submit('Add');
    await row('Everybody else').waitFor();
    await addWallet('Customer seven again', '7');
    await submit('Add');
    await dialog()
      .getByText(/already/)
      .first()
      .waitFor();
    await submit('Cancel');
    expect(await row('tag 0').count()).toBe(1);
    await expectReadable('wallets');
    await row('Customer seven').getByRole('link').first().click();
    expect(await valuesOf(detail('Wallet'), 'Destination tag')).toEqual(['7']);
    await expectReadable('wallet');
  });

  it('makes a rule for payments without a tag', async () => {
    await openConsole(page, '/rules');
    await page.getByRole('button', { name: 'Create a rule' }).click();
    await page.getByRole('button', { name: /^Rule type/ }).click();
    await page.getByRole('option', { name: 'Any transfer', exact: true }).click();
    await page.getByLabel('Name').fill('Payment without a tag');
    await page.getByRole('button', { name: /^More conditions/ }).click();
    await page.getByLabel(/^Destination tag/).fill('none');
    await expectReadable('rule');
    await page.getByRole('button', { name: 'Create the rule' }).click();
    await row('Payment without a tag').waitFor();
  });

  it('sees each payment in the wallet of its tag', async () => {
    await openConsole(page, '/transactions');
    expect(validate()).toBe(true);
    await row('25 XRP', 'Customer seven').waitFor();
    await row('30 XRP', 'Customer zero').waitFor();
    await row('40 XRP', 'Everybody else').waitFor();
    await row(paying('1'), 'Everybody else').waitFor();
    await expectReadable('transactions');
  });

  it.each([
    ['Destination tag', '0', [/30 XRP/]],
    ['Destination tag', '7', [/25 XRP/]],
    ['Destination tag', 'none', [/40 XRP/, /Everybody else/]],
    ['Reference', 'Invoice 4711', [/25 XRP/]],
    ['Reference', SHOWN, [paying('1')]],
    ['Reference', 'Invoice', []],
  ])('finds payments by %s "%s"', async (label, text, found) => {
    await openConsole(page, '/transactions');
    await page.getByRole('button', { name: /More filters/ }).click();
    await filter(label, text);
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    await main()
      .getByRole('heading', { name: `Transactions (${found.length})` })
      .waitFor();
    for (const each of found) await row(each).first().waitFor();
  });

  it('reads what a payment is for, and a hostile memo is harmless text', async () => {
    await openConsole(page, '/transactions');
    await row('25 XRP').getByRole('link').first().click();
    const paid = detail('Transaction');
    await paid.getByText(/^Customer seven received 25 XRP .*, destination tag 7$/).waitFor();
    expect(await valuesOf(paid, 'Destination tag')).toEqual(['7']);
    expect(await valuesOf(paid, 'Memo')).toEqual(['Invoice 4711', 'FF00 (hex)']);
    await expectReadable('transaction');
    await openConsole(page, '/transactions');
    await row(paying('1'), 'Everybody else').getByRole('link').first().click();
    const [memo = ''] = await valuesOf(detail('Transaction'), 'Memo');
    expect(memo).toBe(SHOWN);
    expect(await page.evaluate('document.ran')).toBeUndefined();
    expect(await detail('Transaction').locator('img').count()).toBe(0);
    await expectReadable('hostile');
  });

  it('reads who gained power over the account', async () => {
    await openConsole(page, '/transactions');
    await row('set its regular key').getByRole('link').first().click();
    const shown = detail('Transaction');
    await shown.getByText(`Everybody else set its regular key to ${KEY.slice(0, 6)}…${KEY.slice(-4)}`).waitFor();
    await shown.getByText('Regular key set').scrollIntoViewIfNeeded();
    await expectReadable('authority');
  });

  it('has one alert, of the payment without a tag', async () => {
    await openConsole(page, '/alerts');
    await row('40 XRP').getByRole('link').first().click();
    const alert = detail('Alert');
    await alert.getByText(/^Everybody else received 40 XRP/).waitFor();
    expect(await valuesOf(alert, 'Destination tag')).toEqual(['None']);
    await expectReadable('alert');
    const reasons = alert
      .getByRole('table', { name: 'Conditions' })
      .locator('tbody tr', { hasText: 'Destination tag' });
    expect(await reasons.locator('td').allInnerTexts()).toEqual(['none', 'none']);
  });

  it('looks up a payment of strangers, with its sentence and its memo', async () => {
    await openConsole(page, '/transactions');
    await page.getByRole('button', { name: 'Look up a hash' }).click();
    await dialog().getByLabel('Hash').fill(BETWEEN_STRANGERS);
    await dialog().getByRole('button', { name: 'Look up' }).click();
    const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;
    await dialog()
      .getByText(`${short(STRANGER)} paid 5 XRP`)
      .waitFor();
    expect(await valuesOf(dialog(), 'Memo')).toEqual(['Rent for May']);
    expect(await valuesOf(dialog(), 'Destination tag')).toEqual(['12']);
    await expectReadable('lookup');
    await dialog().getByLabel('Hash').fill(hashAt(PAID, 0));
    await dialog().getByRole('button', { name: 'Look up' }).click();
    await dialog()
      .getByText(/^Customer seven received 25 XRP/)
      .waitFor();
    expect(await valuesOf(dialog(), 'Memo')).toEqual(['Invoice 4711', 'FF00 (hex)']);
    await expectReadable('lookup-recorded');
  });

  it('has caused no error, no violation of the policy and no request to another origin', () => {
    expectNoFaults(watched, [/status of 409/]);
  });
});
