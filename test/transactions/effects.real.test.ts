import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { tryRule } from '../../lib/alerts/rules/dry-run.ts';
import { recordedChanges } from '../../lib/balances/recorded-changes.ts';
import { erase } from '../../lib/operation/deletion/erase.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { deleteAll } from '../../lib/platform/table/write-all.ts';
import { EFFECTS_KEPT_DAYS } from '../../lib/transactions/effects.ts';
import type { UnpricedTransfer } from '../../lib/transactions/store.ts';
import { epochSeconds, plusDays } from '../../lib/values/time.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { Faults } from '../support/faults.ts';
import { organisationItems } from '../support/organisation-items.ts';
import { quiet } from '../support/quiet.ts';
import { anApproval, aTokenTransfer, aTransfer, blockHash, NFT } from '../support/records.ts';
import { hashOf, makeScenario, RECEIVER, type Scenario, SENDER } from '../support/scenario.ts';
import { capturedLog } from '../support/stderr.ts';
import { sweep } from '../support/sweep.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

quiet();

const [A, B] = [blockHash('a'), blockHash('b')];
const REAL = NFT;
const tokenAt = (n: number) => `0x${String(n).padStart(40, '0')}`;

/** The nth token that leaves the wallet. No price source knows it. */
function token(tokenAddress: string, amount: string): UnpricedTransfer {
  const ends = { from: SENDER, to: RECEIVER, direction: 'outbound' } as const;
  const { valueUsd: _, ...transfer } = aTokenTransfer({ asset: 'TOKEN', tokenAddress, amount, ...ends });
  return transfer;
}

/** 700 fakes, and behind them the real token. */
const transfers = [...Array.from({ length: 700 }, (_, n) => token(tokenAt(n), '1000')), token(REAL, '2')];
const { valueUsd: _, ...aDustPayment } = aTransfer({ from: RECEIVER, to: SENDER, amount: '0.000001' });
const MANY = { transfers, tokenSymbol: 'TOKEN', tokenAmount: '1000' };
const ofReal = { ruleType: 'token_transfer', conditions: { token_address: REAL }, cooldownMinutes: 0 };

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
});

const effectsOf = (id: string) =>
  organisationItems(
    table,
    scenario.organisation,
    `EFFECTS#${id}#`,
    z.object({ pk: z.string(), sk: z.string(), ttl: z.number() }),
  );
const kept = ({ transfers }: { transfers: readonly { tokenAddress: string | null }[] }) =>
  transfers.map(({ tokenAddress }) => tokenAddress);

