import type { DecodedTransaction } from '../chains/port/chain.ts';
import { chainOf, familyChains } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import { type Draft, type RecordDeps, recordTransaction, transactionId } from '../transactions/store.ts';
import { counterpartiesOf, isTouched, viewOf } from '../transactions/view.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import { type BlockRepo, fence } from './block-records.ts';
import type { RecordRef } from './schema.ts';

/** A transaction of a block that was read. */
export interface Read {
  readonly transaction: DecodedTransaction;
  /** Why it could not be decoded; null when it could. */
  readonly undecoded: string | null;
  readonly blockHash: string;
}

/** A record that is to be made. */
export interface Sighting {
  readonly organisation: OrganisationId;
  readonly id: string;
  readonly draft: Draft;
}

/**
 * What an organisation records of a transaction that may touch this address; null when it does not, or the wallet is gone.
 * One that could not be decoded is taken to touch every address it names.
 */
export async function sightingOf(
  wallets: Pick<WalletRepo, 'owned'>,
  organisation: OrganisationId,
  address: string,
  { transaction, undecoded, blockHash }: Read,
): Promise<Sighting | null> {
  if (undecoded === null && !isTouched(transaction, address)) return null;
  const { fromAddress, toAddress } = transaction;
  const { id: chain, family } = chainOf(transaction.chain);
  const own = await wallets.owned(organisation, [chain], [address]);
  const walletId = own.get(address);
  if (walletId === undefined) return null;
  const ends = transaction.movements.flatMap((movement) => counterpartiesOf(movement, address));
  const others = [fromAddress, toAddress, ...ends]
    .filter((party) => party !== null)
    .filter((party) => party !== address);
  const ours = await wallets.owned(organisation, familyChains(family), others);
  const seen = viewOf(transaction, address, (party) => party === address || ours.has(party));
  const draft: Draft = {
    ...seen,
    walletId,
    chain,
    hash: transaction.hash,
    blockNumber: transaction.blockNumber,
    blockTimestamp: transaction.blockTimestamp,
    blockHash,
    status: transaction.status,
    methodName: transaction.methodName,
    methodSelector: transaction.methodSelector,
    sender: fromAddress,
    called: toAddress,
    gasPriceGwei: transaction.gasPriceGwei,
    feeAmount: transaction.feeAmount,
    source: 'watch',
  };
  return { organisation, id: transactionId(organisation, walletId, transaction.hash), draft };
}

/** Tells operators of a transaction that could not be decoded. */
export function reportUndecoded({ transaction, undecoded }: Read): void {
  const { chain, hash } = transaction;
  if (undecoded !== null) log.warn('transaction.undecoded', { chain, hash, reason: undecoded });
}

export interface RecordSeenDeps extends RecordDeps {
  readonly wallets: Pick<WalletRepo, 'owned'>;
  readonly blocks: Pick<BlockRepo, 'join' | 'isReplaced'>;
}

/** What a scan of history has found: a transaction that may touch an address of the organisation. */
export interface Seen extends Read {
  readonly organisation: OrganisationId;
  readonly address: string;
}

/**
 * Records a transaction of a block that the watcher has scanned before, or never scans. The block's record learns of it
 * first, so that a reorganisation finds it like those of the watcher's own.
 * @returns null when it does not touch the address or the wallet is gone.
 * @throws Error when the block is orphaned meanwhile: read it again.
 */
export async function recordSeen(
  deps: RecordSeenDeps,
  seen: Seen,
  { evaluate }: { evaluate: boolean },
): Promise<RecordRef | null> {
  const { organisation, address, transaction, blockHash } = seen;
  const sighting = await sightingOf(deps.wallets, organisation, address, seen);
  if (sighting === null) return null;
  const ref = { organisation, id: sighting.id, hash: blockHash };
  const block = { height: transaction.blockNumber, hash: blockHash };
  const { id: chain } = chainOf(transaction.chain);
  const kept = await deps.blocks.join(chain, block, ref);
  if (!kept && (await deps.blocks.isReplaced(chain, block))) {
    throw new Error(`block ${block.height} of ${chain} was replaced`);
  }
  await recordTransaction(deps, organisation, sighting.draft, {
    evaluate,
    ...(kept && { blockCheck: fence(chain, block) }),
  });
  return ref;
}
