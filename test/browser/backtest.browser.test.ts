import { expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { addWallet, importInto } from '../api/samples.ts';
import { newOrganisation } from '../support/api.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();

it('A treasurer sees how many alerts a rule would have made in 30 days, and at a larger amount', async () => {
  const { api, apiKey } = await newOrganisation();
  const wallet = await addWallet(api);
  // An hour apart, so that no cooldown silences one. Fixed prices: an ETH is worth thousands of USD.
  for (const [hours, valueDecimal] of ['1', '2', '1000'].entries()) {
    const blockTimestamp = new Date(Date.now() - (hours + 1) * 3_600_000).toISOString();
    await importInto(api, wallet, { blockTimestamp, valueDecimal });
  }
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1600, height: 2600 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/rules?open=new');
  await page.getByRole('button', { name: /^Rule type/ }).click();
  await page.getByRole('option', { name: 'Large transfer' }).click();
  const least = page.getByRole('group', { name: 'Value in USD' }).getByLabel('At least');
  await least.fill('100');
  const compared = page.getByLabel('Compare with at least (USD)');
  expect(await compared.inputValue()).toBe('500');
  await compared.fill('1,000,000');
  await page.getByRole('button', { name: 'Try on the last 30 days' }).click();
  await page.getByText('3 alerts in 30 days; at 1,000,000 USD: 1.').waitFor();
  await page.getByRole('application', { name: 'Alerts per day' }).waitFor();
  await expectAccessible(page, 'a backtest of a rule');
  await least.fill('200');
  await page.getByText('The rule changed since this try.').waitFor();
  const { data: rules } = await api.ok(routes.listRules, { query: {} });
  const { data: events } = await api.ok(routes.listEvents, { query: {} });
  expect([rules, events]).toEqual([[], []]);
  expectNoFaults(watched);
});
