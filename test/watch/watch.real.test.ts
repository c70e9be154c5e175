import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import { coverageOf } from '../../lib/overview/coverage/chain-coverage.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { watchedPages } from '../../lib/wallets/watched-pages.ts';
import { ContradictionError, ReorgTooDeepError } from '../../lib/watch/continuity.ts';
import { WATCH_LEASE_SECONDS } from '../../lib/watch/cursor.ts';
import { type WatchDeps, watch } from '../../lib/watch/watch.ts';
import { paymentChain, readerOf } from '../../local/chains/recorded/payment-chain.ts';
import type { TestDeps } from '../support/deps.ts';
import { metricsIn } from '../support/embedded-metrics.ts';
import { hashOf, SENDER } from '../support/scenario.ts';
import { capturedLog } from '../support/stderr.ts';
import { holding, noHash, payment } from './payments.ts';
import { watchedScenario, watching } from './watched.ts';

let lines: ReturnType<typeof capturedLog>;
beforeEach(() => {
  lines = capturedLog();
});
afterEach(() => {
  jest.restoreAllMocks();
});
const logged = (name: string) => lines.filter(({ event }) => event === name);

const out = (n: number) => payment(n, { from: SENDER });
const RUN_SECONDS = 62;
/** More than a process of tests takes. */
const MEMORY_MB = 10_240;
const SEEN = { confirmations: 0, head: null };
const never = new AbortController().signal;

interface RunOptions {
  readonly stopping?: AbortSignal;
  readonly signal?: AbortSignal;
  readonly step?: number;
  readonly restsUnwatched?: boolean;
  readonly seconds?: number;
}

/**
 * Runs the watcher. Each wait advances the clock and then calls `atPoll` with the number of the wait.
 * @param step the seconds of each wait, for tests of long times.
 * @param seconds how long the run lasts.
 */
async function run(
  deps: TestDeps,
  watcher: WatchDeps,
  atPoll: (n: number) => unknown = () => undefined,
  { stopping = never, signal = never, step, restsUnwatched, seconds = RUN_SECONDS }: RunOptions = {},
) {
  let polls = 0;
  const wait = async (ms: number) => {
    deps.advance(step ?? ms / 1000);
    await atPoll(++polls);
  };
  const until = plusSeconds(deps.now(), seconds);
  const options = { chain: chainOf('anvil'), confirmations: 0, start: 0, restsUnwatched, memoryMb: MEMORY_MB };
  await watch({ ...watcher, wait }, { ...options, until, signal, stopping });
  return polls;
}

async function begun(over: Parameters<typeof readerOf>[1] = {}) {
  const chain = paymentChain(holding(), holding(out(1)));
  const watched = await watchedScenario(readerOf(chain, over));
  await watched.scenario.makeWallet({ label: 'Watched', address: SENDER, chains: ['anvil'] });
  return { chain, ...watched };
}

