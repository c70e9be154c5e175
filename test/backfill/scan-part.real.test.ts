import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pipelines } from '../../functions/pipelines/pipelines.ts';
import { scanDeps } from '../../lib/backfill/backfill-wiring.ts';
import { MOST_RECEIVES } from '../../lib/backfill/parts.ts';
import { backfillRepo } from '../../lib/backfill/repo.ts';
import { scanPart } from '../../lib/backfill/scan-part.ts';
import { type Backfill, CreateBackfill, type PartMessage } from '../../lib/backfill/schema.ts';
import { resumeBackfill, startBackfill } from '../../lib/backfill/start-backfill.ts';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';
import { deferredMatches } from '../../lib/watch/deferred-matches.ts';
import { recordingQueue, type TestDeps, testDeps } from '../support/deps.ts';
import { Faults, HEALTHY, type Plan } from '../support/faults.ts';
import { etherAt } from '../support/prices.ts';
import { quiet } from '../support/quiet.ts';
import { recorded } from '../support/recorded.ts';
import { hashOf, makeScenario, RECEIVER, type Scenario, SENDER } from '../support/scenario.ts';
import { sweep } from '../support/sweep.ts';
import { dynamoDb, makeTable } from '../support/table.ts';
import { fakeChain } from './fake-chain.ts';

quiet();

const FROM = 100;
/** A range with two parts, of 25 blocks and of six blocks. */
const TO = 130;
const PAYER = RECEIVER;
const STRANGER = '0xdE709F2102306220921060314715629080E2fB77';
/** Heights of the payments to the wallet inside the range: at both ends, and two payments in one block. */
const PAID = [FROM, 110, 110, 120, TO];
/** Only every tenth height has a block, so that a scan has few steps. */
const skipped = Array.from({ length: 300 }, (_, height) => height).filter((height) => height % 10 !== 0);
const chain = fakeChain({
  head: 200,
  payer: PAYER,
  skipped,
  payments: [...PAID, 90, 160].map((height) => ({ height, to: SENDER })).concat({ height: 120, to: STRANGER }),
});
const expected = PAID.map((_, n) => hashOf(n)).sort();

const faults = new Faults();
let table: Table;
let failingTable: Table;
let deps: TestDeps;
let scenario: Scenario;
beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
});

/** A queue that delivers a message again when its scan fails. The queue keeps messages that failed too often. */
class Parts {
  waiting: { message: PartMessage; receives: number }[] = [];
  readonly dead: PartMessage[] = [];

  send = async (messages: readonly PartMessage[]): Promise<void> => {
    this.waiting.push(...messages.map((message) => ({ message, receives: 0 })));
  };

  /** Delivers until no message waits. `receive` returns whether the scan succeeded. */
  async drain(receive: (message: PartMessage, isLastTry: boolean) => Promise<boolean>): Promise<void> {
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      const receives = next.receives + 1;
      if (await receive(next.message, receives === MOST_RECEIVES)) continue;
      if (receives === MOST_RECEIVES) this.dead.push(next.message);
      else this.waiting.push({ ...next, receives });
    }
  }
}

/** A reader whose calls fail as planned. */
const faulty = (reader: ChainReader): ChainReader => ({
  ...reader,
  heights: (...given) => faults.around('heights', () => reader.heights(...given)),
  header: (...given) => faults.around('header', () => reader.header(...given)),
  block: (...given) => faults.around('block', () => reader.block(...given)),
});

