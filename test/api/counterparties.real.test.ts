import { expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { type ApiClient, invalid, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { addRule, addWallet, evmAddress, importInto, ruleBody } from './samples.ts';

/** The transactions of which a rule told. Waits for that of `last`, which is recorded later. */
async function told(api: ApiClient, rule: { id: string }, last: { id: string }): Promise<string[]> {
  const { data } = await eventually(
    () => api.ok(routes.listEvents, { query: { pageSize: 100, ruleId: rule.id } }),
    (page) => page.data.some(({ transactionId }) => transactionId === last.id),
  );
  return data.map(({ transactionId }) => String(transactionId)).sort();
}

it('A payment to a stranger makes an alert, and none to an own wallet or to the account of an exchange', async () => {
  const { api } = await newOrganisation();
  const [cold, hot] = [await addWallet(api, { type: 'cold' }), await addWallet(api)];
  const exchange = evmAddress();
  const rule = await addRule(api, {
    ruleType: 'large_transfer',
    walletIds: [cold.id],
    conditions: {
      side: 'sends',
      other_end: 'any',
      value_usd: { gte: 1000 },
      counterparty_not_in: [exchange.toLowerCase(), 'own_wallets', 'address_book'],
    },
  });
  const pays = (toAddress: string) => importInto(api, cold, { fromAddress: cold.address, toAddress });
  await pays(exchange);
  await pays(hot.address);
  const stranger = await pays(evmAddress());
  expect(await told(api, rule, stranger)).toEqual([stranger.id]);
});

it('The first payment to each receiver makes an alert, also for a test of the rule', async () => {
  const { api } = await newOrganisation();
  const wallet = await addWallet(api);
  const [a, b] = [evmAddress(), evmAddress()];
  const conditions = { side: 'sends', first_time: true };
  const rule = await addRule(api, { conditions });
  const pays = (toAddress: string) => importInto(api, wallet, { fromAddress: wallet.address, toAddress });
  const [first, second, other] = [await pays(a), await pays(a), await pays(b)];
  expect(await told(api, rule, other)).toEqual([first.id, other.id].sort());
  const tries = async (transactionId: string) =>
    (await api.ok(routes.testRule, { body: { ruleId: rule.id, transactionId } })).matches;
  expect([await tries(first.id), await tries(second.id), await tries(other.id)]).toEqual([true, false, true]);
  const preview = await api.ok(routes.previewRule, { body: { rule: { ruleType: 'any_transfer', conditions } } });
  expect(preview).toMatchObject({ judged: 3, matched: 2 });
});

it('A list that the organisation does not have is refused on its path', async () => {
  const { api } = await newOrganisation();
  const conditions = { counterparty_in: [evmAddress(), 'list:nobody-made-this'] };
  const path = 'conditions.counterparty_in.1';
  expect(await api.refused(routes.createRule, { body: ruleBody({ conditions }) })).toEqual(invalid(path));
  const rule = await addRule(api);
  const change = { params: { id: rule.id }, body: { conditions } };
  expect(await api.refused(routes.updateRule, change)).toEqual(invalid(path));
  const tried = { ruleType: 'any_transfer', conditions };
  const body = { rule: tried, transaction: {} };
  expect(await api.refused(routes.testRule, { body })).toEqual(invalid(`rule.${path}`));
  expect(await api.refused(routes.previewRule, { body: { rule: tried } })).toEqual(invalid(`rule.${path}`));
});

it('A rule whose list was deleted stays off until the list exists again', async () => {
  const { api } = await newOrganisation();
  const list = () => api.ok(routes.createAddressList, { body: { name: 'fraud', purpose: 'deny' } });
  const { id } = await list();
  const named = { fraud: { counterparty_in: [evmAddress(), 'list:fraud'] }, flagged: { addresses: ['list:fraud'] } };
  const denied = await addRule(api, { conditions: named.fraud });
  const flagged = await addRule(api, { ruleType: 'address_blacklist', conditions: named.flagged });
  const turn = (rule: { id: string }, isActive: boolean) => ({ params: { id: rule.id }, body: { isActive } });
  expect((await api.call(routes.deleteAddressList, { params: { id } })).status).toBe(409);
  for (const rule of [denied, flagged]) await api.ok(routes.updateRule, turn(rule, false));
  expect((await api.call(routes.deleteAddressList, { params: { id } })).status).toBe(204);
  const refused = (rule: { id: string }) => api.refused(routes.updateRule, turn(rule, true));
  expect(await refused(denied)).toEqual(invalid('conditions.counterparty_in.1'));
  expect(await refused(flagged)).toEqual(invalid('conditions.addresses.0'));
  await api.ok(routes.updateRule, { params: { id: denied.id }, body: { name: 'Renamed' } });
  await list();
  for (const rule of [denied, flagged]) {
    expect(await api.ok(routes.updateRule, turn(rule, true))).toMatchObject({ isActive: true });
  }
});

it('A rule names an address list, and the entries of the address book at the time of the payment', async () => {
  const { api } = await newOrganisation();
  const wallet = await addWallet(api);
  const [listed, known] = [evmAddress(), evmAddress()];
  await api.ok(routes.createAddressList, { body: { name: 'fraud', purpose: 'deny' } });
  await api.ok(routes.createBookEntry, { body: { address: listed, label: 'A thief', lists: ['fraud'] } });
  await api.ok(routes.createBookEntry, { body: { address: known, label: 'A supplier' } });
  const denied = await addRule(api, { conditions: { counterparty_in: ['list:fraud'] } });
  const flagged = await addRule(api, { ruleType: 'address_blacklist', conditions: { addresses: ['list:fraud'] } });
  const unknown = await addRule(api, { conditions: { counterparty_not_in: ['address_book'] } });
  const pays = (toAddress: string) => importInto(api, wallet, { fromAddress: wallet.address, toAddress });
  await pays(known);
  const [bad, stranger] = [await pays(listed), await pays(evmAddress())];
  expect(await told(api, denied, bad)).toEqual([bad.id]);
  expect(await told(api, flagged, bad)).toEqual([bad.id]);
  expect(await told(api, unknown, stranger)).toEqual([stranger.id]);
});

it('An address that looks like an entry of the address book is marked', async () => {
  const { api } = await newOrganisation();
  const wallet = await addWallet(api);
  const [one, ...more] = [evmAddress(), evmAddress(), evmAddress()];
  await api.ok(routes.createBookEntry, { body: { address: one, label: 'A' } });
  await api.ok(routes.createBookEntries, { body: { entries: more.map((address) => ({ address, label: 'B' })) } });
  for (const address of [one, ...more]) {
    const fake = `0x${address.slice(2, 6)}${'7'.repeat(32)}${address.slice(-4)}`.toLowerCase();
    const { transfers } = await importInto(api, wallet, { fromAddress: fake });
    expect(transfers).toMatchObject([{ lookalike: { of: address, kind: 'book' } }]);
  }
});

it('An address that looks like a payee is marked in the record, and the list finds it', async () => {
  const { api } = await newOrganisation();
  const wallet = await addWallet(api);
  const payee = evmAddress();
  const fake = `0x${payee.slice(2, 6)}${'7'.repeat(32)}${payee.slice(-4)}`.toLowerCase();
  await importInto(api, wallet, { fromAddress: wallet.address, toAddress: payee });
  const poison = await importInto(api, wallet, { fromAddress: fake, valueDecimal: '0.00001' });
  expect(poison.transfers).toMatchObject([{ lookalike: { of: payee, kind: 'paid' } }]);
  const { data } = await api.ok(routes.listTransactions, { query: { lookalike: 'true' } });
  expect(data.map(({ id }) => id)).toEqual([poison.id]);
});
