import { audited } from '../platform/audit/audit-log.ts';
import type { Deps } from '../platform/deps.ts';
import type { Write } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { StoredTransaction } from './schema.ts';

/** What an import states of a record. All else comes from the chain and from prices. */
const stated = ({ walletId, chain, hash, ...record }: StoredTransaction) => {
  const { blockNumber, blockTimestamp, fromAddress, toAddress, tokenSymbol, tokenAmount, txType, status } = record;
  const amount = { tokenSymbol, tokenAmount };
  return { walletId, chain, hash, blockNumber, blockTimestamp, fromAddress, toAddress, ...amount, txType, status };
};

/** The entries of the audit log for what callers do to records. The watchers of blocks make none. */
export const recordEntries = (deps: Pick<Deps, 'table' | 'now' | 'newId'>) => ({
  /**
   * For a record that somebody imports.
   * @param merged what becomes of a record that was there.
   * @param stored the record that was there.
   */
  imported(
    organisationId: OrganisationId,
    found: StoredTransaction,
    merged: StoredTransaction = found,
    stored: StoredTransaction | null = null,
  ): readonly Write[] {
    if (found.source !== 'import') return [];
    const before = stored === null ? null : stated(stored);
    const change = { action: 'import', resource: 'transaction', id: found.id, before, after: stated(merged) } as const;
    return audited(deps, organisationId, change);
  },

  annotated(organisationId: OrganisationId, before: StoredTransaction, after: StoredTransaction): readonly Write[] {
    const annotations = ({ notes, tags }: StoredTransaction) => ({ notes, tags });
    return audited(deps, organisationId, {
      action: 'annotate',
      resource: 'transaction',
      id: after.id,
      before: annotations(before),
      after: annotations(after),
    });
  },
});
