import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { LEASE_SECONDS } from '../../lib/watch/cursor.ts';
import { type WatchDeps, watch } from '../../lib/watch/watch.ts';
import type { TestDeps } from '../support/deps.ts';
import { capturedLog } from '../support/stderr.ts';
import { hashOf, SENDER } from '../support/world.ts';
import { holding, noHash, payment, paymentChain, readerOf } from './payments.ts';
import { watchedWorld, watching } from './watched.ts';

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
const SEEN = { confirmations: 0, head: null };
const never = new AbortController().signal;

/** A run of the watcher, whose waits move the clock; `atPoll` is called at each wait with its number. */
async function run(
  deps: TestDeps,
  watcher: WatchDeps,
  atPoll: (n: number) => unknown = () => undefined,
  { stopping = never, signal = never }: { stopping?: AbortSignal; signal?: AbortSignal } = {},
) {
  let polls = 0;
  const wait = async (ms: number) => {
    deps.advance(ms / 1000);
    await atPoll(++polls);
  };
  const until = plusSeconds(deps.now(), RUN_SECONDS);
  await watch({ ...watcher, wait }, { chain: chainOf('anvil'), confirmations: 0, start: 0, until, signal, stopping });
  return polls;
}

async function begun(over: Parameters<typeof readerOf>[1] = {}) {
  const chain = paymentChain(holding(), holding(out(1)));
  const watched = await watchedWorld(readerOf(chain, over));
  await watched.world.makeWallet({ label: 'Watched', address: SENDER, chains: ['anvil'] });
  return { chain, ...watched };
}

