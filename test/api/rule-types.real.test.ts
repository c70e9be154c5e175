import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { type ApiClient, invalid, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { anApproval, anAuthorityChange } from '../support/records.ts';
import { addRule, addWallet, evmAddress, importInto, ruleBody } from './samples.ts';

/** The events of a transaction. Waits for the events of `last`, which was recorded later. */
async function firedBy(api: ApiClient, transactionId: string, marker: { id: string; rule: string }) {
  const { data } = await eventually(
    () => api.ok(routes.listEvents, { query: { pageSize: 100 } }),
    (page) => page.data.some((event) => event.transactionId === marker.id && event.ruleId === marker.rule),
  );
  return data.filter((event) => event.transactionId === transactionId);
}

const FOUR_IN_AN_HOUR = { amount: { gte: 4 }, asset: 'native', window_minutes: 60 };

/** Imports a payment of 2 native coins from a wallet to a stranger, at a minute. */
const paidAt = (api: ApiClient, wallet: Awaited<ReturnType<typeof addWallet>>, minute: string) =>
  importInto(api, wallet, {
    ...{ fromAddress: wallet.address, toAddress: evmAddress(), valueDecimal: '2' },
    blockTimestamp: `2026-03-01T09:${minute}:00Z`,
  });

describe('The import of a transaction', () => {
  it.each<[ruleType: string, conditions: object, fires: object, not: object]>([
    ['any_transfer', {}, {}, { status: 'failed' }],
    ['any_transfer', { direction: 'inbound' }, {}, { fromAddress: 'wallet' }],
    ['large_transfer', { value_usd: { gte: '3750' } }, {}, { valueDecimal: '1.499999999999999999' }],
    ['large_transfer', { value_usd: { gt: 3750 } }, { valueDecimal: '1.500000000000000001' }, {}],
    ['large_transfer', { value_usd: { gte: 0 } }, {}, { tokenSymbol: 'UNPRICED' }],
    [
      'token_transfer',
      { token_symbol: ['usdc', 'dai'], amount: { gte: 5, lte: '5' } },
      { tokenSymbol: 'USDC', valueDecimal: '5.0' },
      { tokenSymbol: 'USDC', valueDecimal: '5.000000001' },
    ],
    ['inbound_only', {}, {}, { fromAddress: 'wallet' }],
    ['inbound_only', { value_usd: { gte: 1 } }, {}, { fromAddress: 'other' }],
    ['outbound_only', { token_symbol: 'ETH' }, { fromAddress: 'wallet', toAddress: evmAddress() }, {}],
    [
      'large_transfer',
      { side: 'sends', other_end: 'any', value_usd: { gte: 3750 } },
      { fromAddress: 'wallet', toAddress: 'other' },
      { fromAddress: 'other', toAddress: 'wallet' },
    ],
    ['outbound_only', { other_end: 'own' }, { fromAddress: 'wallet', toAddress: 'other' }, { fromAddress: 'other' }],
    ['contract_call', {}, { txType: 'contract_call', status: 'failed' }, {}],
    [
      'address_blacklist',
      { addresses: ['0x52908400098527886e0f7030069857d2e4169ee7'] },
      {},
      { fromAddress: evmAddress() },
    ],
    ['contract_deploy', {}, { txType: 'contract_deploy', fromAddress: 'wallet', toAddress: undefined }, {}],
    [
      'contract_deploy',
      {},
      { txType: 'contract_deploy', toAddress: undefined },
      { txType: 'contract_deploy', status: 'failed' },
    ],
    ['token_mint', { token_symbol: 'USDC' }, { txType: 'token_mint', tokenSymbol: 'USDC' }, { tokenSymbol: 'USDC' }],
  ])('brings %s %j to fire on %j and not on %j', async (ruleType, conditions, fires, not) => {
    const { api } = await newOrganisation();
    const wallet = await addWallet(api);
    const other = await addWallet(api);
    const addresses: Record<string, string> = { wallet: wallet.address, other: other.address };
    const given = (more: object) =>
      Object.fromEntries(Object.entries(more).map(([name, value]) => [name, addresses[value] ?? value]));
    const rule = await addRule(api, { ruleType, conditions, severity: 'critical' });
    const quiet = await importInto(api, wallet, given(not));
    const loud = await importInto(api, wallet, given(fires));

    const [event, ...more] = await firedBy(api, loud.id, { id: loud.id, rule: rule.id });
    expect(more).toEqual([]);
    expect(event).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ruleId: rule.id,
      ruleName: rule.name,
      ruleType,
      severity: 'critical',
      status: 'open',
      suppressed: { count: 0, largestUsd: null },
      firedAt: expect.stringMatching(/Z$/),
      transactionId: loud.id,
      walletId: wallet.id,
      wallet: loud.wallet,
      transaction: loud,
      summary: loud.summary,
      reasons: expect.arrayContaining([expect.objectContaining({ passed: true })]),
      acknowledgedAt: null,
      acknowledgedBy: null,
      acknowledgedByName: null,
      acknowledgementNote: null,
      resolvedAt: null,
      resolvedBy: null,
      resolvedByName: null,
      subject: null,
      resolutionNote: null,
      retractedAt: null,
    });
    expect(await firedBy(api, quiet.id, { id: loud.id, rule: rule.id })).toEqual([]);
    const fired = await api.ok(routes.getRule, { params: { id: rule.id } });
    expect(fired).toMatchObject({ firedCount: 1, suppressedCount: 0, lastFiredAt: loud.createdAt });
  });

  it('makes a frequency rule fire by the block times of the wallet, with failed transactions', async () => {
    const { api } = await newOrganisation();
    const wallet = await addWallet(api);
    const other = await addWallet(api);
    const rule = await addRule(api, { ruleType: 'frequency', conditions: { count: { gte: 3 }, window_minutes: 10 } });
    const at = (time: string, more: object = {}) =>
      importInto(api, wallet, { blockTimestamp: `2026-03-01T${time}Z`, ...more });
    await at('11:00:00');
    await importInto(api, other, { blockTimestamp: '2026-03-01T11:05:00Z' });
    await at('11:10:00.001', { status: 'failed' });
    const second = await at('11:10:00');
    const third = await at('11:20:00');
    const [event] = await firedBy(api, third.id, { id: third.id, rule: rule.id });
    expect(event?.ruleType).toBe('frequency');
    expect(await firedBy(api, second.id, { id: third.id, rule: rule.id })).toEqual([]);
  });

  it('counts suppressed alerts, and evaluates no rule that is off, deleted or for another wallet', async () => {
    const { api } = await newOrganisation();
    const wallet = await addWallet(api);
    const other = await addWallet(api);
    const cooling = await addRule(api, { cooldownMinutes: 1440 });
    const off = await addRule(api);
    const elsewhere = await addRule(api, { walletIds: [other.id] });
    const deleted = await addRule(api);
    const marker = await addRule(api);
    await api.ok(routes.updateRule, { params: { id: off.id }, body: { isActive: false } });
    await api.ok(routes.deleteRule, { params: { id: deleted.id } });
    const first = await importInto(api, wallet);
    // Two records of the same moment are evaluated in any order.
    await firedBy(api, first.id, { id: first.id, rule: cooling.id });
    const last = await importInto(api, wallet);
    await firedBy(api, last.id, { id: last.id, rule: marker.id });
    const state = await eventually(
      () => api.ok(routes.getRule, { params: { id: cooling.id } }),
      ({ suppressedCount }) => suppressedCount > 0,
    );
    expect(state).toMatchObject({ firedCount: 1, suppressedCount: 1, lastFiredAt: first.createdAt });
    const { data } = await api.ok(routes.listEvents);
    expect(data.map(({ ruleId }) => ruleId).sort()).toEqual([cooling.id, marker.id, marker.id].sort());
    for (const { id } of [off, elsewhere]) {
      expect(await api.ok(routes.getRule, { params: { id } })).toMatchObject({ firedCount: 0, suppressedCount: 0 });
    }
  });
});

