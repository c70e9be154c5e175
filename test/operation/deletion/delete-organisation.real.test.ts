import { createServer } from 'node:http';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { CreateAddressList } from '../../../lib/address-book/address-list-schema.ts';
import { addressLists } from '../../../lib/address-book/address-lists.ts';
import { bookRepo } from '../../../lib/address-book/repo.ts';
import { CreateBookEntry } from '../../../lib/address-book/schema.ts';
import { sourcedAddresses } from '../../../lib/address-book/sourced-addresses.ts';
import { CreateBacktest } from '../../../lib/alerts/backtests/schema.ts';
import { createBacktest } from '../../../lib/alerts/backtests/start-backtest.ts';
import { createReview } from '../../../lib/alerts/review/review-job.ts';
import { createDestination } from '../../../lib/channels/destinations/change-destination.ts';
import { channels } from '../../../lib/channels/index.ts';
import { drain } from '../../../lib/deliveries/limits/drain.ts';
import { fileKey } from '../../../lib/exports/export-files.ts';
import { newExport } from '../../../lib/exports/export-job.ts';
import { exportRepo } from '../../../lib/exports/start-export.ts';
import { makeCheckpoint } from '../../../lib/operation/checkpoints/make-checkpoint.ts';
import { runDeletion, SETTLE_SECONDS } from '../../../lib/operation/deletion/run-deletion.ts';
import { startDeletion } from '../../../lib/operation/deletion/start-deletion.ts';
import { archivePrefix } from '../../../lib/operation/retention/archive.ts';
import { createKey } from '../../../lib/organisations/api-keys/create-key-for.ts';
import { apiKeyRepo } from '../../../lib/organisations/api-keys/repo.ts';
import { suspensionRepo } from '../../../lib/organisations/suspension/repo.ts';
import { unserved } from '../../../lib/organisations/suspension/unserved.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { newReplay } from '../../../lib/replays/replay-job.ts';
import { CreateReplay } from '../../../lib/replays/schema.ts';
import { replayRepo } from '../../../lib/replays/start-replay.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { paymentChain } from '../../../local/chains/recorded/payment-chain.ts';
import { address } from '../../chains/solana/answers.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { recordingQueue, recordingTimer, testDeps } from '../../support/deps.ts';
import { Faults, HEALTHY, type Plan } from '../../support/faults.ts';
import { attemptDeps, drainDeps, PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { aTokenTransfer, blockHash } from '../../support/records.ts';
import { makeScenario, RECEIVER, type Scenario, SENDER, undivided } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { priceDesk } from '../../transactions/valuation/price-desk.ts';
import { budgeted } from '../../watch/deferred/budgeted.ts';
import { holding, payment } from '../../watch/payments.ts';
import { signing } from '../checkpoints/signing.ts';
import { memoryArchive } from '../retention/memory-archive.ts';

quiet();

const faults = new Faults();
/** What happens while a receiver has a POST and has not yet answered. */
let meanwhile = async () => {};
const { listener } = receiving((response) => void meanwhile().then(() => response.writeHead(500).end()));
let base: string;
beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(createServer(listener))}`;
});
afterAll(closeAll);

/** Every item of the table as text. Sets and bytes as their elements. */
async function everything(table: Table): Promise<string[]> {
  const items: string[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(new ScanCommand({ TableName: table.name, ExclusiveStartKey }));
    const text = (item: unknown) => JSON.stringify(item, (_, value) => (value instanceof Set ? [...value] : value));
    items.push(...(page.Items ?? []).map(text));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return items;
}

/**
 * Two organisations with everything that the service stores. A watcher finds payments of their wallets, and defers
 * some. The deletion begins while a receiver has a POST of the organisation. One of the two is divided.
 */
async function filled(table: Table, isDivided = true) {
  const deps = testDeps(table);
  const paid = [0, 1, 2, 3, 4, 5].map((n) => payment(n, { from: SENDER, to: RECEIVER }));
  const signed = [6, 7, 8, 9].map((n) => payment(n, { from: RECEIVER, to: SENDER }));
  const chain = paymentChain(holding(...paid, ...signed));
  const watcher = await budgeted(chain, { perBlock: 3, atOnce: 50, perHour: 1000 }, deps);
  const removed: string[] = [];
  const files = { remove: async (key: string) => void removed.push(key) };
  const archived = memoryArchive();
  const { archive } = archived;
  const desk = priceDesk({ ETH: '3000' });

  /** Waits for a price, has more effects than a record holds, and proves that the wallet held its token. */
  async function waitingRecord(scenario: Scenario): Promise<StoredTransaction> {
    const out = { from: SENDER, to: RECEIVER, direction: 'outbound' } as const;
    const transfers = Array.from({ length: 600 }, () => aTokenTransfer(out));
    desk.fail();
    const record = await scenario.sight(3, blockHash('a'), { transfers, sender: SENDER });
    desk.recover();
    return record;
  }

  async function organisation(ofBefore: boolean) {
    const scenario = await makeScenario(deps, channels, desk, ofBefore ? undivided(deps) : undefined);
    const { organisation: id } = scenario;
    await write(table, { put: { ...keys.organisation(id), name: 'Acme', organisationId: id } });
    const { id: keyId, ...key } = await createKey(deps, id, { name: 'Key', scope: 'admin' });
    const stored = await apiKeyRepo(deps).get(id, keyId);
    await write(table, { put: { ...keys.rate(keyId), full: '1' } });
    await scenario.makeWallet({ label: 'Watched', address: RECEIVER, chains: ['anvil', 'base'] });
    const gone = await scenario.makeWallet({ label: 'Gone', address: SENDER, chains: ['polygon'] });
    await scenario.wallets.remove(id, gone.id);
    await scenario.makeRule({ cooldownMinutes: 60 });
    await scenario.makeRule({ ruleType: 'balance', conditions: { asset: address(4), below: 1 } });
    const webhook = await scenario.makeWebhook(`${base}/hooks`);
    await createDestination(scenario.changing, id, {
      name: 'Desk',
      kind: 'discord',
      config: { url: `${base}/desk` },
      match: {},
      isActive: true,
    });
    for (const n of [1, 2]) await scenario.evaluate(await scenario.record(n));
    await scenario.evaluate(await waitingRecord(scenario));
    await write(table, { put: { ...keys.rate(id), full: '1' } });
    const { id: exportId } = await exportRepo(deps).create(id, newExport(deps, {}));
    await createBacktest(
      { ...deps, jobs: { start: async () => {} }, transactions: { count: async () => 0 } },
      id,
      CreateBacktest.parse({ rule: { ruleType: 'any_transfer' }, from: '2026-02-01', to: '2026-02-02' }),
    );
    await createReview(
      { ...deps, jobs: { start: async () => {} } },
      id,
      { id: 'key', name: 'Key' },
      { action: 'resolve' },
    );
    await replayRepo(deps).create(id, newReplay(deps, CreateReplay.parse({})));
    const lists = addressLists({ ...deps, jobs: { start: async () => {} } });
    const list = await lists.create(id, CreateAddressList.parse({ name: 'sanctioned', purpose: 'deny' }));
    const sourced = sourcedAddresses(table, id, list.id);
    await sourced.keep(['0x1', '0x2']);
    await sourced.apply(new Set(['0x1', '0x2']), () => false);
    const entry = CreateBookEntry.parse({ address: SENDER, label: 'Partner', lists: ['sanctioned'] });
    await bookRepo(deps).create(id, entry);
    const later = { ...deps, now: () => plusSeconds(deps.now(), 7200) };
    await makeCheckpoint(signing(later, recordingQueue()), id, null);
    const [delivery] = await scenario.deliveries();
    if (delivery === undefined) throw new Error('no rule fired');
    return { scenario, id, key, keyId, sha256: stored.sha256, webhook, exportId, delivery };
  }

  const deleted = await organisation(!isDivided);
  const other = await organisation(isDivided);
  await watcher.scanned();
  for (const { id } of [deleted, other]) await archive.put(`${archivePrefix(id)}file`, Buffer.from('records'));
  return { deps, watcher, chain, files, removed, archive, archived, deleted, other };
}

type Filled = Awaited<ReturnType<typeof filled>>;

const Keyed = z.object({ pk: z.string(), sk: z.string(), gsi3pk: z.string().default('') });

/** What exists of these items, by the beginnings of their keys and of the entries in the index of due work. */
const kindsOf = (items: readonly string[]): Set<string> =>
  new Set(
    items.flatMap((item) => {
      const { pk, sk, gsi3pk } = Keyed.parse(JSON.parse(item));
      return [pk, sk, gsi3pk.replace(/#\d+$/, '')].map((key) => key.replace(/(?<!^DUE)#.*$/s, ''));
    }),
  );

/** The kinds of items that an organisation gains while its alerts are suppressed, wait, or are deferred. */
const KINDS = [
  ...['COOLDOWN', 'INCOOLDOWN', 'HELD', 'EFFECTS', 'VALUE', 'DUE#VALUE', 'RATE'],
  ...[
    'CHECKPOINT',
    'CHECKPOINTS',
    'BOOKENTRY',
    'ADDRESSLIST',
    'DESTINATION',
    'URGENT',
    'DEFERRED',
    'MATCHES',
    'DUE#MATCHES',
    'ASKING',
  ],
];

/** The items that name an organisation or one of its keys. */
const tracesOf = (items: readonly string[], { id, keyId, sha256 }: Filled['deleted']): string[] =>
  items.filter((item) => [id, keyId, sha256].some((part) => item.includes(part)));

async function deliver({ deps }: Filled, table: Table, { delivery }: Filled['deleted']): Promise<void> {
  const attempting = attemptDeps({ ...deps, table }, recordingTimer());
  const queue = { send: async () => {} };
  const draining = { ...drainDeps({ ...deps, table }, attempting, queue, 2), unserved: unserved({ ...deps, table }) };
  const arrival = { from: 'first' as const, late: () => false, fail: () => {} };
  await drain(draining, [nextAttemptOf(delivery)], arrival);
}

/** Handover starts the runs: each minute, when a run is due. */
async function runUntilOver(
  { deps, files, archive, watcher, chain }: Filled,
  id: OrganisationId,
  table: Table,
): Promise<void> {
  const suspensions = suspensionRepo(deps);
  for (let runs = 0; runs < 30; runs++) {
    const suspension = await suspensions.find(id);
    if (suspension === null) return;
    const { deletion } = suspension;
    if (deletion === null) throw new Error('the deletion has not begun');
    if (deletion.dueAt > deps.now().toISOString()) deps.setNow(new Date(deletion.dueAt));
    await faults.process(() => runDeletion({ ...deps, table, files, archive }, id));
    if (runs < 2) {
      chain.append(holding(payment(20 + runs, { from: SENDER, to: RECEIVER })));
      await watcher.scanned();
    }
  }
  throw new Error('the deletion does not end');
}

async function run(plan: Plan, isDivided = true): Promise<void> {
  const bare = await makeTable();
  const table = openTable(bare.name, faults.over(dynamoDb()));
  const at = await filled(bare, isDivided);
  const { deps, deleted, other, watcher } = at;
  meanwhile = async () => {
    meanwhile = async () => {};
    await startDeletion(deps, deleted.id);
  };
  await deliver(at, bare, deleted);
  const before = tracesOf(await everything(bare), other).length;
  const traces = tracesOf(await everything(bare), deleted);
  expect(traces.join()).toContain('#LIST#AUDIT');
  const kinds = kindsOf(traces);
  expect(KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
  deps.advance(60);
  faults.arm(plan);
  await runUntilOver(at, deleted.id, table);

  // What still comes from queues and the stream has no effect.
  await deliver(at, bare, deleted);
  await watcher.consumed({ organisationId: deleted.id, chain: 'anvil' });
  const simulation = new PipelineSimulation({ deps, table: bare });
  const [first] = await other.scenario.events();
  if (first === undefined) throw new Error('the other organisation has no event');
  simulation.insert(deleted.id, {
    ...(await other.scenario.evaluation.transactions.get(other.id, first.transactionId)),
  });
  await simulation.runFor(1);
  await watcher.scanned();

  const items = await everything(bare);
  expect(tracesOf(items, deleted)).toEqual([]);
  expect(at.removed).toContain(fileKey(deleted.id, deleted.exportId));
  expect(at.removed).not.toContain(fileKey(other.id, other.exportId));
  expect([...at.archived.files.keys()]).toEqual([`${archivePrefix(other.id)}file`]);
  expect(tracesOf(items, other).length).toBeGreaterThanOrEqual(before);
}

describe('the deletion of an organisation', () => {
  it('leaves nothing in the table, beside a watcher and a delivery in flight', () => run(HEALTHY));

  it('leaves nothing of an organisation of before organisations were divided', () => run(HEALTHY, false));

  it.each([
    ['before', 'dies'],
    ['after', 'dies'],
    ['after', 'goes on'],
  ] as const)('leaves nothing when a call of it fails %s its effect and the process %s', async (fails, process) => {
    const calls = await sweep(faults, { fails, process }, 4, (plan) => run(plan));
    expect(calls).toEqual(expect.arrayContaining(['TransactWriteItemsCommand', 'BatchWriteItemCommand']));
  });

  it('erases nothing before every invocation that knew the organisation has ended', async () => {
    const table = await makeTable();
    const at = await filled(table);
    const { deps, files, archive, deleted } = at;
    await startDeletion(deps, deleted.id);
    await runDeletion({ ...deps, files, archive }, deleted.id);
    deps.advance(SETTLE_SECONDS - 1);
    await runDeletion({ ...deps, files, archive }, deleted.id);
    expect(await deleted.scenario.events()).toHaveLength(2);
    deps.advance(1);
    await runDeletion({ ...deps, files, archive }, deleted.id);
    expect(await deleted.scenario.events()).toEqual([]);
  });

  it('goes on with the references of blocks where the run before stopped', async () => {
    const table = await makeTable();
    const at = await filled(table);
    const { deps, files, archive, deleted } = at;
    await startDeletion(deps, deleted.id);
    await runDeletion({ ...deps, files, archive }, deleted.id);
    deps.advance(SETTLE_SECONDS);
    // So slow that a run is over after some chains: without the position, no run would come to the end.
    const slow = () => {
      deps.advance(4);
      return deps.now();
    };
    let runs = 0;
    for (; (await suspensionRepo(deps).find(deleted.id)) !== null && runs < 20; runs++)
      await runDeletion({ ...deps, now: slow, files, archive }, deleted.id);
    expect(runs).toBeGreaterThan(2);
    expect(runs).toBeLessThan(20);
    expect(tracesOf(await everything(table), deleted)).toEqual([]);
  });

  it('cannot be ended, and a repeated call changes nothing', async () => {
    const table = await makeTable();
    const deps = testDeps(table);
    const { organisation } = await makeScenario(deps);
    await write(table, { put: { ...keys.organisation(organisation), name: 'Acme' } });
    const first = await startDeletion(deps, organisation);
    deps.advance(60);
    expect(await startDeletion(deps, organisation)).toEqual(first);
    await expect(suspensionRepo(deps).resume(organisation)).rejects.toMatchObject({ code: 'conflict' });
  });
});
