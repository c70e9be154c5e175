import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { PART_BLOCKS } from '../../lib/backfill/parts.ts';
import type { Backfill } from '../../lib/backfill/schema.ts';
import type { Wallet } from '../../lib/wallets/schema.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';
import { depsOfStack } from '../balances/stored-balances.ts';
import { type Actor, newActor } from '../support/anvil.ts';
import { type ApiClient, api as apiOf, invalid, NOT_FOUND, newOrganisation, refusalOf } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { stackUrl } from '../support/stack-url.ts';
import { addRule, addWallet, evmAddress, UNKNOWN_ID } from './samples.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const TRANSITION = { status: 409, code: 'invalid_transition' };
const ANVIL = { id: 'anvil' };

let client: ApiClient;
let actor: Actor;
beforeAll(async () => {
  client = (await newOrganisation()).api;
  actor = await newActor(stackUrl('STACK_ANVIL_URL'));
});
afterAll(() => actor.stop());

const anvilWallet = (more: object = {}, api = client) => addWallet(api, { chains: ['anvil'], ...more });
/** A wallet that was paid before it was added, and the hash and block of the payment. */
async function paidWallet(api = client) {
  const address = evmAddress();
  const hash = await actor.sendEther(address, '1.5');
  const found = await api.ok(routes.lookupTransaction, { query: { hash, chain: 'anvil' } });
  const wallet = await anvilWallet({ address }, api);
  return { wallet, hash, height: found.transaction.blockNumber };
}

/** Adds empty blocks. Only a few, because each block takes a second of the chain's clock. */
async function mine(blocks: number): Promise<void> {
  const call = { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: [`0x${blocks.toString(16)}`] };
  const headers = { 'Content-Type': 'application/json' };
  await fetch(stackUrl('STACK_ANVIL_URL'), { method: 'POST', headers, body: JSON.stringify(call) });
}

const body = ({ id }: Pick<Wallet, 'id'>, more: object = {}) => ({
  walletId: id,
  fromHeight: 0,
  toHeight: 0,
  ...more,
});
const start = (wallet: Pick<Wallet, 'id'>, more: object = {}, api = client): Promise<Backfill> =>
  api.ok(routes.createBackfill, { params: ANVIL, body: body(wallet, more) });
const ofJob = ({ id }: Pick<Backfill, 'id'>) => ({ params: { ...ANVIL, backfillId: id } });
const ended = (job: Pick<Backfill, 'id'>, api = client) =>
  eventually(
    () => api.ok(routes.getBackfill, ofJob(job)),
    ({ status }) => status !== 'running',
  );

describe('GET /api/chains/:id/coverage', () => {
  it('answers that nothing is scanned for a chain that nobody watches', async () => {
    expect(await client.ok(routes.getCoverage, { params: { id: 'bsc' } })).toEqual({
      chain: 'bsc',
      status: 'unwatched',
      stopped: null,
      confirmations: 15,
      ranges: [],
      gaps: [],
      height: null,
      recordedTo: null,
      valuesDelayedSince: null,
      hash: null,
      timestamp: null,
      head: null,
      headAt: null,
      lag: null,
    });
  });

  it.each(['dogecoin', 'Ethereum', '1'])('is 400 for the unknown chain %s', async (id) => {
    expect(await client.refused(routes.getCoverage, { params: { id } })).toEqual(invalid('id'));
  });
});