/** The operations on backfills, on a table and a chain. */
function backfilling(reader: ChainReader = chain, on: Table = table) {
  const inner = { ...deps, table: on };
  const parts = new Parts();
  const chains = async () => ({ reader: () => faulty(reader) });
  const backfills = backfillRepo(inner);
  const send: Parts['send'] = (messages) => faults.around('queue', () => parts.send(messages));
  const { wallets } = scenario.evaluation;
  const scanned = { cursors: cursorRepo(inner), deferred: deferredMatches(inner) };
  const starting = { backfills, parts: { send }, wallets, ...scanned, chains };
  const outside = { chains, prices: etherAt('3000'), queue: recordingQueue() };
  /** The ids of the records whose tokens the wallet is noted to hold. */
  const noted: string[] = [];
  const held = { note: async (_: unknown, { id }: { id: string }) => void noted.push(id) };
  const scanning = { ...scanDeps(inner, outside), held, wait: async () => undefined };
  const organisationId = scenario.organisation;
  const scan = (message: PartMessage, isLastTry = false) =>
    scanPart(scanning, message, isLastTry, new AbortController().signal);
  return {
    parts,
    noted,
    scan,
    start: (more: object = {}): Promise<Backfill> => {
      const body = { walletId: scenario.wallet.id, fromHeight: FROM, toHeight: TO, ...more };
      return startBackfill(starting, organisationId, 'ethereum', CreateBackfill.parse(body));
    },
    resume: (id: string) => resumeBackfill(starting, organisationId, 'ethereum', id),
    cancel: (id: string) => backfills.cancel(organisationId, 'ethereum', id),
    /** Scans every waiting part. A part that fails is delivered again. */
    drain: () =>
      parts.drain((message, isLastTry) =>
        scan(message, isLastTry).then(
          () => true,
          () => false,
        ),
      ),
    job: (id: string) => backfillRepo(deps).get(organisationId, 'ethereum', id),
    list: (more: object = {}) => backfills.list(organisationId, 'ethereum', { page: 1, pageSize: 25, ...more }),
  };
}

async function recordsOf({ evaluation, organisation }: Scenario) {
  return (await evaluation.transactions.page(organisation, {}, { page: 1, pageSize: 100 })).data;
}
const hashes = async () => (await recordsOf(scenario)).map(({ hash }) => hash).sort();
const COMPLETED = { status: 'completed', blocksTotal: 31, blocksDone: 31, transactionsFound: 5, failure: null };

describe('a backfill', () => {
  it('records the transactions of the wallet inside the range and no other transactions', async () => {
    const backfill = backfilling();
    const job = await backfill.start();
    expect(job).toMatchObject({ status: 'running', blocksTotal: 31, blocksDone: 0, completedAt: null });
    deps.advance(60);
    await backfill.drain();
    const completedAt = deps.now().toISOString();
    expect(await backfill.job(job.id)).toEqual({ ...job, ...COMPLETED, updatedAt: completedAt, completedAt });
    expect(await hashes()).toEqual(expected);
    const [record] = await recordsOf(scenario);
    expect(record).toMatchObject({
      walletId: scenario.wallet.id,
      chain: 'ethereum',
      blockNumber: TO,
      blockHash: hashOf(1_000_000 + TO),
      direction: 'inbound',
      fromAddress: PAYER,
      toAddress: SENDER,
      tokenAmount: '1',
      valueUsd: '3000',
      source: 'watch',
    });
  });

  it.each([true, false])('evaluates its records only when the caller sets evaluateRules: %s', async (evaluateRules) => {
    await scenario.makeRule({ cooldownMinutes: 0 });
    const backfill = backfilling();
    await backfill.start({ evaluateRules });
    await backfill.drain();
    for (const record of await recordsOf(scenario)) {
      expect(await scenario.isPending(record.id)).toBe(evaluateRules);
      await scenario.evaluate(record);
    }
    expect(await scenario.events()).toHaveLength(evaluateRules ? 5 : 0);
    // The evaluation notes what the wallet holds.
    expect(backfill.noted.sort()).toEqual(evaluateRules ? [] : (await recordsOf(scenario)).map(({ id }) => id).sort());
  });

  it('counts records that existed before and does not change them', async () => {
    const before = await scenario.record(0, { blockNumber: FROM, fromAddress: PAYER, toAddress: SENDER });
    await scenario.evaluation.transactions.annotate(scenario.organisation, before.id, { notes: 'mine' });
    const backfill = backfilling();
    const job = await backfill.start();
    await backfill.drain();
    expect(await backfill.job(job.id)).toMatchObject(COMPLETED);
    expect(await hashes()).toEqual(expected);
    expect(await scenario.evaluation.transactions.get(scenario.organisation, before.id)).toMatchObject({
      notes: 'mine',
      source: 'import',
      createdAt: before.createdAt,
    });
  });

  it('has the same result when messages are delivered twice, concurrently and in any order', async () => {
    const backfill = backfilling();
    const job = await backfill.start();
    const messages = backfill.parts.waiting.map(({ message }) => message).reverse();
    await Promise.all([...messages, ...messages].map((message) => backfill.scan(message)));
    for (const message of messages) await backfill.scan(message, true);
    expect(await backfill.job(job.id)).toMatchObject(COMPLETED);
    expect(await hashes()).toEqual(expected);
  });

  it('needs only the table permissions of its function', async () => {
    const { client, actions } = recorded(dynamoDb());
    const backfill = backfilling(chain, openTable(table.name, client));
    const job = await backfill.start({ evaluateRules: true });
    actions.length = 0;
    await backfill.drain();
    expect(await backfill.job(job.id)).toMatchObject(COMPLETED);
    const allowed: readonly string[] = pipelines['backfill-blocks'].access.table;
    expect([...new Set(actions)].filter((action) => !allowed.includes(action))).toEqual([]);
  });
});