describe('POST /api/alerts/rules/test', () => {
  let api: ApiClient;
  beforeAll(async () => {
    api = (await newOrganisation()).api;
  });
  const large = { ruleType: 'large_transfer', conditions: { value_usd: { gte: '3750.01' }, direction: 'inbound' } };

  it('asks a stored rule for the destination tag and the memo of a given transaction', async () => {
    const wallet = await addWallet(api);
    const conditions = { destination_tag: null, memo_contains: 'invoice' };
    const rule = await addRule(api, { ruleType: 'any_transfer', conditions, isActive: undefined });
    expect(rule.conditions).toEqual(conditions);
    const asked = async (more: object) => {
      const transaction = {
        walletId: wallet.id,
        tokenAmount: '1',
        references: [{ kind: 'memo', value: 'Invoice 7' }],
        ...more,
      };
      return (await api.ok(routes.testRule, { body: { ruleId: rule.id, transaction } })).matches;
    };
    expect([await asked({}), await asked({ destinationTag: 0 }), await asked({ references: [] })]).toEqual([
      true,
      false,
      false,
    ]);
    await api.ok(routes.deleteRule, { params: { id: rule.id } });
  });

  it('knows which end of an internal transfer the wallet is, by id and from a given transaction', async () => {
    const [cold, hot] = [await addWallet(api), await addWallet(api)];
    const record = await importInto(api, cold, { fromAddress: cold.address, toAddress: hot.address });
    const matches = async (side: string, transaction: object) => {
      const rule = { ruleType: 'any_transfer', conditions: { side, other_end: 'own' } };
      return (await api.ok(routes.testRule, { body: { rule, ...transaction } })).matches;
    };
    for (const transaction of [{ transactionId: record.id }, { transaction: record }]) {
      expect([await matches('sends', transaction), await matches('receives', transaction)]).toEqual([true, false]);
    }
  });

  it('answers the expected and the actual value of each condition, without side effects', async () => {
    const transaction = await importInto(api, await addWallet(api));
    const rule = await addRule(api, { ...large, isActive: undefined });
    for (const body of [
      { rule: ruleBody(large), transactionId: transaction.id },
      { ruleId: rule.id, transaction },
      { ruleId: rule.id, transactionId: transaction.id },
    ]) {
      const { matches, reasons } = await api.ok(routes.testRule, { body });
      expect(matches).toBe(false);
      expect(reasons).toEqual(
        expect.arrayContaining([
          { condition: 'value_usd', expected: { gte: '3750.01' }, actual: '3750', passed: false },
          { condition: 'direction', expected: 'inbound', actual: 'inbound', passed: true },
        ]),
      );
    }
    const any = { rule: { ruleType: 'any_transfer' }, transactionId: transaction.id };
    const { matches, reasons } = await api.ok(routes.testRule, { body: any });
    expect(matches).toBe(true);
    expect(reasons.every(({ passed }) => passed)).toBe(true);
    expect((await api.ok(routes.listEvents)).meta.total).toBe(0);
    expect((await api.ok(routes.listRules)).meta.total).toBe(1);
    expect(await api.ok(routes.getRule, { params: { id: rule.id } })).toEqual(rule);
  });

  it('counts the stored records for a frequency rule', async () => {
    const wallet = await addWallet(api);
    const [, { id: transactionId }] = [await importInto(api, wallet), await importInto(api, wallet)];
    const rule = ruleBody({ ruleType: 'frequency', conditions: { count: { gte: 2 }, window_minutes: 60 } });
    expect(await api.ok(routes.testRule, { body: { rule, transactionId } })).toEqual({
      matches: true,
      reasons: [{ condition: 'count', expected: { gte: 2, window_minutes: 60 }, actual: 2, passed: true }],
    });
  });

  it('adds up the stored records for an outflow rule, in a test and in a preview', async () => {
    const { api: mine } = await newOrganisation();
    const wallet = await addWallet(mine);
    const [, second, third] = [
      await paidAt(mine, wallet, '01'),
      await paidAt(mine, wallet, '02'),
      await paidAt(mine, wallet, '03'),
    ];
    const rule = ruleBody({ ruleType: 'outflow', conditions: FOUR_IN_AN_HOUR });
    const verdictOn = (transactionId: string) => mine.ok(routes.testRule, { body: { rule, transactionId } });
    const { matches, reasons } = await verdictOn(second.id);
    expect(matches).toBe(true);
    expect(reasons).toContainEqual(expect.objectContaining({ condition: 'left_amount', actual: '4', passed: true }));
    expect(await verdictOn(third.id)).toMatchObject({
      matches: false,
      reasons: expect.arrayContaining([expect.objectContaining({ condition: 'crossing', actual: '4', passed: false })]),
    });
    const preview = { ruleType: 'outflow', conditions: FOUR_IN_AN_HOUR };
    expect(await mine.ok(routes.previewRule, { body: { rule: preview } })).toMatchObject({
      judged: 3,
      matched: 1,
      samples: [{ transactionId: second.id }],
    });
  });

  it('says that no transaction can test a rule about a silence', async () => {
    const rule = ruleBody({ ruleType: 'silence', conditions: { hours: 24 } });
    expect(await api.refused(routes.testRule, { body: { rule, transaction: {} } })).toEqual(invalid('rule.ruleType'));
    const { id: ruleId } = await addRule(api, { ruleType: 'silence', conditions: { hours: 24 } });
    expect(await api.refused(routes.testRule, { body: { ruleId, transaction: {} } })).toEqual(invalid('ruleId'));
    const preview = { ruleType: 'silence', conditions: { hours: 24 } };
    expect(await api.refused(routes.previewRule, { body: { rule: preview } })).toEqual(invalid('rule.ruleType'));
  });

  it('says that no transaction can test a rule about a balance', async () => {
    const rule = { ruleType: 'balance', conditions: { asset: 'native', below: 1 } };
    const asked = { rule: ruleBody(rule), transaction: {} };
    expect(await api.refused(routes.testRule, { body: asked })).toEqual(invalid('rule.ruleType'));
    expect(await api.refused(routes.previewRule, { body: { rule } })).toEqual(invalid('rule.ruleType'));
  });

  it('makes, changes and deletes a rule about the balance of a token of Solana', async () => {
    const conditions = { asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', below: 1 };
    const { id } = await addRule(api, { ruleType: 'balance', conditions });
    const changed = await api.ok(routes.updateRule, { params: { id }, body: { isActive: false } });
    expect(changed).toMatchObject({ conditions, isActive: false });
    await api.ok(routes.deleteRule, { params: { id } });
  });

  it('refuses a rule about the balance of a token of the XRP Ledger, which no check reads', async () => {
    const asset = 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B';
    const rule = { ruleType: 'balance', conditions: { asset, below: 1 } };
    expect(await api.refused(routes.createRule, { body: ruleBody(rule) })).toEqual(invalid('conditions.asset'));
    expect(await api.refused(routes.previewRule, { body: { rule } })).toEqual(invalid('rule.conditions.asset'));
    const { id } = await addRule(api, { ruleType: 'balance', conditions: { asset: 'native', below: 1 } });
    const changed = { params: { id }, body: { conditions: rule.conditions } };
    expect(await api.refused(routes.updateRule, changed)).toEqual(invalid('conditions.asset'));
  });

  it('makes an outflow rule fire at the record that crosses the bound, with a subject', async () => {
    const { api: mine } = await newOrganisation();
    const wallet = await addWallet(mine);
    await addRule(mine, { ruleType: 'outflow', conditions: FOUR_IN_AN_HOUR });
    await paidAt(mine, wallet, '01');
    const crossing = await paidAt(mine, wallet, '02');
    const events = await eventually(
      () => mine.ok(routes.listEvents),
      ({ meta }) => meta.total > 0,
    );
    expect(events.data).toMatchObject([
      {
        ruleType: 'outflow',
        transactionId: crossing.id,
        subject: { walletId: wallet.id, chain: crossing.chain, asset: 'native', level: '4' },
      },
    ]);
  });

  it('distinguishes approvals by the wallet from approvals for the wallet', async () => {
    const wallet = await addWallet(api);
    const { isOwner: _, ...approval } = anApproval({ owner: wallet.address.toLowerCase() });
    const rule = ruleBody({ ruleType: 'approval', conditions: { unlimited: true, token_symbol: 'usdc' } });
    const verdictOn = (owner: string, walletId?: string) =>
      api.ok(routes.testRule, { body: { rule, transaction: { walletId, approvals: [{ ...approval, owner }] } } });
    const { matches, reasons } = await verdictOn(approval.owner, wallet.id);
    expect(matches).toBe(true);
    expect(reasons).toContainEqual({ condition: 'unlimited', expected: true, actual: true, passed: true });
    expect(await verdictOn(approval.spender, wallet.id)).toMatchObject({ matches: false });
    for (const unknown of [undefined, crypto.randomUUID()]) {
      expect(await verdictOn(approval.spender, unknown)).toMatchObject({ matches: true });
    }
  });

  it('names the change of authority that matches', async () => {
    const rule = ruleBody({ ruleType: 'authority_change', conditions: { kinds: ['owner_added'] } });
    const transaction = { authority: [anAuthorityChange({ kind: 'owner_removed' }), anAuthorityChange()] };
    const { matches, reasons } = await api.ok(routes.testRule, { body: { rule, transaction } });
    expect(matches).toBe(true);
    expect(reasons).toContainEqual({
      condition: 'kinds',
      expected: ['owner_added'],
      actual: 'owner_added',
      passed: true,
    });
  });

  it.each<[string[], object]>([
    [['rule', 'transaction'], {}],
    [['rule'], { rule: ruleBody(), ruleId: crypto.randomUUID(), transactionId: crypto.randomUUID() }],
    [['transaction'], { rule: ruleBody() }],
    [['ruleId'], { ruleId: 'x', transactionId: crypto.randomUUID() }],
    [['rule.ruleType'], { rule: { name: 'x' }, transactionId: crypto.randomUUID() }],
    [['rule.conditions.value_usd'], { rule: { ruleType: 'large_transfer' }, transactionId: crypto.randomUUID() }],
    [['transaction.tokenAmount'], { rule: ruleBody(), transaction: { tokenAmount: '-1' } }],
    [['transaction.approvals.0.isOwner'], { rule: ruleBody(), transaction: { approvals: [anApproval()] } }],
    [['transaction.surprise'], { rule: ruleBody(), transaction: { surprise: 1 } }],
  ])('refuses a bad %j: %j', async (fields, body) => {
    expect(await api.refused(routes.testRule, { body })).toEqual(invalid(...fields));
  });

  it('is 404 for an unknown rule and for an unknown transaction', async () => {
    const { id } = await addRule(api);
    for (const body of [
      { ruleId: crypto.randomUUID(), transaction: {} },
      { ruleId: id, transactionId: crypto.randomUUID() },
    ]) {
      expect(await api.refused(routes.testRule, { body })).toEqual(NOT_FOUND);
    }
  });
});

describe('POST /api/alerts/rules/preview', () => {
  it('counts what the rule would have matched among the newest records, and changes nothing', async () => {
    const { api } = await newOrganisation();
    const [cold, hot] = [await addWallet(api), await addWallet(api)];
    const paid = { fromAddress: cold.address, toAddress: hot.address };
    const small = await importInto(api, cold, { ...paid, valueDecimal: '1', blockTimestamp: '2026-03-01T09:00:00Z' });
    const large = await importInto(api, cold, { ...paid, valueDecimal: '60', blockTimestamp: '2026-03-01T10:00:00Z' });
    await importInto(api, hot, { valueDecimal: '80', blockTimestamp: '2026-03-01T11:00:00Z' });
    const preview = (conditions: object, walletIds: string[] = []) =>
      api.ok(routes.previewRule, { body: { rule: { ruleType: 'large_transfer', conditions, walletIds } } });
    const sends = { side: 'sends', other_end: 'any', value_usd: { gte: 50_000 } };
    expect(await preview(sends)).toEqual({
      judged: 3,
      matched: 1,
      since: small.blockTimestamp,
      samples: [{ transactionId: large.id, blockTimestamp: large.blockTimestamp, summary: large.summary }],
    });
    expect(await preview({ value_usd: { gte: 1 } })).toMatchObject({ judged: 3, matched: 3 });
    expect(await preview({ value_usd: { gte: 1 } }, [cold.id])).toMatchObject({ judged: 2, matched: 2 });
    expect((await api.ok(routes.listEvents)).data).toEqual([]);
  });

  it('counts transactions for a frequency rule, and refuses a rule that nobody could save', async () => {
    const { api } = await newOrganisation();
    const wallet = await addWallet(api);
    for (const minute of ['01', '02', '03']) {
      await importInto(api, wallet, { blockTimestamp: `2026-03-01T09:${minute}:00Z` });
    }
    const rule = { ruleType: 'frequency', conditions: { count: { gte: 2 }, window_minutes: 5 } };
    expect(await api.ok(routes.previewRule, { body: { rule } })).toMatchObject({ judged: 3, matched: 2 });
    const body = { rule: { ruleType: 'large_transfer' } };
    expect(await api.refused(routes.previewRule, { body })).toEqual(invalid('rule.conditions.value_usd'));
  });
});
