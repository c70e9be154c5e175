import { describe, expect, it } from '@jest/globals';
import { compileRule } from '../../../../lib/alerts/rules/compile-rule.ts';
import { aMemo, anNftTransfer, aTransfer, evaluated } from '../../../support/records.ts';

type Given = Parameters<typeof evaluated>[0];
/** The answer of a rule about any transfer to a transaction with one transfer. */
const answer = (conditions: object, given: Given) =>
  compileRule({ ruleType: 'any_transfer', walletIds: [], conditions: { ...conditions } }).evaluate(
    evaluated(given),
    {},
  );
const fires = (...given: Parameters<typeof answer>) => answer(...given).matches;

const RULES = [
  ['any_transfer', {}, [aTransfer()]],
  ['large_transfer', { value_usd: { gte: 1 } }, [aTransfer()]],
  ['token_transfer', { token_symbol: 'ETH' }, [aTransfer()]],
  ['inbound_only', {}, [aTransfer()]],
  ['outbound_only', {}, [aTransfer({ direction: 'outbound' })]],
  ['nft_transfer', {}, [anNftTransfer()]],
] as const;

it.each(RULES)(
  '%s takes a destination tag and a part of a memo beside its own conditions',
  (ruleType, own, transfers) => {
    const asks = (more: object, given: Given) =>
      compileRule({ ruleType, walletIds: [], conditions: { ...own, ...more } }).evaluate(
        evaluated({ transfers: [...transfers], ...given }),
        {},
      ).matches;
    const why = { destination_tag: 7, memo_contains: 'invoice' };
    expect(asks(why, { destinationTag: 7, references: [aMemo] })).toBe(true);
    expect(asks(why, { destinationTag: 8, references: [aMemo] })).toBe(false);
    expect(asks(why, { destinationTag: 7 })).toBe(false);
    expect(asks(why, { destinationTag: 7, references: [aMemo], transfers: [] })).toBe(false);
  },
);

describe('destination_tag', () => {
  it('is one tag, or one of several', () => {
    expect(fires({ destination_tag: [1, 7] }, { destinationTag: 7 })).toBe(true);
    expect(fires({ destination_tag: [1, 7] }, { destinationTag: 17 })).toBe(false);
    expect(fires({ destination_tag: 7 }, { destinationTag: null })).toBe(false);
  });

  it('null asks for a payment without a tag, and 0 is a tag', () => {
    expect(fires({ destination_tag: null }, { destinationTag: null })).toBe(true);
    expect(fires({ destination_tag: null }, { destinationTag: 0 })).toBe(false);
    expect(fires({ destination_tag: 0 }, { destinationTag: 0 })).toBe(true);
    expect(fires({ destination_tag: 0 }, { destinationTag: null })).toBe(false);
  });

  it('is a reason with the tag of the payment', () => {
    expect(answer({ destination_tag: null }, { destinationTag: 0 }).reasons).toContainEqual({
      condition: 'destination_tag',
      expected: null,
      actual: 0,
      passed: false,
    });
  });
});

describe('memo_contains', () => {
  it('compares text in any case', () => {
    expect(fires({ memo_contains: 'VOICE 47' }, { references: [aMemo] })).toBe(true);
    expect(fires({ memo_contains: 'voice 48' }, { references: [aMemo] })).toBe(false);
    expect(fires({ memo_contains: 'straße' }, { references: [{ ...aMemo, value: 'STRAßE 1' }] })).toBe(true);
  });

  it('looks at memos that are text alone', () => {
    const others = [
      { ...aMemo, value: 'FF47', encoding: 'hex' },
      { ...aMemo, kind: 'source_tag', value: '47' },
    ] as const;
    expect(fires({ memo_contains: '47' }, { references: [...others] })).toBe(false);
  });

  it('is a reason with the memos of the payment', () => {
    expect(answer({ memo_contains: 'invoice' }, { references: [aMemo] }).reasons).toContainEqual({
      condition: 'memo_contains',
      expected: 'invoice',
      actual: ['Invoice 4711'],
      passed: true,
    });
  });
});
