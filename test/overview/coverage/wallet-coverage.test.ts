import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { WalletCoverage, type WalletFacts, walletCoverageOf } from '../../../lib/overview/coverage/wallet-coverage.ts';
import type { Cursor } from '../../../lib/watch/schema.ts';

const aCursor = (more: Partial<Cursor> = {}): Cursor => ({
  chain: 'ethereum',
  from: 100,
  height: 200,
  hash: '0xabc',
  timestamp: '2026-03-01T12:00:00.000Z',
  earlier: [],
  stopped: null,
  tooDeep: null,
  tracedFrom: null,
  ...more,
});

const traced = () => ({ cursor: aCursor({ tracedFrom: 180 }) });

const ofRest = {
  recordedTo: 199,
  reconciledTo: 190,
  openDifferences: 2,
  throttledSince: null,
  detail: 'logs',
} as const;
const coverage = (facts: Partial<WalletFacts> = {}) =>
  WalletCoverage.parse(
    walletCoverageOf({
      chain: 'ethereum',
      cursor: aCursor(),
      spans: [{ from: 150, to: null }],
      backfilled: [],
      ...ofRest,
      ...facts,
    }),
  );

describe('the inner payments of a wallet', () => {
  const seen = (facts: Partial<WalletFacts>) => {
    const { innerPayments, innerPaymentsFrom } = coverage(facts);
    return [innerPayments, innerPaymentsFrom];
  };

  it('are seen at once from the first block on after which every block was traced', () => {
    expect(seen({ cursor: aCursor({ tracedFrom: 180 }) })).toEqual(['at_once', 180]);
  });

  it('are seen at once no earlier than the wallet was watched, even where a backfill has read the blocks', () => {
    const backfilled = [{ from: 100, to: 149 }];
    expect(seen({ cursor: aCursor({ tracedFrom: 120 }), backfilled })).toEqual(['at_once', 150]);
  });

  it.each<[string, Partial<WalletFacts>]>([
    ['the last block was not traced', {}],
    ['nobody scanned the chain yet', { cursor: null }],
    ['the wallet is watched from the next block on', { ...traced(), spans: [{ from: 201, to: null }] }],
    ['the wallet is no longer watched', { ...traced(), spans: [{ from: 150, to: 190 }] }],
  ])('are found by balances only when %s', (_when, facts) => {
    expect(seen(facts)).toEqual(['by_balances', null]);
  });

  it('are no question on a chain whose transactions state all movements', () => {
    expect(seen({ chain: 'xrp', cursor: aCursor({ chain: 'xrp' }) })).toEqual([null, null]);
  });
});

