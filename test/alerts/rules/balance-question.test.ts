import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type BalanceQuestion, crossingAmong, passagesOf } from '../../../lib/alerts/rules/port/balance-question.ts';
import { fromUnits } from '../../../lib/values/decimal.ts';
import { naiveCrossings } from '../evaluation/balance/naive-balance.ts';

const question = (more: Partial<BalanceQuestion> = {}): BalanceQuestion => ({
  asset: 'native',
  below: '10',
  above: null,
  rearmPercent: '5',
  ...more,
});

const blocks = (...amounts: readonly string[]) => amounts.map((amount, n) => ({ height: n + 1, amount }));
const crossings = (asked: BalanceQuestion, ...amounts: readonly string[]) =>
  passagesOf(asked, null, blocks(...amounts)).flatMap(({ height, to }) => (to === null ? [] : [[height, to]]));

describe('the passages of a balance', () => {
  it('cross a bound once until the balance has come back by the hysteresis', () => {
    expect(crossings(question(), '10', '9.999999999999999999', '10.499999999999999999', '8')).toEqual([[2, 'below']]);
    expect(crossings(question(), '9', '10.5', '9')).toEqual([
      [1, 'below'],
      [3, 'below'],
    ]);
    expect(crossings(question({ below: null, above: '10' }), '10', '11', '9.6', '10.1', '9.5', '10.1')).toEqual([
      [2, 'above'],
      [6, 'above'],
    ]);
  });

  it('cross again as soon as the balance is within the bounds, without a hysteresis', () => {
    expect(crossings(question({ rearmPercent: '0' }), '9', '10', '9')).toEqual([
      [1, 'below'],
      [3, 'below'],
    ]);
  });

  it('go from one bound to the other', () => {
    const asked = question({ above: '20' });
    expect(crossings(asked, '9', '21', '9')).toEqual([
      [1, 'below'],
      [2, 'above'],
      [3, 'below'],
    ]);
    expect(crossingAmong(passagesOf(asked, null, blocks('9', '21', '15')))).toMatchObject({
      to: 'above',
      height: 2,
    });
  });

  it('agree with a naive model in units, in one walk or in several', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 3000n }), { maxLength: 40 }),
        fc.record({
          below: fc.option(fc.integer({ min: 1, max: 900 })),
          above: fc.integer({ min: 901, max: 2000 }),
          rearm: fc.integer({ min: 0, max: 100 }),
        }),
        fc.nat(40),
        (units, { below, above, rearm }, cut) => {
          const asked = question({
            below: below === null ? null : fromUnits(BigInt(below), 2),
            above: fromUnits(BigInt(above), 2),
            rearmPercent: String(rearm),
          });
          const all = blocks(...units.map((each) => fromUnits(each, 2)));
          const first = passagesOf(asked, null, all.slice(0, cut));
          const second = passagesOf(asked, first.at(-1)?.to ?? null, all.slice(cut));
          const found = [...first, ...second].filter(({ to }) => to !== null).map(({ height }) => height - 1);
          expect(passagesOf(asked, null, all)).toEqual([...first, ...second]);
          expect(found).toEqual(naiveCrossings(units, { below, above, rearm }));
        },
      ),
    );
  });
});