describe('the start of a backfill', () => {
  const refusal = (path: string) => ({ code: 'validation_failed', errors: [expect.objectContaining({ path })] });

  it('is refused for a wallet that belongs to another organisation, is deleted, or is on other chains', async () => {
    const backfill = backfilling();
    const other = await makeScenario(deps);
    await expect(backfill.start({ walletId: other.wallet.id })).rejects.toMatchObject({ code: 'not_found' });
    const base = await scenario.makeWallet({ label: 'Base', address: STRANGER, chains: ['base'] });
    await expect(backfill.start({ walletId: base.id })).rejects.toMatchObject(refusal('walletId'));
    await scenario.wallets.remove(scenario.organisation, base.id);
    await expect(backfill.start({ walletId: base.id })).rejects.toMatchObject({ code: 'not_found' });
    expect((await backfill.list()).data).toEqual([]);
    expect(backfill.parts.waiting).toEqual([]);
  });

  it('is accepted for final blocks of a chain without a watcher while the chain can be reached', async () => {
    const backfill = backfilling();
    await expect(backfill.start({ toHeight: 189 })).rejects.toMatchObject({
      ...refusal('toHeight'),
      message: expect.stringContaining('188'),
    });
    expect((await backfill.start({ toHeight: 188 })).blocksTotal).toBe(89);
    const head = () => Promise.reject(new ChainUnavailableError('ethereum', 'no endpoint'));
    await expect(backfilling({ ...chain, head }).start()).rejects.toThrow(ChainUnavailableError);
  });

  it('is accepted for blocks of a watched chain up to the last scanned block, without a call to a node', async () => {
    const head = () => Promise.reject(new ChainUnavailableError('base', 'no endpoint'));
    const { wallets } = scenario.evaluation;
    const wallet = await scenario.makeWallet({ label: 'Base', address: STRANGER, chains: ['base'] });
    const cursors = cursorRepo(deps);
    const begun = await cursors.begin('base', 100);
    if (begun !== null) await cursors.move(begun, { height: 120, hash: '0x1', timestamp: deps.now().toISOString() });
    const parts = new Parts();
    const starting = { backfills: backfillRepo(deps), parts, wallets, cursors, deferred: deferredMatches(deps) };
    const start = (toHeight: number) =>
      startBackfill(
        { ...starting, chains: async () => ({ reader: () => ({ ...chain, head }) }) },
        scenario.organisation,
        'base',
        { walletId: wallet.id, fromHeight: 0, toHeight, evaluateRules: false },
      );
    await expect(start(121)).rejects.toMatchObject({
      ...refusal('toHeight'),
      message: expect.stringContaining('120'),
    });
    expect(await start(120)).toMatchObject({ chain: 'base', blocksTotal: 121 });
    expect(parts.waiting).toHaveLength(5);
  });
});

