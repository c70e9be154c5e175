import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import type { Page } from 'playwright-core';
import { root } from '../support/sources.ts';
import { expectNoFaults, useBrowser, type WatchedPage } from './browser.ts';
import { signIn } from './console-user.ts';
import { type Journey, startJourney } from './journey-stack.ts';

/*
 * One user goes from an API key to a treasury that is watched on three chains. The tests are the steps of one visit:
 * they share the page, and each step needs the steps before.
 */

/** `UPDATE_PICTURES=1 npm run test:browser` takes the pictures of the README again. */
const PICTURES = join(root, process.env.UPDATE_PICTURES === undefined ? '.local/pictures' : 'docs/pictures');

const openPage = useBrowser();
let journey: Journey;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  journey = await startJourney();
});
afterAll(() => journey?.stop());

let solanaAddress = '';
const evmAddress = Wallet.createRandom().address;
const goTo = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
const row = (...texts: readonly (string | RegExp)[]) =>
  texts.reduce((rows, hasText) => rows.filter({ hasText }), page.locator('main tbody tr'));
const picture = (name: string) => page.screenshot({ path: join(PICTURES, `${name}.png`) });

/** Chooses from a list that opens below its field. */
async function choose(field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: field }).first().click();
  await page.getByRole('option', { name: option }).first().click();
}

/** Marks the document. A reload would lose the mark. */
const markDocument = () => page.evaluate("document.documentElement.dataset.mark = 'same'");
const expectSameDocument = async () =>
  expect(await page.evaluate('document.documentElement.dataset.mark')).toBe('same');

