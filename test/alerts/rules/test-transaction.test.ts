import { describe, expect, it } from '@jest/globals';
import { compileRule } from '../../../lib/alerts/rules/compile-rule.ts';
import { evaluatedOf, TestTransaction } from '../../../lib/alerts/rules/test-transaction.ts';
import { anApproval, aTransaction, aTransfer, OURS, THEIRS, uuid } from '../../support/records.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const given = (transaction: object, wallet: string | null = null) =>
  evaluatedOf(TestTransaction.parse(transaction), uuid(9), now, wallet);

describe('a transaction in a rule test', () => {
  it('may be a whole record as the API answers it', () => {
    const { id, walletId, blockTimestamp, transfers } = aTransaction();
    expect(given(aTransaction())).toMatchObject({ id, walletId, blockTimestamp, transfers });
  });

  it('gets the values of an import for omitted fields', () => {
    expect(given({})).toMatchObject({
      id: uuid(9),
      walletId: uuid(9),
      blockTimestamp: now.toISOString(),
      status: 'success',
      txType: 'transfer',
      methodSelector: null,
    });
  });

  it('gets a primary transfer from its own fields', () => {
    const { transfers } = given({
      direction: 'outbound',
      fromAddress: OURS,
      toAddress: THEIRS,
      tokenSymbol: 'USDC',
      tokenAmount: '0100.50',
      valueUsd: '100.5',
    });
    expect(transfers).toEqual([
      aTransfer({
        asset: 'USDC',
        from: OURS,
        to: THEIRS,
        amount: '100.5',
        valueUsd: '100.5',
        direction: 'outbound',
      }),
    ]);
  });

  it('has no more tags than a record, so that the error response stays small', () => {
    const { error } = TestTransaction.safeParse({ tags: Array(130_000).fill(1) });
    expect(error?.issues).toHaveLength(1);
    expect(TestTransaction.safeParse({ tags: Array(20).fill('tag') }).success).toBe(true);
  });

  it('keeps the given transfers, also an empty list', () => {
    expect(given({ tokenAmount: '5', transfers: [] }).transfers).toEqual([]);
    expect(given({ transfers: [aTransfer({ amount: '007' })] }).transfers).toEqual([aTransfer({ amount: '7' })]);
  });

  it('has no transfers when it failed', () => {
    expect(given({ status: 'failed', tokenAmount: '5' }).transfers).toEqual([]);
  });

  it('has approvals by the wallet alone, or by anybody when the wallet is unknown', () => {
    const { isOwner: _, ...approval } = anApproval();
    const approvals = [approval, { ...approval, owner: THEIRS }];
    const ownersOf = (wallet: string | null) => given({ approvals }, wallet).approvals.map(({ isOwner }) => isOwner);
    expect(ownersOf(OURS.toLowerCase())).toEqual([true, false]);
    expect(ownersOf(null)).toEqual([true, true]);
  });

  it('is evaluated like a stored transaction', () => {
    const rule = compileRule({
      ruleType: 'large_transfer',
      walletIds: [],
      conditions: { value_usd: { gte: '1000' }, direction: 'inbound' },
    });
    expect(rule.evaluate(given({ valueUsd: '1000' }), {}).matches).toBe(true);
    expect(rule.evaluate(given({ valueUsd: '999.99' }), {}).matches).toBe(false);
    expect(rule.evaluate(given({ valueUsd: null }), {}).matches).toBe(false);
  });
});
