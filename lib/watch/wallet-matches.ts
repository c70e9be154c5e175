import { chainOf, familyChains } from '../chains/registry.ts';
import type { Check } from '../platform/table/write.ts';
import { decodedDraft, partiesBeside } from '../transactions/decoded-draft.ts';
import type { StoredTransaction } from '../transactions/schema.ts';
import { type Draft, type RecordDeps, recordTransaction } from '../transactions/store.ts';
import { transactionId } from '../transactions/transaction-id.ts';
import type { OrganisationId } from '../values/ids.ts';
import { type AccountWallets, claimantsOf, tagsAt, walletIdsOf } from '../wallets/account-wallets.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { BlockRepo } from './block-records.ts';
import { sameBlockCheck } from './fences.ts';
import { mayTouch, type Touch } from './touches.ts';

/** A transaction that touches a watched wallet, as the record to store. */
export interface WalletMatch {
  readonly organisationId: OrganisationId;
  /** The id of the record. */
  readonly id: string;
  readonly draft: Draft;
}

/**
 * The match of each touch of an organisation, in the order of the touches, which are all on one chain. Reads all
 * wallets at once.
 */
export async function matchOfEach<T extends Pick<Touch, 'walletId' | 'address' | 'inBlock'>>(
  wallets: Pick<WalletRepo, 'owned'>,
  organisationId: OrganisationId,
  touches: readonly T[],
): Promise<ReadonlyMap<T, WalletMatch>> {
  const [first] = touches;
  if (first === undefined) return new Map();
  const { family } = chainOf(first.inBlock.transaction.chain);
  const others = new Set(touches.flatMap(({ address, inBlock }) => partiesBeside(inBlock.transaction, address)));
  const ours = await wallets.owned(organisationId, familyChains(family), [...others]);
  return new Map(
    touches.map((touch) => {
      const { walletId, address, inBlock } = touch;
      const { transaction, blockHash, source = 'watch' } = inBlock;
      const draft = decodedDraft(transaction, { walletId, address }, ours, { source, blockHash });
      return [touch, { organisationId, id: transactionId(organisationId, walletId, transaction.hash), draft }];
    }),
  );
}

/** A touch whose wallet may have gone. Without a wallet: the wallet without a tag that the address has now. */
export type FoundTouch = Pick<Touch, 'address' | 'inBlock'> & Partial<Pick<Touch, 'walletId'>>;

/**
 * As `matchOfEach`, but looks up the wallets of the addresses. Leaves out transactions that do not touch their address,
 * and wallets that no longer exist.
 */
export async function walletMatchesOf(
  wallets: Pick<WalletRepo, 'owned'>,
  organisationId: OrganisationId,
  touches: readonly FoundTouch[],
): Promise<WalletMatch[]> {
  const touching = touches.filter(mayTouch);
  const [first] = touching;
  if (first === undefined) return [];
  const { id: chain } = chainOf(first.inBlock.transaction.chain);
  const own = await wallets.owned(organisationId, [chain], [...new Set(touching.map(({ address }) => address))]);
  const owned = touching.flatMap((touch) => walletsOf(touch, own).map((walletId) => ({ ...touch, walletId })));
  return [...(await matchOfEach(wallets, organisationId, owned)).values()];
}

function walletsOf(
  { address, inBlock, walletId }: FoundTouch,
  own: ReadonlyMap<string, AccountWallets>,
): readonly string[] {
  const wallets = own.get(address);
  if (wallets === undefined) return [];
  if (walletId !== undefined) return walletIdsOf(wallets).filter((id) => id === walletId);
  return claimantsOf(wallets, tagsAt(inBlock.transaction, address) === null ? null : []);
}

export interface JoinDeps extends RecordDeps {
  readonly wallets: Pick<WalletRepo, 'owned'>;
  readonly blocks: Pick<BlockRepo, 'join' | 'isReplaced'>;
}

/** A match with a reference to its record in the record of its block. */
export interface JoinedMatch extends WalletMatch {
  /** That the table still has the block; undefined when the table has no block at this height. */
  readonly blockCheck?: Check;
}

/**
 * The match of a transaction in a block that the watcher has already scanned or never scans. Adds the reference of its
 * record to the block's record, so that a reorganisation also orphans the record that the caller then makes.
 * @returns null when the transaction does not touch the address or the wallet no longer exists.
 * @throws Error when another block has replaced this block. The caller must read the blocks again.
 */
export async function joinMatch(
  deps: JoinDeps,
  organisationId: OrganisationId,
  touch: Pick<Touch, 'address' | 'inBlock' | 'walletId'>,
): Promise<JoinedMatch | null> {
  const [match] = await walletMatchesOf(deps.wallets, organisationId, [touch]);
  if (match === undefined) return null;
  const { transaction, blockHash: hash } = touch.inBlock;
  const block = { height: transaction.blockNumber, hash };
  const { id: chain } = chainOf(transaction.chain);
  const blockCheck = sameBlockCheck(chain, block);
  const refs = [{ organisation: organisationId, id: match.id, hash }];
  if (await deps.blocks.join(chain, block, refs, { part: match.id, check: blockCheck }))
    return { ...match, blockCheck };
  if (await deps.blocks.isReplaced(chain, block)) throw new Error(`block ${block.height} of ${chain} was replaced`);
  return match;
}

/** Makes the record of a match, and returns the record. */
export async function recordJoined(
  deps: RecordDeps,
  { organisationId, draft, blockCheck }: JoinedMatch,
  { evaluate }: { evaluate: boolean },
): Promise<StoredTransaction> {
  const how = { evaluate, ...(blockCheck && { blockCheck }) };
  return (await recordTransaction(deps, organisationId, draft, how)).transaction;
}
