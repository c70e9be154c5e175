import { audited } from '../platform/audit/audit-log.ts';
import type { Deps } from '../platform/deps.ts';
import type { Write } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { StoredTransaction } from './schema.ts';

/** The entries of the audit log for what callers do to records. The watchers of blocks make none. */
export const recordEntries = (deps: Pick<Deps, 'table' | 'now' | 'newId'>) => ({
  /** For a record that somebody imports. */
  imported(organisationId: OrganisationId, { source, id, walletId, chain, hash }: StoredTransaction): readonly Write[] {
    if (source !== 'import') return [];
    const after = { walletId, chain, hash };
    return audited(deps, organisationId, { action: 'import', resource: 'transaction', id, after });
  },

  annotated(organisationId: OrganisationId, before: StoredTransaction, after: StoredTransaction): readonly Write[] {
    const stated = ({ notes, tags }: StoredTransaction) => ({ notes, tags });
    return audited(deps, organisationId, {
      action: 'annotate',
      resource: 'transaction',
      id: after.id,
      before: stated(before),
      after: stated(after),
    });
  },
});
