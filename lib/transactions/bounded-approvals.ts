import type { AuthorityChange, StoredApproval } from './schema.ts';

/**
 * An item holds 400 KB, of which 500 transfers take about half. Anybody can log thousands of approvals in the name of a
 * wallet.
 */
const MOST_APPROVALS = 200;
const MOST_CHANGES = 200;

/** Above the limit, keeps the approvals that endanger the wallet most, in on-chain order. */
export function boundedApprovals(approvals: readonly StoredApproval[]): StoredApproval[] {
  if (approvals.length <= MOST_APPROVALS) return [...approvals];
  const rank = ({ isOwner, approved, unlimited }: StoredApproval) =>
    (isOwner ? 0 : 4) + (approved ? 0 : 2) + (unlimited ? 0 : 1);
  const first = approvals.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_APPROVALS);
  const kept = new Set(first);
  return approvals.filter((approval) => kept.has(approval));
}

/** Above the limit, keeps the last changes: they state who may act now. */
export const boundedAuthority = (changes: readonly AuthorityChange[]): AuthorityChange[] =>
  changes.slice(-MOST_CHANGES);
