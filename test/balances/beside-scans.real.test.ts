import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { type WatchDeps, watch } from '../../lib/watch/watch.ts';
import { eventually } from '../support/eventually.ts';
import { quiet } from '../support/quiet.ts';
import { SENDER } from '../support/scenario.ts';
import { checkedScenario, checking, notified } from './checked.ts';
import { balancesOf, chainOfChanges, changing } from './made-balances.ts';
import { pays } from './one-of-each.ts';

quiet();

const DIFFERENCES = 35;

/**
 * A run of a watcher whose next check finds 35 hidden payments. The node answers `tracedBlock` when the test releases
 * it, or when the check gives the call up.
 */
async function investigating() {
  const chain = chainOfChanges(changing(), changing());
  const { reader } = balancesOf(chain);
  const first = await checkedScenario(reader);
  const { deps, scenario } = first;
  await first.run({ start: 0 });
  await notified(scenario, SENDER);
  chain.append(changing());
  await first.run();
  for (let n = 0; n < DIFFERENCES; n++) chain.append(changing(pays('hidden', '1')));

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const seen = { traces: 0 };
  const slow: ChainReader = {
    ...reader,
    async tracedBlock(at, signal) {
      seen.traces += 1;
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      await Promise.race([released, aborted]);
      signal.throwIfAborted();
      return (await reader.tracedBlock?.(at, signal)) ?? null;
    },
  };
  const { watcher, checkBalances, run: checked, found, recorded, reports } = checking(deps, scenario, slow);
  const stop = new AbortController();
  const run = (over: Partial<WatchDeps> = {}) =>
    watch(
      { ...watcher, checkBalances, wait: () => sleep(5), ...over },
      {
        chain: chainOf('anvil'),
        reconcileEvery: 1,
        confirmations: 0,
        until: plusSeconds(deps.now(), 60),
        signal: new AbortController().signal,
        stopping: stop.signal,
        memoryMb: 10_240,
      },
    );
  const traced = () =>
    eventually(
      () => seen.traces,
      (traces) => traces > 0,
    );
  const end = () => stop.abort();
  return { chain, deps, watcher, checkBalances, checked, found, recorded, reports, release, run, traced, end };
}

describe('while a check of balances explains 35 differences', () => {
  // Attack: 35 hidden payments to one organisation held up the alerts of everybody on the chain for 47 seconds.
  it('the next block is recorded, although no trace has answered', async () => {
    const { chain, run, traced, recorded, found, release, end } = await investigating();
    const running = run();
    await traced();
    chain.append(changing(pays('plain', '5')));
    await eventually(recorded, (records) => records.length === 1);
    expect(await recorded()).toMatchObject([{ source: 'watch', tokenAmount: '5' }]);
    expect(await found()).toEqual([]);
    release();
    await eventually(found, (differences) => differences.length === DIFFERENCES);
    end();
    await running;
    expect((await recorded()).length).toBe(DIFFERENCES + 1);
  });

  it('no second check begins', async () => {
    const { chain, run, traced, checkBalances, recorded, release, end } = await investigating();
    let checks = 0;
    const running = run({
      checkBalances: async (...check) => {
        checks += 1;
        await checkBalances(...check);
      },
    });
    await traced();
    chain.append(changing(pays('plain', '5')));
    await eventually(recorded, (records) => records.length === 1);
    expect(checks).toBe(1);
    release();
    await eventually(
      () => checks,
      (all) => all > 1,
    );
    end();
    await running;
  });

  it('a reorganisation ends the check before the first block is replaced', async () => {
    const { chain, run, traced, watcher, checkBalances, found, reports, recorded, release, end } =
      await investigating();
    const heights: (number | undefined)[] = [];
    const running = run({
      checkBalances: async (...check) => {
        try {
          await checkBalances(...check);
        } finally {
          heights.push((await watcher.cursors.get('anvil'))?.height);
        }
      },
    });
    await traced();
    const { head } = chain;
    chain.reorg(DIFFERENCES, [...Array.from({ length: DIFFERENCES }, () => changing()), changing(pays('plain', '5'))]);
    await eventually(
      () => heights.length,
      (ended) => ended > 0,
    );
    expect(heights[0]).toBe(head);
    release();
    await eventually(recorded, (records) => records.length === 1);
    await eventually(
      () => heights.at(-1),
      (height) => height === chain.head,
    );
    end();
    await running;
    expect([await found(), await reports()]).toEqual([[], []]);
  });

  it('the end of the run aborts a call to a node, and the next run goes on', async () => {
    const { run, checked, traced, found, release, watcher, deps } = await investigating();
    const running = run();
    await traced();
    // The time of the run is over.
    deps.advance(120);
    await running;
    expect(await watcher.cursors.isFree('anvil')).toBe(true);
    expect(await found()).toEqual([]);
    release();
    await checked();
    expect((await found()).length).toBe(DIFFERENCES);
  });
});
