import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { Decision } from '../../../lib/alerts/evaluation/decision.ts';
import { resolve } from '../../../lib/alerts/events/repo.ts';
import { differenceRepo } from '../../../lib/balances/difference-repo.ts';
import { ChainId } from '../../../lib/chains/registry.ts';
import { countedLists } from '../../../lib/operation/lists/counted-lists.ts';
import { beginExpiries } from '../../../lib/operation/retention/begin-expiries.ts';
import { expiryJob } from '../../../lib/operation/retention/expiry-job.ts';
import { suspensionRepo } from '../../../lib/organisations/suspension/repo.ts';
import { auditPage } from '../../../lib/platform/audit/audit-page.ts';
import { AuditQuery } from '../../../lib/platform/audit/audit-query.ts';
import { recountList } from '../../../lib/platform/lists/index.ts';
import { keys, prefixes } from '../../../lib/platform/table/keys.ts';
import { operatorKeys } from '../../../lib/platform/table/operator-keys.ts';
import { openTable } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { epochSeconds } from '../../../lib/values/time.ts';
import { throughout } from '../../exports/memory-files.ts';
import { testDeps } from '../../support/deps.ts';
import { Faults, HEALTHY, type Plan } from '../../support/faults.ts';
import { organisationItems } from '../../support/organisation-items.ts';
import { putDelivery } from '../../support/put-delivery.ts';
import { quiet } from '../../support/quiet.ts';
import { aDifference } from '../../support/records.ts';
import { makeScenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { dueExpiries, expireAll, expiriesOf } from './expire-all.ts';
import { memoryArchive } from './memory-archive.ts';

quiet();

const DAY = 24 * 60 * 60;
const DAYS = { deliveries: 35, events: 35, audit: 400, transactions: 35 };
const faults = new Faults();
const Keyed = z.object({ sk: z.string() });

/**
 * An organisation after 50 days. On the first day: an alert that was resolved at once and whose delivery was replayed,
 * an alert that is open, an alert that was resolved on day 40 and whose delivery is not finished, and a record whose
 * evaluation is pending. On day 40: another alert.
 */
async function filled() {
  const table = await makeTable();
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  const { organisation: id, evaluation } = scenario;
  await write(table, { put: { ...keys.organisation(id), name: 'Acme' } });
  await write(table, {
    put: { ...operatorKeys.listed(id), organisationId: id, name: 'Acme', createdAt: deps.now().toISOString() },
  });
  await scenario.makeRule({ cooldownMinutes: 0 });
  await scenario.makeWebhook('https://hooks.example.com/a');
  const reviewer = () => ({ id: deps.newId(), name: 'Key', at: deps.now() });

  async function alert(n: number) {
    const transaction = await scenario.record(n);
    await scenario.evaluate(transaction);
    const event = (await scenario.events()).find(({ transactionId }) => transactionId === transaction.id);
    const delivery = (await scenario.deliveries()).find(({ eventId }) => eventId === event?.id);
    if (event === undefined || delivery === undefined) throw new Error('no rule fired');
    return { transaction, event, delivery };
  }

  async function deliver({ delivery }: Awaited<ReturnType<typeof alert>>): Promise<void> {
    const at = deps.now().toISOString();
    const attempt = { n: 1, at, statusCode: 200, error: null, durationMs: 5, responseExcerpt: '' };
    const done = { attempts: [attempt], attemptsMade: 1, deliveredAt: at, nextAttemptAt: null };
    await putDelivery(deps, { ...delivery, ...done, status: 'delivered' });
  }

  const old = await alert(1);
  const open = await alert(2);
  const late = await alert(3);
  const pending = await scenario.record(4);
  await deliver(old);
  const replayed = await evaluation.deliveries.restart(id, old.delivery.id, deps.newId());
  if (replayed === null) throw new Error('the delivery cannot be replayed');
  const again = { n: 2, at: deps.now().toISOString(), statusCode: 500, error: 'x', durationMs: 5, responseExcerpt: '' };
  await putDelivery(deps, { ...replayed, status: 'failed', attempts: [again], attemptsMade: 2, nextAttemptAt: null });
  await deliver(open);
  await scenario.review(old.event.id, resolve(reviewer(), null));
  deps.advance(40 * DAY);
  await scenario.review(late.event.id, resolve(reviewer(), null));
  const young = await alert(5);
  await deliver(young);
  deps.advance(10 * DAY);
  return { table, deps, scenario, id, old, open, late, pending, young, ...memoryArchive() };
}

type Filled = Awaited<ReturnType<typeof filled>>;

const ids = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id).sort();