describe('POST /api/chains/:id/backfill', () => {
  it('records the payments from before the wallet was added, without alerts', async () => {
    const { api } = await newOrganisation();
    await addRule(api);
    const { wallet, hash, height } = await paidWallet(api);
    const { status, body: made } = await api.call(routes.createBackfill, {
      params: ANVIL,
      body: body(wallet, { fromHeight: height, toHeight: height }),
    });
    expect(status).toBe(201);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      chain: 'anvil',
      walletId: wallet.id,
      fromHeight: height,
      toHeight: height,
      evaluateRules: false,
      status: 'running',
      blocksTotal: 1,
      blocksDone: 0,
      transactionsFound: 0,
      failure: null,
      createdAt: expect.stringMatching(INSTANT),
      updatedAt: expect.stringMatching(INSTANT),
      completedAt: null,
    });
    const [job] = (await api.ok(routes.listBackfills, { params: ANVIL })).data;
    expect(job && (await ended(job, api))).toMatchObject({
      status: 'completed',
      blocksDone: 1,
      transactionsFound: 1,
      completedAt: expect.stringMatching(INSTANT),
    });
    const { data } = await api.ok(routes.listTransactions);
    expect(data).toMatchObject([
      { hash, chain: 'anvil', blockNumber: height, walletId: wallet.id, direction: 'inbound', tokenAmount: '1.5' },
    ]);

    // The alert of a later import comes through the same stream, after any alert of the backfill.
    const { wallet: other, hash: later, height: blockNumber } = await paidWallet(api);
    const imported = { walletId: other.id, hash: later, chain: 'anvil', blockNumber, blockTimestamp: '2026-03-01' };
    await api.ok(routes.importTransaction, {
      body: { ...imported, fromAddress: actor.address, toAddress: other.address, valueDecimal: '1.5' },
    });
    const events = await eventually(
      async () => (await api.ok(routes.listEvents)).data,
      (all) => all.length > 0,
    );
    expect(events.map(({ walletId }) => walletId)).toEqual([other.id]);
  });

  it('fires alerts for its records when the request asks for the evaluation of the rules', async () => {
    const { api } = await newOrganisation();
    const rule = await addRule(api);
    const { wallet, height } = await paidWallet(api);
    await ended(await start(wallet, { fromHeight: height, toHeight: height, evaluateRules: true }, api), api);
    const events = await eventually(
      async () => (await api.ok(routes.listEvents)).data,
      (all) => all.length > 0,
    );
    expect(events).toMatchObject([{ ruleId: rule.id, walletId: wallet.id }]);
  });

  it('makes no second record when it is repeated', async () => {
    const { wallet, height } = await paidWallet();
    const range = { fromHeight: Math.max(0, height - 60), toHeight: height };
    for (const _ of [1, 2]) {
      expect(await ended(await start(wallet, range))).toMatchObject({ status: 'completed', transactionsFound: 1 });
    }
    const { meta } = await client.ok(routes.listTransactions, { query: { walletId: wallet.id } });
    expect(meta.total).toBe(1);
  });

  const refused = (given: unknown, chain = 'anvil') =>
    client.refused(routes.createBackfill, { params: { id: chain }, body: given });

  it.each<[string, object]>([
    ['fromHeight', { fromHeight: -1 }],
    ['fromHeight', { fromHeight: '0' }],
    ['fromHeight', { fromHeight: undefined }],
    ['toHeight', { fromHeight: 5, toHeight: 4 }],
    ['toHeight', { toHeight: 100_000 }],
    ['toHeight', { toHeight: 99_999 }],
    ['walletId', { walletId: 'mine' }],
    ['evaluateRules', { evaluateRules: 1 }],
    ['confirmations', { confirmations: 0 }],
  ])('refuses a bad %s: %j', async (field, more) => {
    expect(await refused(body(await anvilWallet(), more))).toEqual(invalid(field));
  });

  it('refuses an unknown chain, and a wallet on another chain', async () => {
    const wallet = await anvilWallet();
    expect(await refused(body(wallet), 'dogecoin')).toEqual(invalid('id'));
    expect(await refused(body(wallet), 'ethereum')).toEqual(invalid('walletId'));
  });

  it('is 404 for an unknown wallet, a deleted wallet and a wallet of another organisation', async () => {
    const deleted = await anvilWallet();
    await client.ok(routes.deleteWallet, { params: { id: deleted.id } });
    const theirs = await anvilWallet({}, (await newOrganisation()).api);
    for (const wallet of [{ id: UNKNOWN_ID }, deleted, theirs]) expect(await refused(body(wallet))).toEqual(NOT_FOUND);
  });

  it('refuses blocks that the watcher of the chain has not scanned', async () => {
    const cursors = cursorRepo(depsOfStack());
    const begun = await cursors.begin('polygon', 100);
    if (begun === null) throw new Error('another test scans Polygon');
    await cursors.move(begun, { height: 1_000, hash: '0x1000', timestamp: '2026-03-01T11:00:00.000Z' });
    const wallet = await addWallet(client, { chains: ['polygon'] });
    expect(await refused(body(wallet, { toHeight: 1_001 }), 'polygon')).toEqual(invalid('toHeight'));
  });

  it('is 502 with Retry-After when nobody watches the chain and no node tells its head', async () => {
    const wallet = await addWallet(client, { chains: ['bsc'] });
    const answer = await client.call(routes.createBackfill, { params: { id: 'bsc' }, body: body(wallet) });
    expect(refusalOf(answer)).toEqual({ status: 502, code: 'chain_unavailable' });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await client.ok(routes.listBackfills, { params: { id: 'bsc' } })).data).toEqual([]);
  });
});