describe('a run of a watcher', () => {
  it('looks for new blocks at the polling interval of the chain until the time of the run is over', async () => {
    const { chain, deps, watcher, records } = await begun();
    const polls = await run(deps, watcher, (n) => n === 10 && chain.append(holding(out(2))));
    expect(polls).toBe((RUN_SECONDS * 1000) / chainOf('anvil').pollMs);
    expect([...(await records()).keys()].sort()).toEqual([hashOf(1), hashOf(2)].sort());
  });

  it('stores its cursor and the head of the chain', async () => {
    const { chain, deps, watcher } = await begun();
    await run(deps, watcher, (n) => n === 1 && chain.append(holding()));
    expect(await watcher.cursors.get('anvil')).toMatchObject({ from: 0, height: 2, hash: chain.at(2)?.hash });
    expect(await watcher.cursors.watcher('anvil')).toMatchObject({ head: 2, confirmations: 0 });
  });

  it('packs the watched addresses of the chain beside its scans', async () => {
    const { deps, watcher } = await begun();
    await run(deps, watcher);
    const pages = watchedPages(deps, 'anvil');
    const head = await pages.head();
    expect(await Promise.all((head?.pages ?? []).map(pages.read))).toEqual([SENDER.toLowerCase()]);
    expect(logged('watched.pack_failed')).toEqual([]);
  });

  it('waits for the lease of the previous run and starts as soon as this run releases the lease', async () => {
    const { deps, watcher, records } = await begun();
    const owner = 'the previous run';
    expect(await watcher.cursors.lease('anvil', owner, SEEN)).not.toBeNull();
    const recordCounts: number[] = [];
    await run(deps, watcher, async (n) => {
      if (n === 4) await watcher.cursors.release('anvil', owner);
      if (n <= 6) recordCounts.push((await records()).size);
    });
    expect(recordCounts).toEqual([0, 0, 0, 0, 1, 1]);
  });

  it('starts when the lease of a previous run that died has expired', async () => {
    const { deps, watcher, records } = await begun();
    await watcher.cursors.lease('anvil', 'the dead run', SEEN);
    const died = deps.now();
    let taken: Date | undefined;
    await run(deps, watcher, async () => {
      if ((await records()).size > 0) taken ??= deps.now();
    });
    const waited = ((taken?.getTime() ?? 0) - died.getTime()) / 1000;
    expect(waited).toBeGreaterThanOrEqual(WATCH_LEASE_SECONDS);
    expect(waited).toBeLessThan(WATCH_LEASE_SECONDS + 2);
  });

  it('hands over when another run asks for the lease, but not to a run that gave up', async () => {
    const { deps, watcher } = await begun();
    const asked = await run(deps, watcher, (n) =>
      n >= 10 && n <= 30 ? watcher.cursors.requestHandover('anvil', 'the next') : undefined,
    );
    expect(asked).toBeGreaterThanOrEqual(10);
    expect(asked).toBeLessThanOrEqual(10 + (WATCH_LEASE_SECONDS * 1000) / 2 / chainOf('anvil').pollMs);
    await watcher.cursors.requestHandover('anvil', 'the run that gave up');
    deps.advance(1);
    expect(await run(deps, watcher)).toBe((RUN_SECONDS * 1000) / chainOf('anvil').pollMs);
  });

  it('hands over within two seconds when it is a minute old, because the next run is due then', async () => {
    const { deps, watcher } = await begun();
    const pollsIn = (seconds: number) => (seconds * 1000) / chainOf('anvil').pollMs;
    const first = pollsIn(75);
    const next = () => watcher.cursors.requestHandover('anvil', 'the next');
    const polls = await run(deps, watcher, (n) => (n === first ? next() : undefined), { seconds: 120 });
    expect(polls).toBeGreaterThanOrEqual(first);
    expect(polls).toBeLessThanOrEqual(first + pollsIn(2));
  });

  it('asks for the lease of another watcher each five seconds while it waits', async () => {
    const { deps, watcher } = await begun();
    await watcher.cursors.lease('anvil', 'another', SEEN);
    const asked: Date[] = [];
    const cursors: WatchDeps['cursors'] = {
      ...watcher.cursors,
      requestHandover(...request) {
        asked.push(deps.now());
        return watcher.cursors.requestHandover(...request);
      },
    };
    const renew = () => watcher.cursors.lease('anvil', 'another', SEEN);
    await run(deps, { ...watcher, cursors }, renew, { seconds: 20 });
    expect(asked).toHaveLength(4);
  });

  it('reads the watch log for its blocks alone while it knows a watched address', async () => {
    const { deps, watcher, chain } = await begun();
    const set = watcher.watched('anvil');
    const upToDate = jest.spyOn(set, 'upToDate');
    await run(deps, { ...watcher, watched: () => set }, undefined, { restsUnwatched: true });
    expect(upToDate).toHaveBeenCalledTimes(chain.links.length);
  });

  it('makes no scan while another watcher holds the lease', async () => {
    const { deps, watcher, records } = await begun();
    await run(deps, watcher, () => watcher.cursors.lease('anvil', 'another', SEEN));
    expect((await records()).size).toBe(1);
    const again = await begun();
    await again.watcher.cursors.lease('anvil', 'another', SEEN);
    await run(again.deps, again.watcher, () => again.watcher.cursors.lease('anvil', 'another', SEEN));
    expect((await again.records()).size).toBe(0);
  });

  it('ends at once when the process is stopped and releases the lease', async () => {
    const { deps, watcher } = await begun();
    const stopping = new AbortController();
    expect(await run(deps, watcher, (n) => n === 3 && stopping.abort(), { stopping: stopping.signal })).toBe(3);
    expect(await watcher.cursors.lease('anvil', 'the next', SEEN)).not.toBeNull();
  });

  it('continues after the chain was unavailable for some time', async () => {
    let down = true;
    const { deps, watcher, chain, records } = await begun({
      head: async () => {
        if (down) throw new ChainUnavailableError('anvil', 'every RPC node failed');
        return chain.head;
      },
    });
    await run(deps, watcher, (n) => {
      down = n < 20;
    });
    expect((await records()).size).toBe(1);
  });

  it('fails when the chain was unavailable for the whole run, so that the error alarm rings', async () => {
    const { deps, watcher } = await begun({
      head: () => Promise.reject(new ChainUnavailableError('anvil', 'every RPC node failed')),
    });
    await expect(run(deps, watcher)).rejects.toThrow(ChainUnavailableError);
    expect(await watcher.cursors.lease('anvil', 'the next', SEEN)).not.toBeNull();
  });

  it('fails when its scans hang until they are cut off, but not when the process shuts down', async () => {
    const cut = new AbortController();
    const { deps, watcher } = await begun({
      head: () => Promise.reject(new ChainUnavailableError('anvil', 'no answer in time')),
    });
    await expect(run(deps, watcher, () => cut.abort(), { signal: cut.signal })).rejects.toThrow(ChainUnavailableError);
    const stopping = new AbortController();
    await run(deps, watcher, () => stopping.abort(), { stopping: stopping.signal });
  });

  it('carries the lag, the memory and the records of its chain into metrics', async () => {
    const chain = paymentChain(holding(), holding(out(1)));
    const { deps, watcher, scenario } = await watchedScenario(readerOf(chain));
    await scenario.makeWallet({ label: 'Watched', address: SENDER, chains: ['anvil'] });
    await run(deps, watcher);
    const of = (event: string) => logged(event).flatMap(metricsIn);
    const dimensions = { chain: 'anvil' };
    expect(of('chain.scanned')).toContainEqual(expect.objectContaining({ name: 'chainRecords', dimensions, value: 1 }));
    expect(of('chain.watched')).toEqual([
      expect.objectContaining({ name: 'chainLagSeconds', dimensions, value: expect.any(Number) }),
      expect.objectContaining({ name: 'watcherMemoryPercent', dimensions, value: expect.any(Number) }),
    ]);
    const used = of('chain.watched').find(({ name }) => name === 'watcherMemoryPercent');
    expect(Number(used?.value)).toBeGreaterThan(0);
    expect(Number(used?.value)).toBeLessThan(100);
  });

  it('logs chain.lagging when a main net had no block for a quarter of an hour', async () => {
    const chain = paymentChain(holding(), holding());
    const { deps, watcher } = await watchedScenario(readerOf(chain), 'ethereum');
    const minutesAfter = async (minutes: number) => {
      deps.setNow(plusSeconds(new Date(chain.at(1)?.content.timestamp ?? ''), minutes * 60));
      const until = plusSeconds(deps.now(), 1);
      const wait = async () => deps.advance(10);
      const options = {
        chain: chainOf('ethereum'),
        confirmations: 0,
        start: 0,
        until,
        signal: never,
        stopping: never,
        memoryMb: MEMORY_MB,
      };
      await watch({ ...watcher, wait }, options);
      return logged('chain.lagging').length;
    };
    expect([await minutesAfter(10), await minutesAfter(20)]).toEqual([0, 1]);
  });

  it('logs chain.lagging when the scans are behind the head', async () => {
    const { deps, watcher, chain } = await begun({ head: async () => 500 });
    deps.setNow(new Date('2026-03-02T00:00:00.000Z'));
    let blocks = 0;
    const slow: WatchDeps = {
      ...watcher,
      reader: {
        ...readerOf(chain),
        head: async () => 500,
        heights: async () => (blocks++ === 0 ? [0, 1] : []),
      },
    };
    await run(deps, slow);
    expect(logged('chain.lagging')).toEqual([expect.objectContaining({ chain: 'anvil', blocks: 499 })]);
  });
});