/** The transactions of an organisation, by its list. */
const transactionsOf = async ({ scenario, id }: Filled) =>
  (await scenario.evaluation.transactions.page(id, {}, { page: 1, pageSize: 100 })).data;

/** Checks that the counts are those of the records, and that no expired record is left and no other is gone. */
async function check(at: Filled): Promise<void> {
  const { scenario, deps, id, table, old, open, late, pending, young } = at;
  expect(ids(await transactionsOf(at))).toEqual(ids([pending, young.transaction]));
  expect(ids(await scenario.events())).toEqual(ids([open.event, late.event, young.event]));
  expect(ids(await scenario.deliveries())).toEqual(ids([late.delivery, young.delivery]));
  expect(await organisationItems(table, id, prefixes.attemptsOf(old.delivery.id), Keyed)).toEqual([]);
  const decisions = await organisationItems(table, id, 'DECISION#', Decision);
  const kept = [open, late, young].map(({ transaction }) => transaction.id);
  expect(decisions.map(({ transactionId }) => transactionId).sort()).toEqual(kept.sort());
  for (const list of countedLists) expect(await recountList(deps, list, id)).toMatchObject({ repaired: 0 });
  const gone = [old, open, late].map(({ transaction }) => transaction);
  const archived = new Map(at.lines().map((line) => [z.looseObject({ id: z.string() }).parse(line).id, line]));
  expect(archived).toEqual(new Map(gone.map((each) => [each.id, JSON.parse(JSON.stringify(each))])));
}

/** Runs each hour until the pass of the day is over. */
async function expired(at: Filled, plan: Plan): Promise<void> {
  faults.arm(plan);
  const table = openTable(at.table.name, faults.over(dynamoDb()));
  const archive = throughout(at.archive, (name, make) => faults.around(name, make));
  for (let hours = 0; hours < 5; hours++) {
    const isOver = await faults.process(() => expireAll({ ...at.deps, table, archive, days: DAYS }));
    if (isOver) return;
    at.deps.advance(3600);
  }
  throw new Error('the pass does not end');
}

