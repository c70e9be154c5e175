import type { AuthorityChange } from '../port/chain.ts';
import { type Executed, holderOf } from './executed.ts';
import { lamportsBefore } from './solana-balances.ts';

/**
 * The changes of authority over token accounts and mints. The owner of the token account sees the change. The address
 * that had the authority over a mint sees the change of the mint.
 *
 * An account that the transaction itself opened and closes again is left out. Nearly every swap has such an account,
 * and nobody had a right to it before. Anybody can pay lamports to the address of such an account beforehand.
 */
export function authorityOf(executed: Executed): AuthorityChange[] {
  const { keys, meta, steps } = executed;
  const opened = new Set<string>();
  return steps.flatMap((step): AuthorityChange[] => {
    if (step.does === 'setAuthority') {
      const { subject, before, after, isOwnership } = step;
      const holder = isOwnership ? before : holderOf(executed, subject, before);
      return [{ kind: 'token_authority_set', subject, before, after, holder }];
    }
    if (step.does === 'open') opened.add(step.account);
    if (step.does !== 'close' || opened.has(step.account) || lamportsBefore(step.account, keys, meta) === 0n) return [];
    const holder = holderOf(executed, step.account, step.authority);
    return [{ kind: 'account_closed', subject: step.account, before: holder, after: null, holder }];
  });
}
