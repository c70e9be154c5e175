import { describe, expect, it } from '@jest/globals';
import { keys } from '../../lib/platform/table/keys.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { ContradictionError, ReorgTooDeepError } from '../../lib/watch/continuity.ts';
import { type Payments, paymentChain, readerOf } from '../../local/chains/recorded/payment-chain.ts';
import { Faults, type Plan } from '../support/faults.ts';
import { quiet } from '../support/quiet.ts';
import { hashOf, SENDER } from '../support/scenario.ts';
import { sampledCalls } from '../support/sweep.ts';
import { dynamoDb } from '../support/table.ts';
import { holding, noHash, payment } from './payments.ts';
import { watchedScenario, watching } from './watched.ts';

quiet();

const out = (n: number) => payment(n, { from: SENDER });

/** A scenario with a watched wallet (SENDER), a rule that fires on every transfer, and a webhook. */
async function alerted(...contents: readonly Payments[]) {
  const chain = paymentChain(...contents);
  const watched = await watchedScenario(readerOf(chain));
  const { scenario } = watched;
  await scenario.makeWallet({ label: 'Watched', address: SENDER, chains: ['anvil'] });
  await scenario.makeRule({ cooldownMinutes: 0 });
  await scenario.makeWebhook('http://127.0.0.1:1/', { events: ['alert.fired', 'alert.retracted'] });
  return {
    chain,
    ...watched,
    /** Evaluates every record, as the stream does. */
    async evaluated() {
      for (const record of (await watched.records()).values()) await scenario.evaluate(record);
    },
    /** The kinds of the deliveries, grouped by event. */
    async deliveredKinds() {
      const byEvent = new Map<string, string[]>();
      for (const { eventId, eventKind } of (await scenario.deliveries()).toReversed()) {
        byEvent.set(String(eventId), [...(byEvent.get(String(eventId)) ?? []), eventKind]);
      }
      return [...byEvent.values()].map((kinds) => kinds.sort().join(' ')).sort();
    },
  };
}

type Alerted = Awaited<ReturnType<typeof alerted>>;

/** The visible state of every record, by hash. */
async function state({ records }: Pick<Alerted, 'records'>) {
  const seen = [...(await records()).values()].map(({ hash, blockNumber, reorged, inclusion }) => {
    return { hash, blockNumber, reorged, inclusion };
  });
  return seen.sort((a, b) => a.hash.localeCompare(b.hash));
}