describe('A backfill', () => {
  /** Starts a backfill and cancels it before it ends. Tries again when a slow machine let the backfill end first. */
  async function cancelledInTime(wallet: Wallet, range: object) {
    for (;;) {
      const job = await start(wallet, range);
      const { status, body: cancelled } = await client.call(routes.cancelBackfill, ofJob(job));
      expect([200, 409]).toContain(status);
      // The five parts that were being scanned may still complete.
      if (status === 200 && Object(cancelled).blocksDone < 500 - 5 * PART_BLOCKS) return { job, cancelled };
    }
  }

  it('stays cancelled until it is resumed, and then scans the remaining parts', async () => {
    const { wallet, height } = await paidWallet();
    // Twenty parts, of which five are scanned at a time.
    await mine(500);
    const { job, cancelled } = await cancelledInTime(wallet, { fromHeight: height, toHeight: height + 499 });
    expect(cancelled).toMatchObject({ id: job.id, status: 'cancelled', completedAt: null });
    expect(await client.ok(routes.cancelBackfill, ofJob(job))).toMatchObject({ status: 'cancelled' });
    const resumed = await client.ok(routes.resumeBackfill, ofJob(job));
    expect(resumed).toMatchObject({ status: 'running', blocksTotal: 500, failure: null });
    expect(resumed.blocksDone).toBeLessThan(500);
    const done = { status: 'completed', blocksDone: 500, transactionsFound: 1 };
    expect(await ended(job)).toMatchObject(done);
  });

  it('can be neither cancelled nor resumed after it completed', async () => {
    const job = await ended(await start(await anvilWallet()));
    expect(job).toMatchObject({ status: 'completed', transactionsFound: 0 });
    for (const route of [routes.cancelBackfill, routes.resumeBackfill]) {
      expect(await client.refused(route, ofJob(job))).toEqual(TRANSITION);
    }
    expect(await client.ok(routes.getBackfill, ofJob(job))).toEqual(job);
  });

  it('is 404 for other organisations and under other chains', async () => {
    const job = await ended(await start(await anvilWallet()));
    const other = (await newOrganisation()).api;
    for (const route of [routes.getBackfill, routes.cancelBackfill, routes.resumeBackfill]) {
      expect(await other.refused(route, ofJob(job))).toEqual(NOT_FOUND);
      const elsewhere = { params: { id: 'base', backfillId: job.id } };
      expect(await client.refused(route, elsewhere)).toEqual(NOT_FOUND);
      expect(await client.refused(route, { params: { ...ANVIL, backfillId: 'x' } })).toEqual(invalid('backfillId'));
    }
    expect((await other.ok(routes.listBackfills, { params: ANVIL })).data).toEqual([]);
    expect((await client.ok(routes.listBackfills, { params: { id: 'base' } })).data).toEqual([]);
  });

  it('may be read with the scope read; only the scope write starts, cancels and resumes it', async () => {
    const { key } = await client.ok(routes.createKey, { body: { name: 'Reader', scope: 'read' } });
    const job = await ended(await start(await anvilWallet()));
    const reader = apiOf(key);
    expect(await reader.ok(routes.getBackfill, ofJob(job))).toEqual(job);
    expect((await reader.ok(routes.listBackfills, { params: ANVIL })).meta.total).toBeGreaterThan(0);
    for (const route of [routes.cancelBackfill, routes.resumeBackfill]) {
      expect(await reader.refused(route, ofJob(job))).toEqual({ status: 403, code: 'forbidden' });
    }
  });
});
