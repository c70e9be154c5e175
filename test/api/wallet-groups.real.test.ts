import { describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { invalid, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { addRule, addWallet, importInto, ruleBody, UNKNOWN_ID } from './samples.ts';

/** An organisation with a vault, a cold wallet and another wallet. */
async function organisation() {
  const { api } = await newOrganisation();
  const vault = await addWallet(api, { label: 'Vault', tags: ['vault', 'eu'] });
  const cold = await addWallet(api, { label: 'Cold', type: 'Cold' });
  const other = await addWallet(api, { label: 'Other' });
  return { api, vault, cold, other };
}
type Organisation = Awaited<ReturnType<typeof organisation>>;

/**
 * Imports a payment into each wallet, and then a second payment into the vault.
 * @returns the labels of the wallets whose first payment fired the rule.
 */
async function firedFor({ api, ...wallets }: Organisation, ruleId: string): Promise<string[]> {
  const records = await Promise.all(Object.values(wallets).map((wallet) => importInto(api, wallet)));
  const second = await importInto(api, wallets.vault);
  for (const { id } of [...records, second]) {
    await eventually(
      () => api.ok(routes.listDecisions, { params: { id } }),
      (decisions) => decisions.data.length > 0 && decisions.data.every(({ outcome }) => outcome !== 'waiting'),
    );
  }
  const { data } = await api.ok(routes.listEvents, { query: { pageSize: 100 } });
  const ids = new Set(records.map(({ id }) => id));
  const fired = data.filter((each) => each.ruleId === ruleId && ids.has(each.transactionId ?? ''));
  return fired.map(({ transaction }) => transaction?.wallet.label ?? '').sort();
}

describe('A rule for groups of wallets', () => {
  it('is about the wallets that have its tag at each evaluation, and tagging writes no rule', async () => {
    const given = await organisation();
    const { api, vault, other } = given;
    const rule = await addRule(api, { wallets: { tags: ['vault'] } });
    expect(await firedFor(given, rule.id)).toEqual(['Vault']);
    await api.ok(routes.updateWallet, { params: { id: vault.id }, body: { tags: ['eu'] } });
    await api.ok(routes.updateWallet, { params: { id: other.id }, body: { tags: ['vault'] } });
    expect(await firedFor(given, rule.id)).toEqual(['Other']);
    expect((await api.ok(routes.getRule, { params: { id: rule.id } })).updatedAt).toBe(rule.updatedAt);
  });

  it('takes the union of wallets, tags and types, whatever the case of the type', async () => {
    const given = await organisation();
    const rule = await addRule(given.api, { wallets: { ids: [given.other.id], types: ['COLD'] } });
    expect(await firedFor(given, rule.id)).toEqual(['Cold', 'Other']);
  });
});

describe('The wallets of a rule', () => {
  it('are read and written alike by both names', async () => {
    const { api, vault, cold } = await organisation();
    const rule = await addRule(api, { walletIds: [vault.id] });
    expect(rule).toMatchObject({ walletIds: [vault.id], wallets: { ids: [vault.id], tags: [], types: [] } });
    const params = { id: rule.id };
    const grouped = await api.ok(routes.updateRule, { params, body: { wallets: { tags: ['vault'] } } });
    expect(grouped).toMatchObject({ walletIds: [], wallets: { ids: [], tags: ['vault'], types: [] } });
    const both = await api.ok(routes.updateRule, { params, body: { walletIds: [cold.id] } });
    expect(both).toMatchObject({ walletIds: [cold.id], wallets: { ids: [cold.id], tags: ['vault'], types: [] } });
    expect(await api.ok(routes.getRule, { params })).toEqual(both);
  });

  it('are refused by both names at once, and with a wallet that the organisation does not have', async () => {
    const { api, vault } = await organisation();
    const body = ruleBody({ walletIds: [vault.id], wallets: { ids: [vault.id] } });
    expect(await api.refused(routes.createRule, { body })).toEqual(invalid('wallets'));
    expect(await api.refused(routes.testRule, { body: { rule: body, transactionId: UNKNOWN_ID } })).toEqual(
      invalid('rule.wallets'),
    );
    const { id } = await addRule(api);
    const twice = { walletIds: [], wallets: {} };
    expect(await api.refused(routes.updateRule, { params: { id }, body: twice })).toEqual(invalid('wallets'));
    const missing = ruleBody({ wallets: { ids: [vault.id, UNKNOWN_ID], tags: ['a'] } });
    expect(await api.refused(routes.createRule, { body: missing })).toEqual(invalid('wallets.ids.1'));
    const blank = ruleBody({ wallets: { tags: [' '], kinds: [] } });
    expect(await api.refused(routes.createRule, { body: blank })).toEqual(invalid('wallets.tags.0', 'wallets.kinds'));
  });

  it('decide which rules a wallet has, what a preview counts, and what a test says', async () => {
    const { api, vault, cold, other } = await organisation();
    const { id: byTag } = await addRule(api, { wallets: { tags: ['eu'] } });
    const { id: byType } = await addRule(api, { wallets: { types: ['cold'] } });
    const rulesOf = async (walletId: string) =>
      (await api.ok(routes.listRules, { query: { walletId } })).data.map(({ id }) => id);
    expect([await rulesOf(vault.id), await rulesOf(cold.id), await rulesOf(other.id)]).toEqual([[byTag], [byType], []]);

    await importInto(api, vault);
    const { id: transactionId } = await importInto(api, other);
    const rule = ruleBody({ wallets: { tags: ['eu'] } });
    const preview = await api.ok(routes.previewRule, { body: { rule } });
    expect(preview).toMatchObject({ judged: 1, matched: 1 });
    const tested = await api.ok(routes.testRule, { body: { rule, transactionId } });
    expect(tested).toMatchObject({
      matches: false,
      reasons: [
        {
          condition: 'wallets',
          expected: { tags: ['eu'] },
          actual: { ids: [other.id], tags: [], types: ['hot'] },
          passed: false,
        },
        { condition: 'status', passed: true },
        { condition: 'transfer', passed: true },
      ],
    });
  });
});

describe('The filter `walletTag`', () => {
  it('selects the records, events, statistics and exports of the wallets that carry the tag now', async () => {
    const given = await organisation();
    const { api, vault, other } = given;
    const rule = await addRule(api, { name: 'Every payment' });
    expect(await firedFor(given, rule.id)).toEqual(['Cold', 'Other', 'Vault']);
    const query = { walletTag: 'vault' };
    const labelsOf = async () => ({
      transactions: (await api.ok(routes.listTransactions, { query })).data.map(({ wallet }) => wallet.label),
      events: (await api.ok(routes.listEvents, { query })).data.map((event) => event.transaction?.wallet.label),
    });
    const total = async (more: object) =>
      (await api.ok(routes.listTransactions, { query: { ...query, ...more } })).meta.total;
    // `firedFor` imports a second payment into the vault.
    expect(new Set((await labelsOf()).events)).toEqual(new Set(['Vault']));
    expect((await labelsOf()).transactions).toEqual(['Vault', 'Vault']);
    expect([await total({ walletId: vault.id }), await total({ walletId: other.id })]).toEqual([2, 0]);
    const { buckets, recipients } = await api.ok(routes.getStats, { query: { ...query, from: '2026-01-01' } });
    const counted = buckets.flatMap(({ transactions }) => Object.values(transactions));
    expect([counted.reduce((sum, n) => sum + n, 0), recipients]).toEqual([2, []]);
    expect(new Set(buckets.map(({ deliveries }) => deliveries))).toEqual(new Set([null]));
    const flows = await api.ok(routes.getFlows, { query: { walletTag: 'nobody', from: '2026-01-01' } });
    expect(flows.days.filter(({ inUsd, outUsd }) => inUsd !== '0' || outUsd !== '0')).toEqual([]);

    const csv = await api.ok(routes.exportTransactions, { query });
    expect(csv.trimEnd().split('\n')).toHaveLength(3);
    const { id } = await api.ok(routes.createExport, { body: query });
    const job = await eventually(
      () => api.ok(routes.getExport, { params: { id } }),
      ({ status }) => status !== 'running',
    );
    expect(job).toMatchObject({ status: 'completed', rows: 2, filters: query });

    await api.ok(routes.updateWallet, { params: { id: other.id }, body: { tags: ['vault'] } });
    await api.ok(routes.deleteWallet, { params: { id: vault.id } });
    expect((await labelsOf()).transactions).toEqual(['Other']);
    const blank = { query: { walletTag: '' } };
    for (const route of [routes.listTransactions, routes.listEvents, routes.getStats, routes.getFlows]) {
      expect(await api.refused(route, blank)).toEqual(invalid('walletTag'));
    }
  });
});
