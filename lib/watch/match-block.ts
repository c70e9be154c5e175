import { matchForm } from '../chains/address.ts';
import type { ChainId } from '../chains/registry.ts';
import type { Table } from '../platform/table/table.ts';
import { endsOf } from '../transactions/view.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { claimingWatchers, hasTags, tagsAt } from '../wallets/account-wallets.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import { type WatchedAddress, watchedAmong } from '../wallets/watched-addresses.ts';
import type { WatchedSets } from '../wallets/watched-set.ts';
import type { ReadBlock } from './read-block.ts';
import { type DecodedInBlock, mayTouch, reportUndecoded, type Touch } from './touches.ts';
import { urgencyOf } from './urgency.ts';

export interface MatchDeps {
  readonly table: Table;
  readonly wallets: Pick<WalletRepo, 'owned' | 'tags'>;
  readonly watched: WatchedSets;
}

/** Transactions decoded at a time, and records made at a time. */
export const RECORDS_AT_ONCE = 8;

/**
 * The touches of a block in the order of the block, for all organisations and wallets. Looks up the addresses of the
 * block in memory, and reads the watched addresses that it finds from the table, strongly consistent: one read unit for
 * each. Of an address with several tags, reads the tag of each wallet once in the life of the process.
 */
export async function touchesIn(
  deps: Pick<MatchDeps, 'table' | 'watched'> & { readonly wallets: Pick<WalletRepo, 'tags'> },
  chain: ChainId,
  block: ReadBlock,
  signal: AbortSignal,
): Promise<Touch[]> {
  const known = await deps.watched(chain).upToDate();
  if (known.size === 0) return [];
  const confirm = (forms: Iterable<string>): Promise<Map<string, WatchedAddress>> =>
    watchedAmong(
      deps.table,
      chain,
      [...new Set(forms)].filter((form) => known.has(form)),
    );
  const whole = await block.whole(signal);
  const placed = whole.naming?.(known) ?? [...whole.transactions.entries()];
  const watched = await confirm(placed.flatMap(([, { parties }]) => parties));
  if (watched.size === 0) return [];
  const watchedParties = new Set(watched.keys());
  const touching = placed.filter(([, { parties }]) => parties.some((party) => watchedParties.has(party)));
  const decoded = await mapConcurrent(touching, RECORDS_AT_ONCE, async ([place, transaction]): Promise<Decoded> => {
    const inBlock = { ...(await transaction.decode(signal, watchedParties)), blockHash: block.hash };
    reportUndecoded(inBlock);
    return { place, inBlock, parties: transaction.parties };
  });
  // Calls inside a transaction have ends that the block does not state.
  const stated = new Set(decoded.flatMap(({ parties }) => parties));
  const ends = decoded.flatMap(({ inBlock }) => endsIn(chain, inBlock)).filter((end) => !stated.has(end));
  const found = new Map([...watched, ...(await confirm(ends))]);
  const shared = hasTags(chain) ? [...found.values()] : [];
  const tagOf = await deps.wallets.tags(shared.flatMap(({ watchers, claimers }) => [...watchers, ...claimers]));
  return decoded.flatMap(({ place, inBlock, parties }) =>
    [...new Set([...parties, ...endsIn(chain, inBlock)])]
      .flatMap((party) => found.get(party) ?? [])
      .filter(({ address }) => mayTouch({ address, inBlock }))
      .flatMap(({ address, ...wallets }) => {
        const urgency = urgencyOf({ address, inBlock });
        return claimingWatchers(wallets, tagOf, tagsAt(inBlock.transaction, address)).map(
          (watcher): Touch => ({
            ...{ ...watcher, address, place, inBlock, urgency },
            ...(tagOf(watcher.walletId) !== null && { isTagged: true }),
          }),
        );
      }),
  );
}

interface Decoded {
  readonly place: number;
  readonly inBlock: DecodedInBlock;
  /** The parties that the block stated before the transaction was decoded. */
  readonly parties: readonly string[];
}

/** The ends of the movements in match form. */
const endsIn = (chain: ChainId, { transaction }: DecodedInBlock): string[] =>
  transaction.movements.flatMap(endsOf).map((address) => matchForm(chain, address));