describe('a watcher that may rest', () => {
  const rests = { restsUnwatched: true };

  it('scans all blocks of a chain that nobody watches, and ends without waiting', async () => {
    const chain = paymentChain(holding(), holding(out(1)));
    const { deps, watcher } = await watchedScenario(readerOf(chain));
    expect(await run(deps, watcher, undefined, rests)).toBe(0);
    expect(await watcher.cursors.get('anvil')).toMatchObject({ height: 1 });
  });

  it('leaves out no block: the first run after the first wallet records what came meanwhile', async () => {
    const chain = paymentChain(holding());
    const { deps, watcher, scenario, records } = await watchedScenario(readerOf(chain));
    await run(deps, watcher, undefined, rests);
    await scenario.makeWallet({ label: 'Watched', address: SENDER, chains: ['anvil'] });
    chain.append(holding(out(1)));
    chain.append(holding(out(2)));
    const polls = await run(deps, watcher, (n) => n === 10 && chain.append(holding(out(3))), rests);
    expect(polls).toBe((RUN_SECONDS * 1000) / chainOf('anvil').pollMs);
    expect([...(await records()).keys()].sort()).toEqual([hashOf(1), hashOf(2), hashOf(3)].sort());
  });

  it('fails when the chain that nobody watches is unavailable, and ends without waiting', async () => {
    const chain = paymentChain(holding());
    const head = async () => Promise.reject(new ChainUnavailableError('anvil', 'down'));
    const { deps, watcher } = await watchedScenario(readerOf(chain, { head }));
    let polls = 0;
    const failing = run(deps, watcher, () => polls++, rests);
    await expect(failing).rejects.toThrow(ChainUnavailableError);
    expect(polls).toBe(0);
  });
});

