import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ChainId, chainIds, chainOf } from '../../../lib/chains/registry.ts';
import { coverageOf, rangesOf } from '../../../lib/overview/coverage/chain-coverage.ts';
import { ScanCoverage } from '../../../lib/overview/coverage/schema.ts';
import type { Cursor, Watcher } from '../../../lib/watch/schema.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const ago = (seconds: number): string => new Date(now.getTime() - seconds * 1000).toISOString();

const aCursor = (more: Partial<Cursor> = {}): Cursor => ({
  chain: 'ethereum',
  from: 100,
  height: 200,
  hash: '0xabc',
  timestamp: ago(30),
  earlier: [],
  stopped: null,
  tooDeep: null,
  tracedFrom: null,
  ...more,
});
const aWatcher = (more: Partial<Watcher> = {}): Watcher => ({
  owner: 'me',
  next: null,
  leaseUntil: ago(-10),
  confirmations: 12,
  head: 215,
  headAt: ago(1),
  ...more,
});
const coverage = (cursor: Cursor | null, watcher: Watcher | null) =>
  ScanCoverage.parse(coverageOf('ethereum', cursor, watcher, now));

describe('the coverage of a chain', () => {
  it('has status unwatched and the default confirmations for a chain that was never watched', () => {
    expect(coverage(null, null)).toEqual({
      chain: 'ethereum',
      status: 'unwatched',
      stopped: null,
      confirmations: 12,
      ranges: [],
      gaps: [],
      height: null,
      hash: null,
      timestamp: null,
      head: null,
      headAt: null,
      lag: null,
    });
  });

  it('gives the scanned range, the last block and the lag of a watched chain', () => {
    expect(coverage(aCursor(), aWatcher())).toEqual({
      chain: 'ethereum',
      status: 'running',
      stopped: null,
      confirmations: 12,
      ranges: [{ from: 100, to: 200 }],
      gaps: [],
      height: 200,
      hash: '0xabc',
      timestamp: ago(30),
      head: 215,
      headAt: ago(1),
      lag: { blocks: 3, seconds: 30 },
    });
  });

  it('has a lag when no block came for three block times, on main networks and on test networks', () => {
    const idle = aWatcher({ head: 212 });
    // Twelve confirmations and three blocks, twelve seconds each.
    expect(coverage(aCursor({ timestamp: ago(179) }), idle).lag).toEqual({ blocks: 0, seconds: 0 });
    expect(coverage(aCursor({ timestamp: ago(180) }), idle).lag).toEqual({ blocks: 0, seconds: 180 });
    const lagOf = (chain: ChainId, age: number) =>
      coverageOf(chain, aCursor({ timestamp: ago(age) }), aWatcher({ head: 200, confirmations: 0 }), now).lag?.seconds;
    for (const chain of chainIds) {
      const { blockSeconds, pollMs } = chainOf(chain);
      if (blockSeconds === null) continue;
      const limit = Math.ceil(3 * Math.max(blockSeconds, pollMs / 1000));
      expect([chain, lagOf(chain, limit), lagOf(chain, limit + 100)]).toEqual([chain, limit, limit + 100]);
      expect([chain, lagOf(chain, Math.floor(2 * blockSeconds))]).toEqual([chain, 0]);
    }
  });

  it('has no lag on a chain that makes blocks on demand, and none before the first scan', () => {
    const idle = aWatcher({ head: 200, confirmations: 0 });
    expect(coverageOf('anvil', aCursor({ timestamp: ago(86_400) }), idle, now).lag).toEqual({ blocks: 0, seconds: 0 });
    const unscanned = aCursor({ height: 199, hash: null, timestamp: null });
    expect(coverageOf('ethereum', unscanned, idle, now).lag).toEqual({ blocks: 1, seconds: null });
  });

  it('uses the confirmations of the watcher', () => {
    expect(coverage(aCursor(), aWatcher({ confirmations: 0 })).lag).toEqual({ blocks: 15, seconds: 30 });
  });

  it('has no lag when every final block is scanned, also when a node reports an old head', () => {
    for (const head of [212, 150])
      expect(coverage(aCursor(), aWatcher({ head })).lag).toEqual({ blocks: 0, seconds: 0 });
  });

  it('has no last block and a lag without an age before the first scan', () => {
    const shown = coverage(aCursor({ height: 99, hash: null, timestamp: null }), aWatcher());
    expect(shown).toMatchObject({ height: null, hash: null, timestamp: null, ranges: [], gaps: [] });
    expect(shown.lag).toEqual({ blocks: 104, seconds: null });
  });

  it('has no head before the blocks that the scans have proved', () => {
    const { height } = aCursor();
    expect(coverage(aCursor(), aWatcher({ head: height - 5, confirmations: 12 })).head).toBe(height + 12);
    expect(coverage(aCursor(), aWatcher({ head: height + 20, confirmations: 12 })).head).toBe(height + 20);
  });

  it('has an unknown lag while the watcher has found no head', () => {
    expect(coverage(aCursor(), aWatcher({ head: null, headAt: null })).lag).toBeNull();
  });

  it('has status stalled when no run has renewed the lease for two minutes', () => {
    expect(coverage(aCursor(), aWatcher({ leaseUntil: ago(119) })).status).toBe('running');
    expect(coverage(aCursor(), aWatcher({ leaseUntil: ago(120) })).status).toBe('stalled');
    expect(coverage(aCursor(), null).status).toBe('stalled');
  });

  it('has status running without ranges before the first scan of its first watcher', () => {
    expect(coverage(null, aWatcher())).toMatchObject({ status: 'running', ranges: [], head: 215, lag: null });
  });

  it('has status stopped with the reason, for any lease', () => {
    const stopped = { at: ago(60), reason: 'the chain was reorganised too deep' };
    expect(coverage(aCursor({ stopped }), aWatcher())).toMatchObject({ status: 'stopped', stopped });
  });
});

