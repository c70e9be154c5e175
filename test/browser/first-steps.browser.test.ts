import { afterAll, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { routes } from '../../functions/routes.ts';
import { WALLET_COLOURS } from '../../sdk/wallet-colours.ts';
import { evmAddress } from '../api/samples.ts';
import { closeAll, receiver } from '../platform/outbound/receiver.ts';
import { newOrganisation } from '../support/api.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();
afterAll(closeAll);

/** A newcomer gives up when the way is longer. */
const MOST_CLICKS = 25;

it('a new organisation comes from the sign-in to a message that arrived in few clicks', async () => {
  const { url, received } = await receiver((response) => response.end('ok'));
  const { api, apiKey } = await newOrganisation();
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks++;
    await target.first().click();
  };
  const link = (name: string | RegExp) => page.getByRole('link', { name });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const dialog = page.getByRole('dialog');
  const done = (what: string) => page.getByRole('listitem').getByText(what).waitFor();
  /** The notice of a step leads on, so that nobody has to find the steps again. */
  const next = (step: string) => click(link(step));

  await page.goto('/console/');
  await page.getByLabel('API key').fill(apiKey);
  await click(button('Sign in'));
  await page.getByText('(0 of 5)').waitFor();
  // The steps say it, and nothing says it again.
  expect(await page.getByText('Does anything need you?').count()).toBe(0);
  await expectAccessible(page, 'the first steps');

  await click(link('Add a wallet'));
  await click(dialog.getByRole('button', { name: 'Add', exact: true }));
  await dialog.getByText('is required').nth(2).waitFor();
  expect(await dialog.getByText('at least 1 character').count()).toBe(0);
  expect(await dialog.getByLabel('External id').isVisible()).toBe(false);
  await dialog.getByText('No type is chosen yet.').waitFor();
  await dialog.getByLabel('Type').fill('Cold');
  await dialog.getByText('Chosen: cold, the first wallet of this type.').waitFor();
  await expectAccessible(page, 'the form of a first wallet');
  await dialog.getByLabel('Label').fill('Treasury');
  await dialog.getByLabel('Address').fill(evmAddress());
  await click(dialog.getByRole('button', { name: /^Chains/ }));
  await click(page.getByRole('option', { name: /^Anvil/ }));
  await page.keyboard.press('Escape');
  await click(dialog.getByRole('button', { name: 'Add', exact: true }));
  await dialog.waitFor({ state: 'detached' });
  // A destination for cold wallets must not miss this wallet, so the usual type takes the place of what was typed.
  expect((await api.ok(routes.listWallets)).data).toMatchObject([{ type: 'cold', color: WALLET_COLOURS[0] }]);

  await expectAccessible(page, 'the notice that leads on');
  await next('say where to tell you');
  await page.getByRole('dialog', { name: 'Add a destination' }).waitFor();
  await click(dialog.getByRole('button', { name: 'Cancel' }));
  await click(page.getByRole('link', { name: 'Overview', exact: true }));
  await done('A wallet is watched');
  await click(link('register a webhook'));
  await dialog.getByLabel('URL').fill(url);
  await click(dialog.getByRole('button', { name: 'Register' }));
  await click(button('I have stored the secret'));
  await next('make a rule from a template');
  await click(button(/^Template/));
  await click(page.getByRole('option', { name: 'Cold storage pays' }));
  await page.getByText('A wallet pays at least 50,000 USD to anybody', { exact: true }).first().waitFor();
  await page.getByText('It fires also while nobody knows the value.').waitFor();
  await page.getByText('There are no transactions yet.').waitFor();
  await click(button('Create the rule'));
  await page.getByText('Choose the wallets for “Cold storage”, or “All wallets”.').waitFor();
  await expectAccessible(page, 'the wallets that a template asks for');
  await page.keyboard.press('Enter');
  await click(page.getByRole('option', { name: /^Treasury/ }));
  await page.keyboard.press('Escape');
  await click(button('Create the rule'));
  await page.getByText(/is created and active/).waitFor();
  await next('send a test message');
  await done('Chainwatch knows where to tell you');
  await done('A rule says what is worth an alert');

  await page.getByText('It is no alert: it shows that messages arrive.').waitFor();
  await click(button('Send a test message'));
  await done('A message has arrived');
  expect(received.map(({ body }) => JSON.parse(String(body)).event)).toEqual(['ping']);
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
  // The form was sent empty once.
  expectNoFaults(watched, [/status of 400/]);
});

it('an e-mail address in the settings is a place to tell somebody, and leads on', async () => {
  const { apiKey } = await newOrganisation();
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/settings');
  await page.getByLabel('New address').fill('duty@example.com');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('The address is added. Its recipient has to confirm.').waitFor();
  await page.getByRole('link', { name: 'add a wallet' }).click();
  await page.getByRole('dialog', { name: 'Add a wallet' }).waitFor();
  await openConsole(page, '/');
  await page.getByRole('listitem').getByText('Chainwatch knows where to tell you').waitFor();
  await page.getByText('(1 of 5)').waitFor();
  expectNoFaults(watched);
});
