import { matchForm } from '../chains/address.ts';
import type { ChainId } from '../chains/registry.ts';
import { touchedBy } from '../transactions/view.ts';
import type { OrganisationId } from '../values/ids.ts';
import { claimingWatchers, hasTags, tagsAt } from '../wallets/account-wallets.ts';
import { watchedAmong } from '../wallets/watched-addresses.ts';
import { skipDataErrors } from '../watch/data-errors.ts';
import { reportUndecoded } from '../watch/touches.ts';
import { joinMatch, recordJoined } from '../watch/wallet-matches.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import type { RangeEnd } from './schema.ts';

/** The records of the transactions that touch an address, by organisation. */
export type FoundRecords = ReadonlyMap<OrganisationId, readonly string[]>;

export interface TracedBlock {
  readonly records: FoundRecords;
  /** Whether the block pays its fees to the address. */
  readonly paysFees: boolean;
}

/**
 * Traces a block and records every transaction in which a call touches the address, for all watched addresses of the
 * transaction. The records run through the rules like those of a scan. Null when no node traces blocks.
 * @throws ChainUnavailableError when a node traces but does not answer.
 * @throws Error when another block has replaced this block.
 */
export async function recordTraced(
  deps: BalanceCheckDeps,
  chain: ChainId,
  { height, hash }: Pick<RangeEnd, 'height' | 'hash'>,
  form: string,
  signal: AbortSignal,
): Promise<TracedBlock | null> {
  const block = await deps.reader.tracedBlock?.({ height, hash }, signal);
  if (!block) return null;
  const found = new Map<OrganisationId, string[]>();
  for (const candidate of block.transactions.filter(({ parties }) => parties.includes(form))) {
    const decoded = { ...(await candidate.decode(signal)), blockHash: hash, source: 'reconcile' as const };
    reportUndecoded(decoded);
    const forms = new Set([
      ...candidate.parties,
      ...touchedBy(decoded.transaction).map((end) => matchForm(chain, end)),
    ]);
    for (const [touched, { address, ...wallets }] of await watchedAmong(deps.table, chain, [...forms])) {
      const shared = hasTags(chain) ? [...wallets.watchers, ...wallets.claimers] : [];
      const tagOf = await deps.wallets.tags(shared);
      for (const watcher of claimingWatchers(wallets, tagOf, tagsAt(decoded.transaction, address))) {
        const { organisationId, walletId } = watcher;
        const { hash: transaction } = decoded.transaction;
        const match = await skipDataErrors(
          'transaction.record_failed',
          { chain, organisation: organisationId, hash: transaction },
          async () => {
            const joined = await joinMatch(deps, organisationId, { address, walletId, inBlock: decoded });
            if (joined !== null) await recordJoined(deps, joined, { evaluate: true });
            return joined;
          },
        );
        if (match === null || touched !== form) continue;
        found.set(organisationId, [...(found.get(organisationId) ?? []), match.id]);
      }
    }
  }
  return { records: found, paysFees: block.feeRecipient === form };
}
