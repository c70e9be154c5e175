import type { AuthorityChange } from '../port/chain.ts';
import { type Executed, holderOf } from './executed.ts';
import { lamportsBefore } from './solana-balances.ts';
import { UNKNOWN } from './squads-steps.ts';
import { vaultOf } from './squads-vaults.ts';
import type { MultisigChange, Proposal } from './step.ts';

/** The changes of a multisig that an account keeps; null when they are unknown. */
export type ChangesKept = (proposal: Proposal) => readonly MultisigChange[] | null;

/**
 * The changes of authority over token accounts, mints and multisigs. The owner of the token account sees the change.
 * The address that had the authority over a mint sees the change of the mint. The first vault of a multisig of Squads
 * sees the changes of the multisig.
 *
 * An account that the transaction itself opened and closes again is left out. Nearly every swap has such an account,
 * and nobody had a right to it before. Anybody can pay lamports to the address of such an account beforehand.
 *
 * @param keptChanges tells the executed changes that an earlier transaction proposed.
 */
export function authorityOf(executed: Executed, keptChanges: ChangesKept = () => null): AuthorityChange[] {
  const { keys, meta, steps } = executed;
  const opened = new Set<string>();
  const proposed = new Map<string, readonly MultisigChange[]>();
  const changed = (multisig: string, changes: readonly MultisigChange[]): AuthorityChange[] =>
    changes.map(({ kind, before, after }) => ({ kind, subject: multisig, before, after, holder: vaultOf(multisig) }));
  return steps.flatMap((step): AuthorityChange[] => {
    switch (step.does) {
      case 'setAuthority': {
        const { subject, before, after, isOwnership } = step;
        const holder = isOwnership ? before : holderOf(executed, subject, before);
        return [{ kind: 'token_authority_set', subject, before, after, holder }];
      }
      case 'changeMultisig':
        return changed(step.multisig, step.changes);
      case 'proposeChanges':
        proposed.set(step.account, step.changes);
        return [];
      case 'executeChanges': {
        const { multisig, account } = step;
        return changed(multisig, proposed.get(account) ?? keptChanges({ multisig, account }) ?? [UNKNOWN]);
      }
      case 'open':
        opened.add(step.account);
        return [];
      case 'close': {
        if (opened.has(step.account) || lamportsBefore(step.account, keys, meta) === 0n) return [];
        const holder = holderOf(executed, step.account, step.authority);
        return [{ kind: 'account_closed', subject: step.account, before: holder, after: null, holder }];
      }
      default:
        return [];
    }
  });
}
