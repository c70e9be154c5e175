import { matchForm } from '../chains/address.ts';
import type { ChainId } from '../chains/registry.ts';
import type { Table } from '../platform/table/table.ts';
import { endsOf } from '../transactions/view.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import { type WatchedAddress, watchedAmong } from '../wallets/watched-addresses.ts';
import type { WatchedSets } from '../wallets/watched-set.ts';
import type { ReadBlock } from './read-block.ts';
import { type DecodedInBlock, reportUndecoded, type WalletMatch, walletMatchOf } from './record-matches.ts';

export interface MatchDeps {
  readonly table: Table;
  readonly wallets: Pick<WalletRepo, 'owned'>;
  readonly watched: WatchedSets;
}

/** Transactions decoded at a time, and records made at a time. */
export const RECORDS_AT_ONCE = 8;

/**
 * The wallet matches of a block, for all organisations and wallets. Looks up the addresses of the block in memory, and
 * reads the watched addresses that it finds from the table, strongly consistent: one read unit for each.
 */
export async function walletMatchesIn(
  deps: MatchDeps,
  chain: ChainId,
  block: ReadBlock,
  signal: AbortSignal,
): Promise<WalletMatch[]> {
  const known = await deps.watched(chain).upToDate();
  if (known.size === 0) return [];
  const confirm = (forms: Iterable<string>): Promise<Map<string, WatchedAddress>> =>
    watchedAmong(
      deps.table,
      chain,
      [...new Set(forms)].filter((form) => known.has(form)),
    );
  const whole = await block.whole(signal);
  const transactions = whole.naming?.(known).map(([, transaction]) => transaction) ?? whole.transactions;
  const watched = await confirm(transactions.flatMap(({ parties }) => parties));
  if (watched.size === 0) return [];
  const watchedParties = new Set(watched.keys());
  const touching = transactions.filter(({ parties }) => parties.some((party) => watchedParties.has(party)));
  const decoded = await mapConcurrent(touching, RECORDS_AT_ONCE, async (transaction): Promise<Decoded> => {
    const inBlock = { ...(await transaction.decode(signal, watchedParties)), blockHash: block.hash };
    reportUndecoded(inBlock);
    return { inBlock, parties: transaction.parties };
  });
  // Calls inside a transaction have ends that the block does not state.
  const stated = new Set(decoded.flatMap(({ parties }) => parties));
  const ends = decoded.flatMap(({ inBlock }) => endsIn(chain, inBlock)).filter((end) => !stated.has(end));
  const found = new Map([...watched, ...(await confirm(ends))]);
  const matches = await mapConcurrent(decoded, RECORDS_AT_ONCE, ({ inBlock, parties }) => {
    const own = new Set([...parties, ...endsIn(chain, inBlock)]);
    return walletMatchesOf(
      deps,
      inBlock,
      [...own].flatMap((party) => found.get(party) ?? []),
    );
  });
  return matches.flat();
}

interface Decoded {
  readonly inBlock: DecodedInBlock;
  /** The parties that the block stated before the transaction was decoded. */
  readonly parties: readonly string[];
}

/** The ends of the movements in match form. */
const endsIn = (chain: ChainId, { transaction }: DecodedInBlock): string[] =>
  transaction.movements.flatMap(endsOf).map((address) => matchForm(chain, address));

async function walletMatchesOf(
  { wallets }: MatchDeps,
  decoded: DecodedInBlock,
  addresses: readonly WatchedAddress[],
): Promise<WalletMatch[]> {
  const viewers = addresses.flatMap(({ address, organisations }) =>
    [...organisations].map((organisationId) => ({ organisationId, address })),
  );
  const matches = await mapConcurrent(viewers, RECORDS_AT_ONCE, ({ organisationId, address }) =>
    walletMatchOf(wallets, organisationId, address, decoded),
  );
  return matches.filter((match) => match !== null);
}