describe('a chain with contradicting answers', () => {
  it('is scanned again and continues when the answers agree', async () => {
    let lies = 3;
    const { deps, watcher, chain, records } = await begun();
    await run(deps, watcher);
    chain.append(holding(out(2)));
    const reader = readerOf(chain);
    const unsure: WatchDeps = {
      ...watcher,
      reader: {
        ...reader,
        block: async (...asked) => {
          const block = await reader.block(...asked);
          return lies-- > 0 ? { ...block, parentHash: noHash(1) } : block;
        },
      },
    };
    await run(deps, unsure);
    expect((await records()).size).toBe(2);
    expect(await watcher.cursors.get('anvil')).toMatchObject({ stopped: null });
  });

  // Scenario: the only node lies about a parent for half an hour, in many runs, and then tells the truth.
  it('is not stopped and records nothing while it lasts, shows its lag, and continues by itself', async () => {
    const { deps, watcher, scenario, chain, records } = await begun();
    await run(deps, watcher);
    chain.append(holding(out(2)));
    const reader = readerOf(chain);
    const lying = watching(deps, scenario, {
      ...reader,
      block: async (...asked) => ({ ...(await reader.block(...asked)), parentHash: noHash(1) }),
    });
    const lie = () => run(deps, lying.watcher, undefined, { step: 20 });
    for (let n = 0; n < 30; n++) await expect(lie()).rejects.toThrow(ContradictionError);
    const cursor = await lying.cursor();
    expect(cursor).toMatchObject({ height: 1, stopped: null });
    expect((await records()).size).toBe(1);
    expect(logged('chain.stopped')).toEqual([]);
    expect(logged('chain.contradiction').length).toBeGreaterThan(30);
    expect(logged('chain.lagging').at(-1)).toMatchObject({ chain: 'anvil', blocks: 1 });
    const lag = coverageOf('anvil', cursor, await watcher.cursors.watcher('anvil'), deps.now()).lag;
    expect(lag).toMatchObject({ blocks: 1, seconds: expect.any(Number) });
    expect(lag?.seconds).toBeGreaterThanOrEqual(1_800);

    await run(deps, watcher);
    expect((await records()).size).toBe(2);
  });
});