describe('a run of a watcher', () => {
  it('goes on looking for new blocks at the pace of the chain until its time is over', async () => {
    const { chain, deps, watcher, records } = await begun();
    const polls = await run(deps, watcher, (n) => n === 10 && chain.append(holding(out(2))));
    expect(polls).toBe((RUN_SECONDS * 1000) / chainOf('anvil').pollMs);
    expect([...(await records()).keys()].sort()).toEqual([hashOf(1), hashOf(2)].sort());
  });

  it('tells how far the chain is and who is at it', async () => {
    const { chain, deps, watcher } = await begun();
    await run(deps, watcher, (n) => n === 1 && chain.append(holding()));
    expect(await watcher.cursors.get('anvil')).toMatchObject({ from: 0, height: 2, hash: chain.at(2)?.hash });
    expect(await watcher.cursors.watcher('anvil')).toMatchObject({ head: 2, confirmations: 0 });
  });

  it('waits for the one before, and takes over as soon as that is done', async () => {
    const { deps, watcher, records } = await begun();
    const owner = 'the run before';
    expect(await watcher.cursors.lease('anvil', owner, SEEN)).not.toBeNull();
    const made: number[] = [];
    await run(deps, watcher, async (n) => {
      if (n === 4) await watcher.cursors.release('anvil', owner);
      if (n <= 6) made.push((await records()).size);
    });
    expect(made).toEqual([0, 0, 0, 0, 1, 1]);
  });

  it('takes over from one that died when its lease is over', async () => {
    const { deps, watcher, records } = await begun();
    await watcher.cursors.lease('anvil', 'one that died', SEEN);
    const died = deps.now();
    let taken: Date | undefined;
    await run(deps, watcher, async () => {
      if ((await records()).size > 0) taken ??= deps.now();
    });
    const waited = ((taken?.getTime() ?? 0) - died.getTime()) / 1000;
    expect(waited).toBeGreaterThanOrEqual(LEASE_SECONDS);
    expect(waited).toBeLessThan(LEASE_SECONDS + 2);
  });

  it('hands over as soon as another one asks for the lease, and not to one that gave up', async () => {
    const { deps, watcher } = await begun();
    const asked = await run(deps, watcher, (n) =>
      n >= 10 && n <= 30 ? watcher.cursors.ask('anvil', 'the next') : undefined,
    );
    expect(asked).toBeGreaterThanOrEqual(10);
    expect(asked).toBeLessThanOrEqual(10 + (LEASE_SECONDS * 1000) / 2 / chainOf('anvil').pollMs);
    await watcher.cursors.ask('anvil', 'one that gave up');
    deps.advance(3);
    expect(await run(deps, watcher)).toBe((RUN_SECONDS * 1000) / chainOf('anvil').pollMs);
  });

  it('leaves a chain that is well watched to its watcher', async () => {
    const { deps, watcher, records } = await begun();
    await run(deps, watcher, () => watcher.cursors.lease('anvil', 'another', SEEN));
    expect((await records()).size).toBe(1);
    const again = await begun();
    await again.watcher.cursors.lease('anvil', 'another', SEEN);
    await run(again.deps, again.watcher, () => again.watcher.cursors.lease('anvil', 'another', SEEN));
    expect((await again.records()).size).toBe(0);
  });

  it('ends at once when it is told to, and lets the lease go', async () => {
    const { deps, watcher } = await begun();
    const stopping = new AbortController();
    expect(await run(deps, watcher, (n) => n === 3 && stopping.abort(), { stopping: stopping.signal })).toBe(3);
    expect(await watcher.cursors.lease('anvil', 'the next', SEEN)).not.toBeNull();
  });

  it('goes on when the chain cannot be reached for a while', async () => {
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

  it('fails when the chain could not be reached at all, so that somebody is told', async () => {
    const { deps, watcher } = await begun({
      head: () => Promise.reject(new ChainUnavailableError('anvil', 'every RPC node failed')),
    });
    await expect(run(deps, watcher)).rejects.toThrow(ChainUnavailableError);
    expect(await watcher.cursors.lease('anvil', 'the next', SEEN)).not.toBeNull();
  });

  it('fails when its scans hang until they are cut off, and not when the process is shut down', async () => {
    const cut = new AbortController();
    const { deps, watcher } = await begun({
      head: () => Promise.reject(new ChainUnavailableError('anvil', 'no answer in time')),
    });
    await expect(run(deps, watcher, () => cut.abort(), { signal: cut.signal })).rejects.toThrow(ChainUnavailableError);
    const stopping = new AbortController();
    await run(deps, watcher, () => stopping.abort(), { stopping: stopping.signal });
  });

  it('says so when a network of value has had no block for a quarter of an hour', async () => {
    const chain = paymentChain(holding(), holding());
    const { deps, watcher } = await watchedWorld(readerOf(chain), 'ethereum');
    const minutesAfter = async (minutes: number) => {
      deps.setNow(plusSeconds(new Date(chain.at(1)?.content.timestamp ?? ''), minutes * 60));
      const until = plusSeconds(deps.now(), 1);
      const wait = async () => deps.advance(10);
      const options = { chain: chainOf('ethereum'), confirmations: 0, start: 0, until, signal: never, stopping: never };
      await watch({ ...watcher, wait }, options);
      return logged('chain.lagging').length;
    };
    expect([await minutesAfter(10), await minutesAfter(20)]).toEqual([0, 1]);
  });

  it('says so when it is behind', async () => {
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

describe('a chain whose answers contradict each other', () => {
  it('is tried again, and goes on when they agree', async () => {
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

  it('is stopped when they go on, with nothing recorded, and told in every run until an operator has it go on', async () => {
    const { deps, watcher, world, chain, records } = await begun();
    await run(deps, watcher);
    chain.append(holding(out(2)));
    const reader = readerOf(chain);
    const liar = watching(deps, world, {
      ...reader,
      block: async (...asked) => ({ ...(await reader.block(...asked)), parentHash: noHash(1) }),
    });
    await run(deps, liar.watcher);
    expect(await liar.cursor()).toMatchObject({ height: 1, stopped: { reason: expect.stringContaining('follows') } });
    expect(logged('chain.stopped')).toHaveLength(1);
    await run(deps, watcher);
    expect(logged('chain.stopped')).toHaveLength(2);
    expect((await records()).size).toBe(1);

    await watcher.cursors.resume('anvil');
    await run(deps, watcher);
    expect((await records()).size).toBe(2);
  });

  it('is stopped at once when it was reorganised deeper than can be walked back', async () => {
    const { deps, watcher, chain, cursor, records } = await begun();
    for (let n = 0; n < 128; n++) chain.append(holding());
    await run(deps, watcher);
    chain.reorg(129, [holding(out(3)), ...Array.from({ length: 129 }, () => holding())]);
    await run(deps, watcher);
    expect(await cursor()).toMatchObject({ height: 129, stopped: { reason: expect.stringContaining('below') } });
    expect([...(await records()).keys()]).toEqual([hashOf(1)]);

    await watcher.cursors.resume('anvil', 1);
    await run(deps, watcher);
    expect(await cursor()).toMatchObject({ from: 1, height: 130, earlier: [{ from: 0, to: 129 }], stopped: null });
    const made = await records();
    expect([made.get(hashOf(1))?.reorged, made.get(hashOf(3))?.reorged]).toEqual([true, false]);
  });
});
