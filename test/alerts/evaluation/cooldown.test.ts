import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { afterFiring, type Cooldown, fires } from '../../../lib/alerts/evaluation/cooldown.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { runs } from '../../support/sample.ts';

const MINUTES = 5;
const start = new Date('2026-03-02T00:00:00.000Z');
const matchAt = (seconds: number, valueUsd: string | null) => ({
  recordedAt: plusSeconds(start, seconds).toISOString(),
  valueUsd,
  rule: { cooldownMinutes: MINUTES },
});

/** The values of the matches that fire, in the order in which the matches are decided. */
function fired(matches: readonly (readonly [seconds: number, valueUsd: string | null])[]) {
  let cooldown: Cooldown | null = null;
  return matches.filter(([seconds, valueUsd]) => {
    const match = matchAt(seconds, valueUsd);
    if (!fires(match, cooldown)) return false;
    cooldown = afterFiring(match, cooldown, 0, 'event');
    return true;
  });
}

describe('a match within a cooldown', () => {
  it.each([
    [null, '1', true],
    [null, '0.999999999999999999', false],
    [null, null, false],
    ['0.05', '1', true],
    ['0.1', '1', true],
    ['0.2', '1', false],
    ['100', '999.99', false],
    ['100', '1000', true],
    ['100', null, false],
    ['123456789012345678901234567890.1', '1234567890123456789012345678901', true],
    ['123456789012345678901234567890.1', '1234567890123456789012345678900.999', false],
  ])('beside an alert of %s USD with a value of %s USD fires: %s', (before, value, expected) => {
    expect(
      fired([
        [0, before],
        [1, value],
      ]),
    ).toHaveLength(expected ? 2 : 1);
  });

  it('that fired does not lengthen the cooldown', () => {
    const ladder = [
      [0, '1'],
      [100, '10'],
      [200, '100'],
      [299, '100'],
      [300, null],
      [301, '100'],
    ] as const;
    expect(fired(ladder)).toEqual([
      [0, '1'],
      [100, '10'],
      [200, '100'],
      [300, null],
      [301, '100'],
    ]);
  });

  it('that was recorded before the alert is judged like one that was recorded after the alert', () => {
    expect(
      fired([
        [100, '100'],
        [0, '999'],
        [1, '1000'],
      ]),
    ).toEqual([
      [100, '100'],
      [1, '1000'],
    ]);
  });

  it('of a late match is compared with what fired late', () => {
    const late = [
      [1000, '1000000'],
      [0, '10'],
      [1, '99'],
      [2, '100'],
      [301, '5'],
    ] as const;
    expect(fired(late)).toEqual([
      [1000, '1000000'],
      [0, '10'],
      [2, '100'],
      [301, '5'],
    ]);
  });
});

const value = fc.option(
  fc.integer({ min: 0, max: 12 }).chain((e) => fc.integer({ min: 1, max: 99 }).map((n) => [n, e])),
);
const usdOf = (given: number[] | null): string | null =>
  given === null ? null : String(BigInt(given[0] ?? 0) * 10n ** BigInt(given[1] ?? 0));

describe('a cooldown, whatever matches and in whatever order,', () => {
  it('makes a match fire that is ten times larger than all that fired, and at most fifteen alerts', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 299 }), value), { maxLength: 60 }), (given) => {
        const matches = given.map(([seconds, usd]) => [seconds, usdOf(usd)] as const);
        let largest = 0n;
        const due = matches.filter(([, usd], n) => {
          const isDue = n === 0 || (usd !== null && BigInt(usd) >= 10n * largest && BigInt(usd) >= 1n);
          if (isDue && usd !== null && BigInt(usd) > largest) largest = BigInt(usd);
          return isDue;
        });
        expect(fired(matches)).toEqual(due);
        expect(due.length).toBeLessThanOrEqual(15);
      }),
      { numRuns: runs(300, 5000) },
    );
  });
});