describe('the scanned ranges', () => {
  it('leave a gap where an operator restarted the scans, also before the first new block is scanned', () => {
    const earlier = [{ from: 10, to: 20 }];
    expect(rangesOf({ earlier, from: 100, height: 110 })).toEqual({
      ranges: [...earlier, { from: 100, to: 110 }],
      gaps: [{ from: 21, to: 99 }],
    });
    expect(rangesOf({ earlier, from: 100, height: 99 })).toEqual({ ranges: earlier, gaps: [{ from: 21, to: 99 }] });
  });

  it('are joined when they touch or overlap', () => {
    expect(rangesOf({ earlier: [{ from: 10, to: 20 }], from: 21, height: 30 })).toEqual({
      ranges: [{ from: 10, to: 30 }],
      gaps: [],
    });
    expect(rangesOf({ earlier: [{ from: 10, to: 50 }], from: 5, height: 30 }).ranges).toEqual([{ from: 5, to: 50 }]);
  });

  it('contain every scanned height, and the gaps contain every other height between the first and the last', () => {
    const Range = fc
      .record({ from: fc.nat(60), size: fc.nat(20) })
      .map(({ from, size }) => ({ from, to: from + size }));
    const Given = fc.record({ earlier: fc.array(Range, { maxLength: 5 }), last: Range });
    fc.assert(
      fc.property(Given, ({ earlier, last }) => {
        const { ranges, gaps } = rangesOf({ earlier, from: last.from, height: last.to });
        const isIn = (height: number, all: readonly { from: number; to: number }[]) =>
          all.filter(({ from, to }) => height >= from && height <= to).length;
        const all = [...earlier, last];
        const first = Math.min(...all.map(({ from }) => from));
        const end = Math.max(...all.map(({ to }) => to));
        for (let height = 0; height <= 90; height++) {
          const scanned = isIn(height, all) > 0;
          expect(isIn(height, ranges)).toBe(scanned ? 1 : 0);
          expect(isIn(height, gaps)).toBe(!scanned && height > first && height < end ? 1 : 0);
        }
      }),
    );
  });
});