describe('a record with fewer effects than its transaction', () => {
  it('keeps what a rule matches, and its other effects are stored for longer than any suspension', async () => {
    await scenario.makeRule(ofReal);
    const record = await scenario.sight(1, A, MANY);
    expect(record).toMatchObject({ omitted: { transfers: 201, approvals: 0, authority: 0 } });
    expect(kept(record)).toContain(REAL);
    const whole = await scenario.evaluation.transactions.whole(scenario.organisation, record);
    expect(kept(whole)).toEqual(kept({ transfers }));
    const expiry = epochSeconds(plusDays(deps.now(), EFFECTS_KEPT_DAYS));
    expect((await effectsOf(record.id)).map(({ ttl }) => ttl)).toEqual([expiry]);
  });

  it('keeps a token that an earlier record of the wallet names', async () => {
    await scenario.sight(1, A, { transfers: [token(REAL, '5')] });
    expect(kept(await scenario.sight(2, A, MANY))).toContain(REAL);
  });

  // Attack: a stranger sends dust to the wallet, so that its newest records name none of its tokens.
  it('keeps a token that the wallet has held, whatever strangers sent to the wallet since', async () => {
    const own = await scenario.sight(1, A, { transfers: [token(REAL, '5')] });
    await scenario.evaluate(own);
    const dust = { fromAddress: RECEIVER, toAddress: SENDER, direction: 'inbound', transfers: [aDustPayment] } as const;
    const blockTimestamp = '2026-03-01T12:00:00.000Z';
    for (let n = 0; n < 26; n++) await scenario.sight(100 + n, A, { ...dust, blockTimestamp });
    const record = await scenario.sight(2, A, { ...MANY, blockTimestamp });
    expect(kept(record)).toContain(REAL);
    expect(record.omitted.transfers).toBe(201);
  });

  it('keeps the approval of a token of a well-known issuer', async () => {
    const real = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const fakes = Array.from({ length: 200 }, (_, n) => anApproval({ asset: 'FAKE', tokenAddress: tokenAt(n) }));
    const approvals = [...fakes, anApproval({ tokenAddress: real, unlimited: false, amount: '5' })];
    const record = await scenario.sight(1, A, { approvals });
    expect(record.omitted.approvals).toBe(1);
    expect(record.approvals.map(({ tokenAddress }) => tokenAddress)).toContain(real);
  });

  it('is evaluated in full by a rule that is younger than the record, whose alert shows its match', async () => {
    const record = await scenario.sight(1, A, MANY);
    expect(kept(record)).not.toContain(REAL);
    const rule = await scenario.makeRule(ofReal);
    await scenario.evaluate(record);
    const [event, ...others] = await scenario.events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ ruleId: rule.id, transaction: { omitted: { transfers: 201 } } });
    expect(event?.transaction.transfers).toHaveLength(500);
    expect(event?.transaction.transfers.at(-1)).toMatchObject({ tokenAddress: REAL, amount: '2' });
  });

  it('is seen in full by a rule test', async () => {
    const record = await scenario.sight(1, A, MANY);
    const rule = await scenario.makeRule(ofReal);
    const given = { transactionId: record.id, ruleId: rule.id };
    const verdict = await tryRule({ ...deps, ...scenario.evaluation }, scenario.organisation, given);
    expect(verdict).toMatchObject({ matches: true });
  });

  it('starts no new inclusion in another block with the same effects, whatever the record keeps there', async () => {
    const first = await scenario.sight(1, A, MANY);
    await scenario.makeRule(ofReal);
    const moved = await scenario.sight(1, B, MANY);
    expect(moved).toMatchObject({ blockHash: B, inclusion: 0 });
    expect(kept(moved)).not.toEqual(kept(first));
    const changed = [...transfers.slice(0, 350), token(tokenAt(350), '1'), ...transfers.slice(351)];
    expect(await scenario.sight(1, A, { ...MANY, transfers: changed })).toMatchObject({ blockHash: A, inclusion: 1 });
  });

  it('is evaluated as it is when its other effects are gone, and this is logged', async () => {
    const record = await scenario.sight(1, A, MANY);
    await scenario.makeRule({ cooldownMinutes: 0 });
    await deleteAll(table, await effectsOf(record.id));
    const lines = capturedLog();
    await scenario.evaluate(record);
    expect(lines).toContainEqual(expect.objectContaining({ event: 'transaction.effects_lost', level: 'error' }));
    expect(await scenario.events()).toHaveLength(1);
  });

  it('is erased with its other effects when the organisation is deleted', async () => {
    const { id } = await scenario.sight(1, A, MANY);
    const nothing = { remove: async () => undefined, eraseSome: async () => 0 };
    await erase({ ...deps, files: nothing, archive: nothing }, scenario.organisation, () => false);
    expect(await effectsOf(id)).toEqual([]);
  });
});

/*
 * Scenario: the watcher records a transaction with more effects than a record, and the rules are evaluated. One call to
 * the table fails, and the process dies or goes on. The watcher and the stream then repeat their work.
 */
describe.each([
  { fails: 'before', process: 'dies' },
  { fails: 'after', process: 'dies' },
  { fails: 'before', process: 'goes on' },
] as const)('a process that $process when a call fails $fails it took effect', (plan) => {
  it('records all effects, and the rule that matches one of them fires once', async () => {
    const faults = new Faults();
    const hurt = openTable(table.name, faults.over(dynamoDb()));
    const calls = await sweep(faults, plan, 3, async (planned) => {
      const at = testDeps(table);
      const one = await makeScenario(at);
      await one.makeRule(ofReal);
      const failing = evaluationDeps({ ...at, table: hurt }, one.queue);
      const untilDone = async (process: () => Promise<unknown>) => {
        while (!(await faults.process(process)));
      };
      faults.arm(planned);
      await untilDone(() => one.sight(1, A, MANY, failing));
      const [record] = await one.evaluation.transactions.byHash(one.organisation, hashOf(1));
      if (record === undefined) throw new Error('nothing was recorded');
      await untilDone(() => one.evaluate(record, failing));
      const events = await one.events();
      expect(events.map(({ transaction }) => kept(transaction).includes(REAL))).toEqual([true]);
      expect(await one.isPending(record.id)).toBe(false);
    });
    expect(calls).toEqual(
      expect.arrayContaining(['PutItemCommand', 'BatchGetItemCommand', 'TransactWriteItemsCommand']),
    );
  });
});

describe('a check of balances', () => {
  it('sums every transfer of a record that keeps some', async () => {
    const record = await scenario.sight(1, A, MANY);
    const { evaluation, organisation } = scenario;
    const height = record.blockNumber;
    const ref = { organisation, id: record.id, hash: A };
    const block = { height, hash: A, parentHash: B, parentHeight: height - 1, timestamp: record.blockTimestamp };
    const changes = await recordedChanges(
      {
        ...evaluation,
        blocks: { between: async () => [block], partsBetween: async () => [ref] },
        deferred: { between: async function* () {} },
      },
      'ethereum',
      height,
      height,
    );
    const [change] = changes.get(SENDER.toLowerCase()) ?? [];
    expect(change?.tokens).toHaveLength(701);
    expect(change?.tokens).toContainEqual({ tokenAddress: REAL, asset: 'TOKEN', amount: '-2' });
  });
});