describe('a backfill job', () => {
  it('is visible only to its organisation and on its chain', async () => {
    const backfill = backfilling();
    const { id } = await backfill.start();
    const backfills = backfillRepo(deps);
    const stranger = OrganisationId.parse(deps.newId());
    for (const [organisationId, on] of [
      [stranger, 'ethereum'],
      [scenario.organisation, 'base'],
    ] as const) {
      for (const act of [backfills.get, backfills.cancel, backfills.restart]) {
        await expect(act(organisationId, on, id)).rejects.toMatchObject({ code: 'not_found' });
      }
      expect((await backfills.list(organisationId, on, { page: 1, pageSize: 25 })).data).toEqual([]);
    }
    expect(await backfill.job(id)).toMatchObject({ status: 'running' });
  });

  it('is listed before older jobs', async () => {
    const backfill = backfilling();
    const first = await backfill.start();
    deps.advance(1);
    const second = await backfill.start();
    expect((await backfill.list()).data).toEqual([second, first]);
    expect(await backfill.list({ page: 2, pageSize: 1 })).toEqual({
      data: [first],
      meta: { total: 2, page: 2, pageSize: 1, next: null },
    });
  });

  it('stops when a caller cancels the job, and continues from there when a caller resumes the job', async () => {
    const backfill = backfilling();
    const { id } = await backfill.start();
    const [first] = backfill.parts.waiting;
    if (first) await backfill.scan(first.message);
    const cancelled = await backfill.cancel(id);
    expect(cancelled).toMatchObject({ status: 'cancelled', blocksDone: 25, transactionsFound: 4 });
    deps.advance(1);
    expect(await backfill.cancel(id)).toEqual(cancelled);
    await backfill.drain();
    expect(await backfill.job(id)).toEqual(cancelled);
    expect(await hashes()).toHaveLength(4);

    expect(await backfill.resume(id)).toMatchObject({ status: 'running', blocksDone: 25 });
    expect(backfill.parts.waiting.map(({ message }) => message.n)).toEqual([1]);
    await backfill.drain();
    expect(await backfill.job(id)).toMatchObject(COMPLETED);
    expect(await hashes()).toEqual(expected);
  });

  it('records nothing of a part when a caller cancels the job in the middle of this part', async () => {
    const full = fakeChain({ head: 200, payer: PAYER, payments: [{ height: FROM, to: SENDER }] });
    let read = 0;
    let cancelling: () => Promise<unknown> = async () => undefined;
    const block: ChainReader['block'] = async (height, signal) => {
      if (++read === 5) await cancelling();
      return full.block(height, signal);
    };
    const backfill = backfilling({ ...full, block });
    const { id } = await backfill.start();
    cancelling = () => backfill.cancel(id);
    await backfill.drain();
    expect(read).toBeLessThan(20);
    expect(await backfill.job(id)).toMatchObject({ status: 'cancelled', blocksDone: 0 });
    expect(await hashes()).toEqual([]);
  });

  it('is completed at once when a caller resumes the job and all parts are done', async () => {
    const backfill = backfilling();
    const { id } = await backfill.start();
    const last = await backfill.job(id);
    for (const n of [0, 1]) await backfillRepo(deps).finish(scenario.organisation, last, n, 0);
    await backfill.cancel(id);
    expect(await backfill.resume(id)).toMatchObject({ status: 'completed', blocksDone: 31 });
  });

  it('cannot be cancelled or resumed when it is completed', async () => {
    const backfill = backfilling();
    const { id } = await backfill.start();
    await backfill.drain();
    const done = await backfill.job(id);
    for (const act of [backfill.cancel, backfill.resume]) {
      await expect(act(id)).rejects.toMatchObject({ code: 'invalid_transition' });
    }
    expect(await backfill.job(id)).toEqual(done);
  });

  // Scenario: one block cannot be read until the queue gives up. Then the chain recovers and the caller resumes.
  it('fails after the last try with a reason that hides the URL of the provider, and can be resumed', async () => {
    const down = { is: true };
    const block: ChainReader['block'] = (height, signal) =>
      down.is && height === TO
        ? Promise.reject(new ChainUnavailableError('ethereum', 'https://provider.example/SECRET answered 429'))
        : chain.block(height, signal);
    const backfill = backfilling({ ...chain, block });
    const { id } = await backfill.start();
    await backfill.drain();
    expect(await backfill.job(id)).toMatchObject({
      status: 'failed',
      blocksDone: 25,
      failure: 'Blocks 125 to 130 could not be scanned: the chain ethereum could not be reached.',
    });
    expect(backfill.parts.dead.map(({ n }) => n)).toEqual([1]);
    await expect(backfill.cancel(id)).rejects.toMatchObject({ code: 'invalid_transition' });

    down.is = false;
    expect(await backfill.resume(id)).toMatchObject({ status: 'running', failure: null });
    await backfill.drain();
    expect(await backfill.job(id)).toMatchObject(COMPLETED);
  });

  it('records nothing of a part whose blocks contradict each other', async () => {
    const block: ChainReader['block'] = async (height, signal) => ({
      ...(await chain.block(height, signal)),
      ...(height === 120 && { parentHash: '0xother' }),
    });
    const backfill = backfilling({ ...chain, block });
    const { id } = await backfill.start();
    await backfill.drain();
    expect(await backfill.job(id)).toMatchObject({
      status: 'failed',
      failure: 'Blocks 100 to 124 could not be scanned: what the chain says of them contradicts itself.',
    });
    // The other part has one block, which nothing contradicts.
    expect(await hashes()).toEqual([hashOf(4)]);
  });

  it('fails when its wallet is deleted or leaves the chain, and no message of the job stays in the queue', async () => {
    const { wallets } = scenario;
    const moved = await scenario.makeWallet({ label: 'Moves', address: STRANGER, chains: ['ethereum'] });
    const backfill = backfilling();
    const jobs = [await backfill.start(), await backfill.start({ walletId: moved.id })];
    await wallets.remove(scenario.organisation, scenario.wallet.id);
    await wallets.update(scenario.organisation, moved.id, { chains: ['base'] });
    await backfill.drain();
    expect(backfill.parts.dead).toEqual([]);
    const ended = await Promise.all(jobs.map(({ id }) => backfill.job(id)));
    expect(ended.map(({ status, failure }) => `${status}: ${failure}`)).toEqual([
      'failed: The wallet was deleted.',
      'failed: The wallet is no longer on ethereum.',
    ]);
    expect(await hashes()).toEqual([]);
  });
});

