import type { BackfillRepo } from '../../backfill/repo.ts';
import type { DifferenceRepo } from '../../balances/difference-repo.ts';
import type { BalanceRepo } from '../../balances/repo.ts';
import { matchForm } from '../../chains/address.ts';
import { ChainId } from '../../chains/registry.ts';
import type { TransactionRepo } from '../../transactions/repo.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { StoredWallet } from '../../wallets/schema.ts';
import { type Throttling, throttledSince } from '../../wallets/throttled-wallets.ts';
import type { WatchedHeights } from '../../wallets/watched-heights.ts';
import type { CursorRepo } from '../../watch/cursor.ts';
import type { DeferredMatchesRepo } from '../../watch/deferred-matches.ts';
import { walletRecordedTo } from '../../watch/recorded-to.ts';
import { type WalletCoverage, walletCoverageOf } from './wallet-coverage.ts';

export interface WalletCoverageDeps {
  readonly cursors: Pick<CursorRepo, 'get'>;
  readonly backfills: Pick<BackfillRepo, 'completedOf'>;
  readonly balances: Pick<BalanceRepo, 'nativeOf' | 'lastCheck'>;
  readonly differences: Pick<DifferenceRepo, 'openOf'>;
  readonly transactions: Pick<TransactionRepo, 'page'>;
  readonly deferred: Pick<DeferredMatchesRepo, 'oldest'>;
  throttled(): Promise<Throttling[]>;
  heights(walletId: string): Promise<WatchedHeights[]>;
}

/** The coverage of a wallet on each of its chains. */
export async function walletCoverages(
  deps: WalletCoverageDeps,
  organisationId: OrganisationId,
  wallet: StoredWallet,
): Promise<WalletCoverage[]> {
  const [throttled, heights, backfills, open] = await Promise.all([
    deps.throttled(),
    deps.heights(wallet.id),
    deps.backfills.completedOf(organisationId, wallet.id),
    deps.differences.openOf(organisationId, wallet.id),
  ]);
  const chains = wallet.chains.map((id) => ChainId.parse(id));
  return Promise.all(
    chains.map(async (chain) => {
      // Before the deferred matches: see `recordedTo`.
      const cursor = await deps.cursors.get(chain);
      const [recordedTo, reconciledTo, detail] = await Promise.all([
        walletRecordedTo(deps.deferred, organisationId, cursor, wallet.address),
        reconciledToOf(deps, chain, wallet),
        detailOf(deps, organisationId, chain, wallet),
      ]);
      const filled = backfills.filter((job) => job.chain === chain);
      return walletCoverageOf({
        chain,
        cursor,
        spans: heights.find((own) => own.chain === chain)?.spans ?? [],
        backfilled: filled.map(({ fromHeight: from, toHeight: to }) => ({ from, to })),
        recordedTo,
        reconciledTo,
        openDifferences: open.data.filter((difference) => difference.chain === chain).length,
        throttledSince: throttledSince(
          throttled.filter((own) => own.chain === chain),
          wallet.id,
        ),
        detail,
      });
    }),
  );
}

/** The last check that included the wallet: a wallet without a balance waits for its first check, or has a tag. */
async function reconciledToOf(
  { balances }: WalletCoverageDeps,
  chain: ChainId,
  { address, destinationTag }: StoredWallet,
): Promise<number | null> {
  if (destinationTag !== null) return null;
  const native = await balances.nativeOf(chain, matchForm(chain, address));
  if (native?.amount === undefined) return null;
  return (await balances.lastCheck(chain, Number.MAX_SAFE_INTEGER))?.height ?? null;
}

/** `logs` while one of the newest records of the wallet lacks the calls inside its transaction. */
async function detailOf(
  { transactions }: WalletCoverageDeps,
  organisationId: OrganisationId,
  chain: ChainId,
  { id: walletId }: StoredWallet,
): Promise<WalletCoverage['detail']> {
  const { data: newest } = await transactions.page(organisationId, { walletId, chain }, { pageSize: 100 });
  return newest.some(({ detail, source }) => detail === 'logs' && source !== 'import') ? 'logs' : 'full';
}
