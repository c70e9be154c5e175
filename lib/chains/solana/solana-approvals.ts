import { fromUnits } from '../../values/decimal.ts';
import type { Approval } from '../port/chain.ts';
import { type Executed, holderOf } from './executed.ts';
import { SYSTEM } from './programs.ts';
import { tokenKinds } from './solana-balances.ts';
import type { Step } from './step.ts';

/** An amount has 64 bits, so the greatest amount limits nothing. No token of these programs can have 2^128 units. */
const UNLIMITED = 2n ** 64n - 1n;

/**
 * The approvals of a transaction. The token programs call the spender a delegate; an account has at most one delegate.
 * An approval of zero revokes, as in other families.
 *
 * A revocation does not name the delegate. Unless the transaction approved the delegate before, the address of 32 zero
 * bytes stands for the delegate.
 */
export function approvalsOf(executed: Executed): Approval[] {
  const delegates = new Map<string, string>();
  return executed.steps.flatMap((step): Approval[] => {
    if (step.does === 'approve') {
      delegates.set(step.account, step.spender);
      return [approvalOf(executed, step)];
    }
    if (step.does !== 'revoke') return [];
    const spender = delegates.get(step.account) ?? SYSTEM;
    delegates.delete(step.account);
    return [approvalOf(executed, { ...step, does: 'approve', spender, amount: 0n, checked: null })];
  });
}

function approvalOf(
  executed: Executed,
  { account, authority, spender, amount, checked }: Extract<Step, { does: 'approve' }>,
): Approval {
  // The node lists the token balances of all accounts that still exist. Of an account that no longer exists, only its
  // address is known.
  const mint = checked?.mint ?? executed.accounts.get(account)?.mint ?? account;
  const kind = tokenKinds(executed.meta).get(mint);
  return {
    standard: kind?.standard ?? 'SPL',
    asset: mint,
    tokenAddress: mint,
    tokenId: null,
    owner: holderOf(executed, account, authority),
    spender,
    amount: fromUnits(amount, kind?.decimals ?? checked?.decimals ?? 0),
    unlimited: amount >= UNLIMITED,
    approved: amount > 0n,
    expiresAt: null,
  };
}