describe('a chain with a reorganisation that is deeper than the stored blocks', () => {
  async function reorganised() {
    const watched = await begun();
    const { chain, deps, watcher } = watched;
    for (let n = 0; n < 128; n++) chain.append(holding());
    await run(deps, watcher);
    const old = readerOf(paymentChain(...chain.links.map(({ content }) => content)));
    chain.reorg(129, [holding(out(3)), ...Array.from({ length: 129 }, () => holding())]);
    return { ...watched, old };
  }
  /** Runs the watcher until it stops the chain. Returns the seconds that this took. */
  async function untilStopped(deps: TestDeps, watcher: WatchDeps, runs = 20): Promise<number | null> {
    const began = deps.now();
    for (let n = 0; n < runs; n++) {
      const running = run(deps, watcher, undefined, { step: 31 });
      await running.catch((error: unknown) => expect(error).toBeInstanceOf(ReorgTooDeepError));
      const stopped = (await watcher.cursors.get('anvil'))?.stopped;
      if (stopped) return (Date.parse(stopped.at) - began.getTime()) / 1000;
    }
    return null;
  }

  it('is stopped after all nodes reported it for ten minutes, over many runs, until an operator resumes', async () => {
    const { deps, watcher, cursor, records } = await reorganised();
    const seconds = await untilStopped(deps, watcher);
    expect(seconds).toBeGreaterThanOrEqual(600);
    expect(seconds).toBeLessThan(635);
    expect(await cursor()).toMatchObject({ height: 129, stopped: { reason: expect.stringContaining('below') } });
    expect(logged('chain.stopped')).toHaveLength(1);
    await run(deps, watcher);
    expect(logged('chain.stopped')).toHaveLength(2);
    expect([...(await records()).keys()]).toEqual([hashOf(1)]);

    await watcher.cursors.resume('anvil', 1);
    await run(deps, watcher);
    expect(await cursor()).toMatchObject({ from: 1, height: 130, earlier: [{ from: 0, to: 129 }], stopped: null });
    const stored = await records();
    expect([stored.get(hashOf(1))?.reorged, stored.get(hashOf(3))?.reorged]).toEqual([true, false]);
  });

  it('is not stopped while a node has not reported it', async () => {
    const { deps, watcher, cursor } = await reorganised();
    const oneOfTwo = { ...watcher, reader: { ...watcher.reader, contradicted: async () => false } };
    expect(await untilStopped(deps, oneOfTwo)).toBeNull();
    expect(await cursor()).toMatchObject({ stopped: null });
    // The last node joins the others: the ten minutes are over already.
    expect(await untilStopped(deps, watcher, 1)).toBeLessThan(1);
  });

  it('starts to count the ten minutes again after a scan that succeeded, or a time without reports', async () => {
    const { deps, watcher, old } = await reorganised();
    expect(await untilStopped(deps, watcher, 9)).toBeNull();
    await run(deps, { ...watcher, reader: old });
    expect(await untilStopped(deps, watcher, 9)).toBeNull();
    deps.advance(121);
    expect(await untilStopped(deps, watcher, 9)).toBeNull();
    expect(await untilStopped(deps, watcher, 2)).not.toBeNull();
  });
});
