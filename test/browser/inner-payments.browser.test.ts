import { expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { newOrganisation } from '../support/api.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();
const Coverages = z.object({ data: z.array(z.looseObject({ innerPayments: z.literal('by_balances') })) });

it.each([
  ['at_once', 21_180_400, 'are seen at once from block 21,180,400 on.'],
  ['by_balances', null, 'are found when the balances are checked.'],
  [null, null, null],
])('The page of a wallet tells how payments inside calls are found: %s', async (innerPayments, from, text) => {
  const { api, apiKey } = await newOrganisation();
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const { id } = await api.ok(routes.createWallet, { body: { label: 'Treasury', address, chains: ['ethereum'] } });
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1600, height: 1200 } });
  const { page } = watched;
  await page.route(/\/api\/wallets\/[^/]+\/coverage/, async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const { data } = Coverages.parse(await response.json());
    const stated = data.map((coverage) => ({ ...coverage, innerPayments, innerPaymentsFrom: from }));
    await route.fulfill({ response, json: { data: stated } });
  });
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, `/wallets?open=${id}`);
  await page.getByText('This chain has not been watched for the wallet yet.').waitFor();
  const said = page.getByText(/Payments that contracts make inside transactions of others (.*)/);
  expect(await said.count()).toBe(text === null ? 0 : 1);
  if (text !== null) expect(await said.textContent()).toContain(text);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expectNoFaults(watched);
});
