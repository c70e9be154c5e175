import { expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { addWallet, evmAddress, importInto } from '../api/samples.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();

it('A treasurer names the account of an exchange and own wallets, to which large payments make no alert', async () => {
  const { api, apiKey } = await newOrganisation();
  const cold = await addWallet(api, { label: 'Cold vault', type: 'cold' });
  const exchange = evmAddress();
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1600, height: 2400 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/rules?open=new');
  await page.getByRole('button', { name: /^Template/ }).click();
  await page.getByRole('option', { name: 'Cold storage pays' }).click();
  await page.getByRole('checkbox', { name: 'All wallets' }).check();
  const except = page.getByLabel('Counterparty is none of');
  await except.fill(exchange);
  await except.press('Enter');
  await except.click();
  await page.getByRole('option', { name: 'Own wallets' }).click();
  await page.getByRole('button', { name: 'Remove Own wallets' }).waitFor();
  await expectAccessible(page, 'the counterparties of a rule');
  await page.getByRole('button', { name: 'Create the rule' }).click();
  await page.getByText(/is created and active/).waitFor();
  const { data: rules } = await api.ok(routes.listRules, { query: {} });
  expect(rules.map(({ conditions }) => conditions)).toEqual([
    expect.objectContaining({ side: 'sends', counterparty_not_in: [exchange, 'own_wallets'] }),
  ]);

  const pays = (toAddress: string) =>
    importInto(api, cold, { fromAddress: cold.address, toAddress, valueDecimal: '100' });
  await pays(exchange);
  const stranger = await pays(evmAddress());
  const { data: events } = await eventually(
    () => api.ok(routes.listEvents, { query: {} }),
    ({ data }) => data.length > 0,
  );
  expect(events.map(({ transactionId }) => transactionId)).toEqual([stranger.id]);
  expectNoFaults(watched);
});

it('A guard names an address list and pasted addresses in a rule about flagged addresses', async () => {
  const { api, apiKey } = await newOrganisation();
  await api.ok(routes.createAddressList, { body: { name: 'sanctioned', purpose: 'deny' } });
  await addWallet(api);
  const permissions = ['clipboard-read', 'clipboard-write'];
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1600, height: 2400 }, permissions });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/rules?open=new');
  await page.getByLabel('Name').fill('Flagged');
  await page.getByRole('button', { name: /^Rule type/ }).click();
  await page.getByRole('option', { name: 'Address blacklist' }).click();
  const field = page.getByRole('combobox', { name: /^Addresses/ });
  await field.click();
  expect(await page.getByRole('option', { name: 'Own wallets' }).count()).toBe(0);
  await page.getByRole('option', { name: /The list sanctioned/ }).click();
  const pasted = [evmAddress(), evmAddress()];
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(pasted.join('\n'))})`);
  await field.press('Control+v');
  await page.getByRole('button', { name: `Remove ${pasted[1]}` }).waitFor();
  await page.getByRole('button', { name: 'Create the rule' }).click();
  await page.getByText(/is created and active/).waitFor();
  const { data: rules } = await api.ok(routes.listRules, { query: {} });
  expect(rules.map(({ conditions }) => conditions)).toEqual([{ addresses: ['list:sanctioned', ...pasted] }]);
  expectNoFaults(watched);
});

it('A treasurer finds the account of an exchange by its label, and no other text counts', async () => {
  const { api, apiKey } = await newOrganisation();
  const exchange = evmAddress();
  await api.ok(routes.createBookEntry, { body: { address: exchange, label: 'Our account at Kraken' } });
  await addWallet(api);
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1600, height: 2400 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/rules?open=new');
  await page.getByLabel('Name').fill('Large payments out');
  await page.getByLabel('At least').first().fill('50000');
  const except = page.getByLabel('Counterparty is none of');
  const chips = page.getByRole('button', { name: /^Remove / });

  await except.fill('Krak');
  await page.getByRole('option', { name: /Our account at Kraken/ }).waitFor();
  await page.getByRole('heading', { name: 'Conditions' }).click();
  await page.getByText('“Krak” is no address').waitFor();
  await page.getByText(/No preview yet/).waitFor();
  await page.getByRole('button', { name: 'Create the rule' }).click();
  expect(await chips.count()).toBe(0);

  const mistyped = exchange.replace(/[a-fA-F]/, (digit) => (digit > 'Z' ? digit.toUpperCase() : digit.toLowerCase()));
  await except.fill(mistyped);
  await except.press('Enter');
  await page.getByText(/is no valid address/).waitFor();
  expect(await chips.count()).toBe(0);

  await except.fill('kraken');
  await page.getByRole('option', { name: /Our account at Kraken/ }).click();
  await page.getByRole('button', { name: 'Remove Our account at Kraken' }).waitFor();
  await page.getByText('unless the other end is “Our account at Kraken”').first().waitFor();
  await page.getByRole('button', { name: 'Create the rule' }).click();
  await page.getByText(/is created and active/).waitFor();
  const { data: rules } = await api.ok(routes.listRules, { query: {} });
  expect(rules.map(({ conditions }) => conditions)).toEqual([
    expect.objectContaining({ counterparty_not_in: [exchange] }),
  ]);
  await page.getByText('unless the other end is “Our account at Kraken”').first().waitFor();
  expectNoFaults(watched, [/400/]);
});

it('The detail of a payment names the account of an exchange by its label', async () => {
  const { api, apiKey } = await newOrganisation();
  const wallet = await addWallet(api);
  const exchange = evmAddress();
  await api.ok(routes.createBookEntry, { body: { address: exchange, label: 'Our account at Kraken' } });
  const { id } = await importInto(api, wallet, { fromAddress: wallet.address, toAddress: exchange });
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1600, height: 2400 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, `/transactions?open=${id}`);
  const picture = page.getByRole('figure', { name: 'Who paid whom' });
  const transfers = page.getByRole('list', { name: 'Transfers' });
  for (const place of [picture, transfers]) {
    await place.getByText('Our account at Kraken', { exact: true }).waitFor();
    await place.getByTitle(exchange).waitFor();
  }
  await expectAccessible(page, 'the detail of a payment to an entry of the address book');
  expectNoFaults(watched);
});
