import type { ChainId } from '../chains/registry.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { CursorRepo } from '../watch/cursor.ts';
import type { DeferredMatchesRepo } from '../watch/deferred-matches.ts';
import { walletRecordedTo } from '../watch/recorded-to.ts';

/** The watcher has not yet recorded all that it found for a wallet in the blocks of a part. Time helps. */
export class RecordsPendingError extends Error {
  override readonly name = 'RecordsPendingError';
}

export interface ScannedDeps {
  readonly cursors: Pick<CursorRepo, 'get'>;
  readonly deferred: Pick<DeferredMatchesRepo, 'oldest'>;
}

interface OnChain {
  readonly chain: ChainId;
  /** Of the wallet, in canonical form. */
  readonly address: string;
}

/**
 * How far the chain is scanned, and how far all is recorded that the scans found for the wallet. Null for a chain that
 * was never watched.
 */
export async function scannedTo(
  { cursors, deferred }: ScannedDeps,
  organisationId: OrganisationId,
  { chain, address }: OnChain,
): Promise<{ readonly scanned: number; readonly recorded: number } | null> {
  const cursor = await cursors.get(chain);
  if (cursor === null) return null;
  const recorded = await walletRecordedTo(deferred, organisationId, cursor, address);
  return { scanned: cursor.height, recorded: recorded ?? cursor.height };
}

/**
 * Refuses to record blocks whose records the watcher has yet to make: these raise alerts, but the watcher raises no
 * alert for a record that exists. Blocks that were complete when their backfill began may be replaced meanwhile.
 */
export async function checkScanned(
  deps: ScannedDeps,
  organisationId: OrganisationId,
  place: OnChain,
  to: number,
): Promise<void> {
  const found = await scannedTo(deps, organisationId, place);
  if (found === null || to <= Math.min(found.scanned, found.recorded)) return;
  throw new RecordsPendingError(`${place.chain} is recorded up to ${found.recorded}, and a part ends at ${to}`);
}