describe('The expiry of records', () => {
  it('removes finished work after its retention, and archives transactions before', async () => {
    const at = await filled();
    await expired(at, HEALTHY);
    await check(at);
    expect(faults.calls.indexOf('put')).toBeLessThan(faults.calls.lastIndexOf('TransactWriteItemsCommand'));
  });

  it.each([
    ['before', 'dies'],
    ['after', 'dies'],
    ['before', 'goes on'],
    ['after', 'goes on'],
    ['twice', 'goes on'],
  ] as const)(
    'loses nothing and removes nothing twice when a call fails %s its effect and the process %s',
    async (fails, process) => {
      const calls = await sweep(faults, { fails, process }, 5, async (plan) => {
        const at = await filled();
        await expired(at, plan);
        await check(at);
      });
      expect(calls).toEqual(expect.arrayContaining(['put', 'TransactWriteItemsCommand', 'BatchWriteItemCommand']));
    },
  );

  it('leaves a transaction that changes after it was archived, and archives it again', async () => {
    const at = await filled();
    const { deps, table, scenario, id, old } = at;
    let isFirst = true;
    const archive = throughout(at.archive, async (_, make) => {
      const answer = await make();
      if (isFirst) await scenario.evaluation.transactions.annotate(id, old.transaction.id, { notes: 'Audited' });
      isFirst = false;
      return answer;
    });
    await expireAll({ ...deps, table, archive, days: DAYS });
    const left = await transactionsOf(at);
    expect(ids(left)).toEqual(ids([old.transaction, at.pending, at.young.transaction]));
    deps.advance(DAY);
    await expireAll({ ...deps, table, archive, days: DAYS });
    expect(ids(await transactionsOf(at))).toEqual(ids([at.pending, at.young.transaction]));
    expect(at.lines()).toContainEqual(expect.objectContaining({ id: old.transaction.id, notes: 'Audited' }));
    for (const list of countedLists) expect(await recountList(deps, list, id)).toMatchObject({ repaired: 0 });
  });

  it('keeps transactions for ever by default', async () => {
    const at = await filled();
    await expireAll({ ...at.deps, archive: at.archive, days: { ...DAYS, transactions: undefined } });
    expect(await transactionsOf(at)).toHaveLength(5);
    expect(at.files.size).toBe(0);
    expect(await at.scenario.events()).toHaveLength(3);
  });

  it('removes an entry of the audit log 400 days after its change, and no younger entry', async () => {
    const at = await filled();
    const { deps, archive, id, scenario } = at;
    const expire = () => expireAll({ ...deps, archive, days: DAYS });
    const logged = async () => (await auditPage(deps, id, AuditQuery.parse({ pageSize: '100' }))).data;
    const old = await logged();
    expect(old.length).toBeGreaterThan(0);
    deps.advance(349 * DAY);
    await scenario.makeRule();
    const [young] = await logged();
    await expire();
    expect(await logged()).toEqual([young, ...old]);
    deps.advance(52 * DAY);
    await expire();
    expect(await logged()).toEqual([young]);
  });

  it('leaves the transactions of an open difference until something explains the difference', async () => {
    const at = await filled();
    const { walletId, chain, blockTimestamp } = at.old.transaction;
    const times = { fromTime: blockTimestamp, toTime: blockTimestamp };
    const difference = aDifference({ id: at.deps.newId(), walletId, chain: ChainId.parse(chain), ...times });
    const differences = differenceRepo(at.deps);
    await differences.create(at.id, { ...difference, status: 'open' }, []);
    const expire = () => expireAll({ ...at.deps, archive: at.archive, days: DAYS });
    await expire();
    expect(await transactionsOf(at)).toHaveLength(5);
    await differences.explain(at.id, difference.id, 'Found.', []);
    at.deps.advance(DAY);
    await expire();
    await check(at);
  });

  it('takes nothing from an organisation that is suspended before the pass or during it', async () => {
    const at = await filled();
    const expiring = { ...at.deps, archive: at.archive, days: DAYS };
    await suspensionRepo(at.deps).suspend(at.id);
    await expireAll(expiring);
    expect(await expiriesOf(expiring, at.id)).toEqual([]);
    await suspensionRepo(at.deps).resume(at.id);
    await beginExpiries(expiring);
    await suspensionRepo(at.deps).suspend(at.id);
    for (const { run } of await dueExpiries(expiring)) await run();
    expect(await expiriesOf(expiring, at.id)).toMatchObject([{ status: 'running', removed: 0, leaseUntil: null }]);
    expect(await transactionsOf(at)).toHaveLength(5);
    await suspensionRepo(at.deps).resume(at.id);
    at.deps.advance(3600);
    await expired(at, HEALTHY);
    await check(at);
  });

  it('goes on in the next run where a run stopped, and passes over an organisation once a day', async () => {
    const at = await filled();
    // So slow that a run is over after a step.
    const now = () => {
      at.deps.advance(expiryJob.runSeconds / 4);
      return at.deps.now();
    };
    const expiring = { ...at.deps, archive: at.archive, days: DAYS };
    await beginExpiries(expiring);
    let runs = 0;
    for (let due = await dueExpiries(expiring); due.length > 0; due = await dueExpiries(expiring)) {
      for (const { run } of due) await run({ now });
      runs += 1;
    }
    expect(runs).toBeGreaterThan(2);
    await check(at);
    const reads = new Faults();
    await reads.process(() => beginExpiries({ ...expiring, table: openTable(at.table.name, reads.over(dynamoDb())) }));
    expect(reads.calls.length).toBeLessThan(8);
    expect(await expiriesOf(expiring, at.id)).toMatchObject([{ status: 'completed', removed: 6 }]);
  });
});

it('the decision on a suppressed match expires, and the decision of an alert does not', async () => {
  const table = await makeTable();
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  await scenario.makeRule({ cooldownMinutes: 60 });
  for (const n of [1, 2]) await scenario.evaluate(await scenario.record(n));
  const Stored = z.object({ outcome: z.string(), ttl: z.number().optional() });
  const decisions = await organisationItems(table, scenario.organisation, 'DECISION#', Stored);
  expect(new Map(decisions.map(({ outcome, ttl }) => [outcome, ttl]))).toEqual(
    new Map([
      ['fired', undefined],
      ['provisional', epochSeconds(deps.now()) + 90 * DAY],
    ]),
  );
});
