import { describe, expect, it } from '@jest/globals';
import { boundedApprovals, boundedAuthority } from '../../lib/transactions/bounded-approvals.ts';
import { anApproval, anAuthorityChange, aStoredTransaction, aTransfer } from '../support/records.ts';

const many = <T>(count: number, item: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => item(n));

describe('boundedApprovals', () => {
  it('keeps every approval of a usual transaction, in order', () => {
    const approvals = many(200, (n) => anApproval({ tokenId: String(n) }));
    expect(boundedApprovals(approvals)).toEqual(approvals);
  });

  it('keeps the unlimited approvals by the wallet of a transaction with too many, in on-chain order', () => {
    const spam = many(1000, (n) => anApproval({ isOwner: false, tokenId: String(n) }));
    const own = many(3, (n) => anApproval({ tokenId: `own ${n}` }));
    const kept = boundedApprovals([...spam, ...own]);
    expect(kept).toHaveLength(200);
    expect(kept.slice(-3)).toEqual(own);
    expect(kept.slice(0, 197)).toEqual(spam.slice(0, 197));
  });
});

describe('boundedAuthority', () => {
  it('keeps the last changes', () => {
    const changes = many(1000, (n) => anAuthorityChange({ kind: 'threshold_changed', after: String(n) }));
    expect(boundedAuthority(changes)).toEqual(changes.slice(800));
  });
});

describe('a record with the most transfers, approvals and changes', () => {
  it('fits into an item of 400 KB', () => {
    const asset = 'W'.repeat(64);
    const amount = `0.${'1'.repeat(76)}`;
    const record = aStoredTransaction({
      transfers: many(500, () => aTransfer({ asset, amount, tokenAddress: `0x${'a'.repeat(40)}` })),
      approvals: boundedApprovals(many(1000, () => anApproval({ asset, amount }))),
      authority: boundedAuthority(many(1000, () => anAuthorityChange())),
      notes: 'n'.repeat(4000),
    });
    expect(JSON.stringify(record).length).toBeLessThan(400_000);
  });
});