describe('the coverage of a wallet', () => {
  it('begins at the first height that was watched for the wallet, and lasts to the last scanned block', () => {
    expect(coverage()).toEqual({
      chain: 'ethereum',
      since: 150,
      ranges: [{ from: 150, to: 200 }],
      gaps: [{ from: 0, to: 149 }],
      innerPayments: 'by_balances',
      innerPaymentsFrom: null,
      ...ofRest,
    });
  });

  it('begins with the scans when the wallet was watched before the first scan', () => {
    const { since, ranges, gaps } = coverage({ spans: [{ from: null, to: null }] });
    expect([since, ranges, gaps]).toEqual([100, [{ from: 100, to: 200 }], [{ from: 0, to: 99 }]]);
  });

  it('ends where the wallet ceased to be watched', () => {
    const { since, ranges, gaps } = coverage({ spans: [{ from: null, to: 120 }] });
    expect([since, ranges]).toEqual([100, [{ from: 100, to: 120 }]]);
    expect(gaps).toEqual([
      { from: 0, to: 99 },
      { from: 121, to: 200 },
    ]);
  });

  it('has a gap while the wallet was not watched', () => {
    const spans = [
      { from: 110, to: 120 },
      { from: 150, to: 160 },
      { from: 161, to: null },
    ];
    expect(coverage({ spans })).toMatchObject({
      since: 110,
      ranges: [
        { from: 110, to: 120 },
        { from: 150, to: 200 },
      ],
      gaps: [
        { from: 0, to: 109 },
        { from: 121, to: 149 },
      ],
    });
  });

  it('has a gap where the chain was not scanned', () => {
    const cursor = aCursor({ earlier: [{ from: 10, to: 20 }] });
    expect(coverage({ cursor, spans: [{ from: 15, to: null }] })).toMatchObject({
      since: 15,
      ranges: [
        { from: 15, to: 20 },
        { from: 100, to: 200 },
      ],
      gaps: [
        { from: 0, to: 14 },
        { from: 21, to: 99 },
      ],
    });
  });

  it('includes what backfills scanned for the wallet, joined with what the scans touch', () => {
    const backfilled = [
      { from: 130, to: 149 },
      { from: 0, to: 9 },
      { from: 5, to: 40 },
    ];
    expect(coverage({ backfilled })).toMatchObject({
      since: 150,
      ranges: [
        { from: 0, to: 40 },
        { from: 130, to: 200 },
      ],
      gaps: [{ from: 41, to: 129 }],
    });
  });

  it('has no gap after backfills of all blocks before the wallet', () => {
    expect(coverage({ backfilled: [{ from: 0, to: 149 }] })).toMatchObject({
      gaps: [],
      ranges: [{ from: 0, to: 200 }],
    });
  });

  it('is one gap for a wallet that was never watched', () => {
    expect(coverage({ spans: [] })).toMatchObject({ since: null, ranges: [], gaps: [{ from: 0, to: 200 }] });
  });

  it('has no range for a wallet whose first block is still to be scanned', () => {
    const ends = { since: 201, ranges: [], gaps: [{ from: 0, to: 200 }] };
    expect(coverage({ spans: [{ from: 201, to: null }] })).toMatchObject(ends);
  });

  it('is unknown on a chain that was never scanned, except for what backfills scanned', () => {
    const spans = [{ from: null, to: null }];
    const none = { since: null, ranges: [], gaps: [] };
    expect(coverage({ cursor: null, spans, reconciledTo: null })).toMatchObject({ ...none, reconciledTo: null });
    const backfilled = [{ from: 3, to: 5 }];
    expect(coverage({ cursor: null, spans, backfilled })).toMatchObject({ ...none, ranges: backfilled });
  });

  // The chain's own height was claimed for wallets that nobody watched.
  it.each<[string, number | null, Partial<WalletFacts>]>([
    ['the last scanned block', 200, {}],
    ['the block before its first deferred match', 160, { recordedTo: 160 }],
    ['where the wallet ceased to be watched', 120, { spans: [{ from: 110, to: 120 }] }],
    ['the end of its last backfill', 140, { spans: [], backfilled: [{ from: 130, to: 140 }] }],
    ['no height before its first block is scanned', null, { spans: [{ from: 201, to: null }] }],
    ['no height while nothing is scanned', null, { cursor: null, recordedTo: null }],
  ])('claims records up to %s', (_, recordedTo, facts) => {
    expect(coverage({ recordedTo: 200, ...facts }).recordedTo).toBe(recordedTo);
  });

  it('has every height up to the last scanned block either in one range or in one gap', () => {
    const Range = fc.record({ from: fc.nat(60), size: fc.nat(20) });
    const ranges = fc.array(
      Range.map(({ from, size }) => ({ from, to: from + size })),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(ranges, ranges, ranges, fc.nat(60), (earlier, spans, backfilled, from) => {
        const cursor = aCursor({ earlier, from, height: 90 });
        const shown = coverage({ cursor, spans, backfilled });
        const isIn = (height: number, all: WalletCoverage['ranges']) =>
          all.filter((range) => height >= range.from && height <= range.to).length;
        for (let height = 0; height <= 90; height++) {
          const scanned = isIn(height, [...earlier, { from, to: 90 }]) > 0 && isIn(height, spans) > 0;
          const known = scanned || isIn(height, backfilled) > 0 ? 1 : 0;
          expect([height, isIn(height, shown.ranges), isIn(height, shown.gaps)]).toEqual([height, known, 1 - known]);
        }
      }),
    );
  });
});
