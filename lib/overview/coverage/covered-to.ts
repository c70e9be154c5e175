import type { Covered } from '../../alerts/silence/silence-alert.ts';
import { ChainId } from '../../chains/registry.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { StoredWallet } from '../../wallets/schema.ts';
import type { CursorRepo } from '../../watch/cursor.ts';
import type { DeferredMatchesRepo } from '../../watch/deferred-matches.ts';
import { walletRecordedTo } from '../../watch/recorded-to.ts';

interface CoveredDeps {
  readonly cursors: Pick<CursorRepo, 'get'>;
  readonly deferred: Pick<DeferredMatchesRepo, 'oldest'>;
}

/**
 * The block time up to which every record of a wallet exists, on each of its chains. Null where no watcher has scanned
 * yet, and while transactions of the wallet wait for the budget of its organisation.
 */
export const coveredTo =
  ({ cursors, deferred }: CoveredDeps) =>
  (organisationId: OrganisationId, { chains, address }: StoredWallet): Promise<readonly Covered[]> =>
    Promise.all(
      chains.map(async (id) => {
        const chain = ChainId.parse(id);
        // Before the deferred matches: see `recordedTo`.
        const cursor = await cursors.get(chain);
        const recordedTo = await walletRecordedTo(deferred, organisationId, cursor, address);
        const isComplete = cursor !== null && recordedTo === cursor.height;
        return { chain, to: isComplete ? cursor.timestamp : null };
      }),
    );