describe('A user of the console', () => {
  it('signs in with a key, and comes to the page of the address', async () => {
    watched = await openPage({ baseURL: journey.baseUrl, viewport: { width: 1280, height: 900 } });
    page = watched.page;
    await page.goto('/console/wallets');
    await signIn(page, journey.apiKey);
    await page.getByRole('heading', { name: /^Wallets/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/wallets');
    await markDocument();
  });

  it('imports wallets from CSV, with an outcome for each row', async () => {
    const rows = [
      `Treasury ETH,${evmAddress},anvil,hot,#3366cc`,
      `Treasury SOL,${journey.solana.newAddress()},solana,hot,#33aa66`,
      `Treasury XRP,${journey.xrpAddress},xrp,cold,#aa6633`,
      'No address,,anvil,,',
    ];
    solanaAddress = rows[1]?.split(',')[1] ?? '';
    await page.getByRole('button', { name: 'Import from CSV' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'wallets.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['label,address,chains,type,color', ...rows].join('\n')),
    });
    await page.getByText('not imported').waitFor();
    await page.getByRole('button', { name: 'Import 3 wallets' }).click();
    await page.getByText('3 of 3 rows. In all 3 created').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await row('Treasury XRP').waitFor();
    expect(await page.locator('main tbody tr').count()).toBe(3);
  });

  it('sees a payment arrive without a reload', async () => {
    await goTo('Transactions');
    await page.getByRole('heading', { name: /^Transactions/ }).waitFor();
    await journey.evm.sendEther(evmAddress, '1.5');
    await row('1.5 ETH').waitFor();
  });

  it('makes a rule from a template, and tests the rule against the payment before saving', async () => {
    await goTo('Rules');
    await page.getByRole('button', { name: 'Create a rule' }).click();
    await choose('Template', 'Customer paid');
    await choose('Transaction', /1\.5 ETH/);
    await page.getByRole('button', { name: 'Test the rule' }).click();
    await page.getByText('The rule matches').waitFor();
    await page.locator('section.detail table').last().scrollIntoViewIfNeeded();
    await picture('rule-test');
    await page.getByRole('button', { name: 'Create the rule' }).click();
    await row('Customer paid').waitFor();
  });

  it('registers a webhook, and sees its secret once', async () => {
    await goTo('Webhooks');
    await page.getByRole('button', { name: 'Register a webhook' }).click();
    await page.getByLabel('URL').fill(journey.receiver.url);
    await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
    await page.getByText(/shows only now/).waitFor();
    await page.getByRole('button', { name: /^I have stored/ }).click();
    await row(journey.receiver.url).waitFor();
  });

  it('sees the alerts of three chains without a reload', async () => {
    await goTo('Alerts');
    await page.getByRole('heading', { name: /^Alerts/ }).waitFor();
    await Promise.all([
      journey.evm.sendEther(evmAddress, '4'),
      journey.solana.sendSol(solanaAddress, '20'),
      journey.payXrp(),
    ]);
    await row('4 ETH').waitFor();
    await row('20 SOL').waitFor();
    await row('200 XRP').waitFor();
    await expectSameDocument();
    await picture('alerts');
  });

  it('sees the delivery fail, replays it, and sees it delivered', async () => {
    await row('4 ETH').getByRole('link').first().click();
    await page.getByText('Failed').first().waitFor();
    await page
      .getByRole('region', { name: 'Alert' })
      .getByRole('link', { name: journey.receiver.url, exact: true })
      .first()
      .click();
    await page.getByText('Accounting is down').first().waitFor();
    await picture('delivery');
    journey.receiver.state.status = 200;
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByRole('region', { name: 'Delivery' }).getByText('Delivered').first().waitFor();
    await expectSameDocument();
  });

  it('adds a destination in Discord, and sees that a test arrives there', async () => {
    await goTo('Destinations');
    await page.getByRole('button', { name: 'Add a destination' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Council');
    await choose('Kind', 'Discord');
    await form.getByLabel('URL').fill('https://discord.com/api/webhooks/1/the-secret');
    await form.getByText('All alerts').waitFor();
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await row('Council', 'Discord', 'All alerts', 'On').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    const detail = page.getByRole('region', { name: 'Destination' });
    await detail.getByText('Show the delivery of the test').waitFor();
    await detail.getByText('Delivered').first().waitFor();
    expect(journey.discord.taken).toEqual([
      { path: '/api/webhooks/1/the-secret', text: expect.stringContaining('Council') },
    ]);
    expect(await page.content()).not.toContain('the-secret');
    await picture('destination');
  });

  it('sees an alert arrive there', async () => {
    await goTo('Deliveries');
    await journey.evm.sendEther(evmAddress, '5');
    await row('received 5 ETH', 'Customer paid', 'Council (Discord)', 'Delivered').waitFor();
    expect(journey.discord.taken[1]?.text).toContain('5 ETH');
  });

  it('sees why the service turned the destination off when Discord has forgotten it', async () => {
    journey.discord.state.status = 404;
    await journey.evm.sendEther(evmAddress, '6');
    await row('Customer paid', 'Council (Discord)', 'Failed').waitFor();
    await goTo('Destinations');
    await row('Council', 'Off', 'The receiver answered 404').waitFor();
    await expectSameDocument();
  });

  it('sees the alert of a payment retracted that a reorganisation removes', async () => {
    await goTo('Alerts');
    await journey.evm.sendEther(evmAddress, '7');
    await row('7 ETH').waitFor();
    expect(await row('7 ETH', 'retracted').count()).toBe(0);
    await journey.reorganise();
    await row('7 ETH', 'retracted').waitFor();
    await expectSameDocument();
  });

  it('has caused no error, no violation of the policy and no request to another origin', async () => {
    await goTo('Overview');
    await page.getByText('Alerts by severity').first().waitFor();
    await picture('overview');
    expectNoFaults(watched);
  });

  it('has left the key in the storage of the session, and nowhere else', async () => {
    const places = await page.evaluate<Record<string, string>>(`(() => ({
      address: location.href,
      local: JSON.stringify({ ...localStorage }),
      cookies: document.cookie,
      page: document.documentElement.outerHTML,
      session: JSON.stringify({ ...sessionStorage }),
    }))()`);
    const withKey = Object.entries(places).filter(([, text]) => text.includes(journey.apiKey));
    expect(withKey.map(([place]) => place)).toEqual(['session']);
  });
});