/** Runs one backfill under a fault plan. The caller and the queue retry. */
async function run(plan: Plan) {
  const backfill = backfilling(chain, failingTable);
  faults.arm(plan);
  let id = '';
  while (id === '') {
    await faults.process(async () => {
      const [begun] = (await backfillRepo(deps).list(scenario.organisation, 'ethereum', { page: 1, pageSize: 25 }))
        .data;
      if (begun !== undefined && backfill.parts.waiting.length > 0) id = begun.id;
      else id = (await (begun === undefined ? backfill.start() : backfill.resume(begun.id))).id;
    });
  }
  // The queue delivers each message twice.
  backfill.parts.waiting.push(...backfill.parts.waiting);
  await backfill.parts.drain((message, isLastTry) => faults.process(() => backfill.scan(message, isLastTry)));
  expect(backfill.parts.dead).toEqual([]);
  expect(await backfill.job(id)).toMatchObject(COMPLETED);
  expect(await hashes()).toEqual(expected);
}

describe('a backfill whose processes may fail', () => {
  it('completes when no call fails', async () => {
    await run(HEALTHY);
  });

  it.each<[string, Pick<Plan, 'fails' | 'process'>]>([
    ['dies before a call takes effect', { fails: 'before', process: 'dies' }],
    ['dies after a call took effect', { fails: 'after', process: 'dies' }],
    ['goes on after a call failed without effect', { fails: 'before', process: 'goes on' }],
    ['goes on after the answer of a call was lost', { fails: 'after', process: 'goes on' }],
  ])('loses no record and counts each block once when a process %s', async (_how, plan) => {
    const calls = await sweep(faults, plan, 3, async (planned) => {
      scenario = await makeScenario(deps);
      await run(planned);
    });
    faults.arm(HEALTHY);
    expect(calls).toEqual(expect.arrayContaining(['queue', 'heights', 'block', 'header', 'TransactWriteItemsCommand']));
  });
});