describe('a reorganisation', () => {
  // Scenario: the last of three blocks is replaced by a block with another payment.
  it('orphans the replaced records, retracts their alerts and records the new transactions', async () => {
    const { chain, scenario, all, records, evaluated, deliveredKinds } = await alerted(
      holding(),
      holding(out(1)),
      holding(out(2)),
    );
    await all();
    await evaluated();
    chain.reorg(1, [holding(out(3)), holding()]);
    await all();
    await evaluated();
    const stored = await records();
    expect(stored.get(hashOf(1))).toMatchObject({ reorged: false });
    expect(stored.get(hashOf(2))).toMatchObject({ reorged: true, blockNumber: 2 });
    expect(stored.get(hashOf(3))).toMatchObject({ reorged: false, blockNumber: 2 });
    expect(await deliveredKinds()).toEqual(['alert.fired', 'alert.fired', 'alert.fired alert.retracted']);
    const listed = await scenario.evaluation.transactions.page(scenario.organisation, {}, { page: 1, pageSize: 10 });
    expect(listed.data.map(({ hash }) => hash).sort()).toEqual([hashOf(1), hashOf(3)].sort());
  });

  it('is detected without a new block when the block at the head changes', async () => {
    const { chain, all, records } = await alerted(holding(), holding(out(1)));
    await all();
    chain.reorg(1, [holding(out(2))]);
    await all();
    const stored = await records();
    expect([stored.get(hashOf(1))?.reorged, stored.get(hashOf(2))?.reorged]).toEqual([true, false]);
  });

  it('keeps the alert of a transaction that the new block contains, too', async () => {
    const { chain, all, records, evaluated, deliveredKinds } = await alerted(holding(), holding(out(1)));
    await all();
    await evaluated();
    chain.fork(1);
    chain.append(holding());
    await all();
    await evaluated();
    expect((await records()).get(hashOf(1))).toMatchObject({ reorged: false, blockHash: chain.at(1)?.hash });
    expect(await deliveredKinds()).toEqual(['alert.fired']);
  });

  it('retracts an alert and fires it again for a transaction that is now in a later block', async () => {
    const { chain, all, records, evaluated, deliveredKinds } = await alerted(holding(), holding(out(1)));
    await all();
    await evaluated();
    chain.reorg(1, [holding(), holding(out(1))]);
    await all();
    await evaluated();
    expect((await records()).get(hashOf(1))).toMatchObject({ reorged: false, blockNumber: 2, inclusion: 1 });
    expect(await deliveredKinds()).toEqual(['alert.fired', 'alert.fired alert.retracted']);
  });

  // Scenario: one block replaces two blocks. The watcher orphans the second block only when the new branch has grown.
  it('orphans the records above a shorter branch only when that branch has grown', async () => {
    const { chain, all, records } = await alerted(holding(), holding(out(1)), holding(out(2)));
    await all();
    chain.reorg(2, [holding(out(3))]);
    await all();
    expect((await records()).get(hashOf(2))).toMatchObject({ reorged: false });
    chain.append(holding());
    chain.append(holding());
    await all();
    const stored = await records();
    expect([1, 2, 3].map((n) => stored.get(hashOf(n))?.reorged)).toEqual([true, true, false]);
  });

  it('is followed only when one of the last 128 scanned blocks is still in the chain', async () => {
    const deep = await alerted(...Array.from({ length: 140 }, () => holding()));
    await deep.all();
    deep.chain.fork(127);
    deep.chain.append(holding(out(1)));
    await deep.all();
    expect((await deep.records()).size).toBe(1);
    deep.chain.fork(128);
    deep.chain.append(holding(out(2)));
    await expect(deep.all()).rejects.toThrow(ReorgTooDeepError);
    expect(await deep.cursor()).toMatchObject({ height: 140, stopped: null });
    expect((await deep.records()).size).toBe(1);
  });

  it('may replace every block that was ever scanned', async () => {
    const { chain, all, records, cursor } = await alerted(holding(), holding(out(1)), holding(out(2)));
    await all({ start: 1 });
    chain.reorg(3, [holding(out(3)), holding(out(2)), holding(), holding()]);
    await all();
    const stored = await records();
    expect([stored.get(hashOf(1))?.reorged, stored.get(hashOf(2))?.reorged, stored.has(hashOf(3))]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await cursor()).toMatchObject({ from: 1, height: 3 });
  });

  it('stops the scan with ReorgTooDeepError when the stored blocks have expired', async () => {
    const { chain, deps, all, cursor } = await alerted(holding(), holding(), holding(out(1)));
    await all();
    for (const height of [0, 1, 2]) await write(deps.table, { delete: keys.block('anvil', height) });
    chain.fork(1);
    await expect(all()).rejects.toThrow(ReorgTooDeepError);
    expect(await cursor()).toMatchObject({ height: 2 });
  });

  it('is not detected from a node that is behind or that contradicts itself', async () => {
    const { chain, deps, scenario, all, records } = await alerted(holding(), holding(out(1)), holding(out(2)));
    await all();
    const full = readerOf(chain);
    chain.append(holding(out(3)));
    const lying = watching(deps, scenario, {
      ...full,
      block: async (...asked) => ({ ...(await full.block(...asked)), parentHash: noHash(1) }),
    });
    await expect(lying.all()).rejects.toThrow(ContradictionError);
    const behind = watching(deps, scenario, { ...full, header: async () => null });
    await behind.all();
    expect([...(await records()).values()].map(({ reorged }) => reorged)).toEqual([false, false, false]);
  });
});

describe('a scan that dies in a reorganisation', () => {
  const before = () => [holding(out(1)), holding(out(2)), holding(out(3), out(4))];
  const after = () => [holding(out(3)), holding(out(2), out(5))];

  /** Scans, replaces two blocks and scans again. The process of the second scan dies after the call at `place`. */
  async function replaced(place: Pick<Plan, 'call' | 'at'>) {
    const [old, instead] = [before(), after()];
    const watched = await alerted(...old);
    await watched.all();
    await watched.evaluated();
    watched.chain.reorg(2, instead);
    watched.chain.append(holding());
    const faults = new Faults();
    const { deps, scenario, chain } = watched;
    const failing = openTable(deps.table.name, faults.over(dynamoDb()));
    const crashing = watching(deps, scenario, readerOf(chain), 'anvil', { table: failing });
    faults.arm({ ...place, fails: 'after', process: 'dies' });
    const survived = await faults.process(() => crashing.all());
    await watched.all();
    await watched.evaluated();
    return {
      // A conflict adds a call to a run. A run without the conflict has no call at this place.
      survived: survived && faults.hit !== undefined,
      calls: [...faults.calls],
      deliveredKinds: await watched.deliveredKinds(),
      records: await state(watched),
    };
  }

  it('leaves the same records and alerts as a healthy scan when the process dies after any call', async () => {
    const healthy = await replaced({ at: 0 });
    expect(healthy.records).toEqual(
      [
        { hash: hashOf(1), blockNumber: 0, reorged: false, inclusion: 0 },
        { hash: hashOf(2), blockNumber: 2, reorged: false, inclusion: 1 },
        { hash: hashOf(3), blockNumber: 1, reorged: false, inclusion: 0 },
        { hash: hashOf(4), blockNumber: 2, reorged: true, inclusion: 0 },
        { hash: hashOf(5), blockNumber: 2, reorged: false, inclusion: 0 },
      ].sort((a, b) => a.hash.localeCompare(b.hash)),
    );
    expect(healthy.calls.length).toBeGreaterThan(30);
    for (const place of sampledCalls(healthy.calls, 3)) {
      const { survived, records, deliveredKinds } = await replaced(place);
      expect({ place, survived, records, deliveredKinds }).toEqual({
        place,
        survived: false,
        records: healthy.records,
        deliveredKinds: healthy.deliveredKinds,
      });
    }
  });
});
