import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { concat } from 'ethers';
import { routes } from '../../functions/routes.ts';
import { newAddress } from '../chains/evm-contracts/contract-node.ts';
import { caller, EVENT_BYTES, eventOf, LOGGER } from '../chains/evm-contracts/loggers.ts';
import { type Actor, newActor } from '../support/anvil.ts';
import { type ApiClient, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { stackUrl } from '../support/stack-url.ts';
import { addRule, addWallet } from './samples.ts';

/*
 * Scenario: a contract of a thief logs 501 transfers of a worthless token in the name of a wallet, and then has the
 * real token move. The transaction reaches the service by an import or by a backfill.
 */
let actor: Actor;
beforeAll(async () => {
  actor = await newActor(stackUrl('STACK_ANVIL_URL'));
});
afterAll(() => actor.stop());

/** The height and hash of a theft from this address, and the address of the real token. */
async function theft(victim: string) {
  const { provider } = actor;
  const [fake, real, drainer] = [newAddress(), newAddress(), newAddress()];
  for (const address of [fake, real]) await provider.send('anvil_setCode', [address, LOGGER]);
  const fakes = Array.from({ length: 501 }, () => ({ to: fake, from: 0, bytes: EVENT_BYTES }));
  const code = caller([...fakes, { to: real, from: EVENT_BYTES, bytes: EVENT_BYTES }]);
  await provider.send('anvil_setCode', [drainer, code]);
  const thief = actor.address;
  const data = concat([eventOf('Transfer', victim, newAddress(), 9n), eventOf('Transfer', victim, thief, 5n)]);
  const hash = await actor.call(drainer, data, 10_000_000);
  return { hash, real };
}

const aWallet = (api: ApiClient) => addWallet(api, { chains: ['anvil'], address: newAddress() });
const eventsOf = (api: ApiClient) =>
  eventually(
    async () => (await api.ok(routes.listEvents)).data,
    (events) => events.length > 0,
  );

describe('A transaction with more effects than a record', () => {
  it('fires the rule that names the real token when it is imported, and a rule test agrees', async () => {
    const { api } = await newOrganisation();
    const wallet = await aWallet(api);
    const { hash, real } = await theft(wallet.address);
    const rule = await addRule(api, { ruleType: 'token_transfer', conditions: { token_address: real } });
    const { transaction: body } = await api.ok(routes.lookupTransaction, { query: { hash, chain: 'anvil' } });
    const record = await api.ok(routes.importTransaction, { body: { ...body, walletId: wallet.id } });
    expect(record).toMatchObject({ hash, omitted: { transfers: 2, approvals: 0, authority: 0 } });
    const stolen = expect.objectContaining({ tokenAddress: real, amount: '5', direction: 'outbound' });
    expect(record.transfers).toContainEqual(stolen);
    const [event] = await eventsOf(api);
    expect(event).toMatchObject({ ruleId: rule.id, transaction: { omitted: { transfers: 2 } } });
    expect(event?.transaction?.transfers).toContainEqual(stolen);
    const given = { ruleId: rule.id, transactionId: record.id };
    expect(await api.ok(routes.testRule, { body: given })).toMatchObject({ matches: true });
    const { data } = await api.ok(routes.listDecisions, { params: { id: record.id } });
    expect(data).toEqual([expect.objectContaining({ ruleId: rule.id, outcome: 'fired', eventId: event?.id })]);
  });

  it('fires the rule when a backfill finds it', async () => {
    const { api } = await newOrganisation();
    const wallet = await aWallet(api);
    const { hash, real } = await theft(wallet.address);
    await addRule(api, { ruleType: 'token_transfer', conditions: { token_address: real } });
    const { transaction } = await api.ok(routes.lookupTransaction, { query: { hash, chain: 'anvil' } });
    const height = transaction.blockNumber;
    const body = { walletId: wallet.id, fromHeight: height, toHeight: height, evaluateRules: true };
    await api.ok(routes.createBackfill, { params: { id: 'anvil' }, body });
    const [event] = await eventsOf(api);
    expect(event?.transaction).toMatchObject({ hash, source: 'watch', omitted: { transfers: 2 } });
    expect(event?.transaction?.transfers).toContainEqual(expect.objectContaining({ tokenAddress: real, amount: '5' }));
  });
});
