import { expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { newOrganisation } from '../support/api.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, openConsole, signIn } from './console-user.ts';

const SINCE = '2026-03-01T11:00:00.000Z';
const openPage = useBrowser();

it.each([
  ['coverage', '/coverage', 'Delayed since'],
  ['overview', '/', 'USD values are delayed since'],
])('The page %s says since when the USD values of a chain are delayed', async (_name, path, text) => {
  const { api, apiKey } = await newOrganisation();
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  await api.ok(routes.createWallet, { body: { label: 'Treasury', address, chains: ['ethereum'] } });
  const watched = await openPage({ timezoneId: 'UTC', viewport: { width: 1600, height: 1200 } });
  const { page } = watched;
  await page.route(/\/api\/chains\/ethereum\/coverage/, async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const coverage = z.looseObject({ valuesDelayedSince: z.null() }).parse(await response.json());
    await route.fulfill({ response, json: { ...coverage, valuesDelayedSince: SINCE } });
  });
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, path);
  // No other chain has delayed values.
  const said = page.locator('main').getByText(text);
  await said.first().waitFor();
  expect(await said.count()).toBe(1);
  const time = page.locator(`main time[datetime="${SINCE}"]`);
  expect(await time.count()).toBe(1);
  expect(await time.getAttribute('title')).toBe('2026-03-01 11:00:00 UTC');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expectNoFaults(watched);
});

it('The page coverage says which prices the USD values use', async () => {
  const { apiKey } = await newOrganisation();
  const watched = await openPage();
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/coverage');
  await page.getByText('fixed prices of this local stack, the same every day: 1 ETH is 2,500 USD').waitFor();
  expectNoFaults(watched);
});

it('The page coverage begins with a chain of a wallet that nobody records, and folds what no wallet uses', async () => {
  const { api, apiKey } = await newOrganisation();
  // No other test of the stack scans this chain.
  const address = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
  await api.ok(routes.createWallet, { body: { label: 'Treasury', address, chains: ['solana-devnet'] } });
  const watched = await openPage({ viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/coverage');
  const rows = page.locator('main tbody tr');
  await rows.first().getByText('1 wallet, not recorded').waitFor();
  const shown = await rows.count();
  const others = page.getByRole('button', { name: /^\d+ chains that no wallet uses$/ });
  const folded = Number.parseInt((await others.textContent()) ?? '', 10);
  await others.click();
  await rows.nth(shown + folded - 1).waitFor();
  expect(await rows.count()).toBe(shown + folded);
  await expectAccessible(page, 'the coverage');
  expectNoFaults(watched);
});
