import type { DecodedTransaction } from '../chains/port/chain.ts';
import { chainOf, familyChains } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import type { Check } from '../platform/table/write.ts';
import { decodedDraft, partiesBeside } from '../transactions/decoded-draft.ts';
import type { StoredTransaction } from '../transactions/schema.ts';
import { type Draft, type RecordDeps, recordTransaction } from '../transactions/store.ts';
import { transactionId } from '../transactions/transaction-id.ts';
import { isTouched } from '../transactions/view.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { BlockRepo } from './block-records.ts';
import { sameBlockCheck } from './fences.ts';
import type { RecordRef } from './schema.ts';

/** A decoded transaction and the block that contains it. */
export interface DecodedInBlock {
  readonly transaction: DecodedTransaction;
  /** Why the transaction could not be decoded, or null. */
  readonly undecoded: string | null;
  readonly blockHash: string;
  /** How the transaction was found: by a scan of its block, unless a check of balances led to the transaction. */
  readonly source?: 'watch' | 'reconcile';
}

/** A transaction that touches a watched wallet, as the record to store. */
export interface WalletMatch {
  readonly organisationId: OrganisationId;
  /** Of the wallet, in canonical form. */
  readonly address: string;
  /** The id of the record. */
  readonly id: string;
  readonly draft: Draft;
}

/** Whether a transaction touches an address. One that could not be decoded touches every address that it names. */
export const mayTouch = ({ transaction, undecoded }: DecodedInBlock, address: string): boolean =>
  undecoded !== null || isTouched(transaction, address);

/** An address and a transaction that may touch the address. */
export interface Candidate {
  /** In canonical form. */
  readonly address: string;
  readonly inBlock: DecodedInBlock;
}

/** A candidate whose wallet is known. */
export interface OwnedCandidate extends Candidate {
  readonly walletId: string;
}

/**
 * The wallet matches of an organisation, in the order of the candidates, which are all on one chain. Leaves out
 * transactions that do not touch their address, and addresses whose wallet no longer exists. Reads all wallets at once.
 */
export async function walletMatchesOf(
  wallets: Pick<WalletRepo, 'owned'>,
  organisationId: OrganisationId,
  candidates: readonly Candidate[],
): Promise<WalletMatch[]> {
  const touching = candidates.filter(({ address, inBlock }) => mayTouch(inBlock, address));
  const [first] = touching;
  if (first === undefined) return [];
  const { id: chain } = chainOf(first.inBlock.transaction.chain);
  const own = await wallets.owned(organisationId, [chain], [...new Set(touching.map(({ address }) => address))]);
  const owned = touching.flatMap((candidate) => {
    const walletId = own.get(candidate.address);
    return walletId === undefined ? [] : [{ ...candidate, walletId }];
  });
  return ownedMatchesOf(wallets, organisationId, owned);
}

/** As `walletMatchesOf`, for candidates whose wallets are known. Each candidate touches its address. */
export async function ownedMatchesOf(
  wallets: Pick<WalletRepo, 'owned'>,
  organisationId: OrganisationId,
  candidates: readonly OwnedCandidate[],
): Promise<WalletMatch[]> {
  const [first] = candidates;
  if (first === undefined) return [];
  const { family } = chainOf(first.inBlock.transaction.chain);
  const others = [
    ...new Set(candidates.flatMap(({ address, inBlock }) => partiesBeside(inBlock.transaction, address))),
  ];
  const ours = await wallets.owned(organisationId, familyChains(family), others);
  return candidates.map((candidate) => matchOf(organisationId, candidate.walletId, ours, candidate));
}

function matchOf(
  organisationId: OrganisationId,
  walletId: string,
  ours: ReadonlyMap<string, string>,
  { address, inBlock }: Candidate,
): WalletMatch {
  const { transaction, blockHash, source = 'watch' } = inBlock;
  const draft = decodedDraft(transaction, { walletId, address }, ours, { source, blockHash });
  return { organisationId, address, id: transactionId(organisationId, walletId, transaction.hash), draft };
}

/** Logs a transaction that could not be decoded; an alarm informs the operators. */
export function reportUndecoded({ transaction, undecoded }: DecodedInBlock): void {
  const { chain, hash } = transaction;
  if (undecoded !== null) log.warn('transaction.decode_failed', { chain, hash, reason: undecoded });
}

export interface RecordCandidateDeps extends RecordDeps {
  readonly wallets: Pick<WalletRepo, 'owned'>;
  readonly blocks: Pick<BlockRepo, 'join' | 'isReplaced'>;
}

/** A transaction that may touch an address of the organisation. */
export interface MatchCandidate extends DecodedInBlock {
  readonly organisationId: OrganisationId;
  readonly address: string;
}

/** A match with its reference in the record of its block. */
export interface JoinedMatch extends WalletMatch {
  readonly ref: RecordRef;
  /** That the table still has the block; undefined when the table has no block at this height. */
  readonly blockCheck?: Check;
}

/**
 * The match of a transaction in a block that the watcher has already scanned or never scans. Adds the reference of its
 * record to the block's record, so that a reorganisation also orphans the record that the caller then makes.
 * @returns null when the transaction does not touch the address or the wallet no longer exists.
 * @throws Error when another block has replaced this block. The caller must read the blocks again.
 */
export async function joinCandidate(deps: RecordCandidateDeps, candidate: MatchCandidate): Promise<JoinedMatch | null> {
  const { organisationId, address, transaction, blockHash } = candidate;
  const [match] = await walletMatchesOf(deps.wallets, organisationId, [{ address, inBlock: candidate }]);
  if (match === undefined) return null;
  const ref = { organisation: organisationId, id: match.id, hash: blockHash };
  const block = { height: transaction.blockNumber, hash: blockHash };
  const { id: chain } = chainOf(transaction.chain);
  const check = sameBlockCheck(chain, block);
  if (await deps.blocks.join(chain, block, [ref], { part: ref.id, check })) return { ...match, ref, blockCheck: check };
  if (await deps.blocks.isReplaced(chain, block)) throw new Error(`block ${block.height} of ${chain} was replaced`);
  return { ...match, ref };
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

/** Both in one call. Returns the reference of the record, or null: see `joinCandidate`. */
export async function recordCandidate(
  deps: RecordCandidateDeps,
  candidate: MatchCandidate,
  how: { evaluate: boolean },
): Promise<RecordRef | null> {
  const match = await joinCandidate(deps, candidate);
  if (match !== null) await recordJoined(deps, match, how);
  return match?.ref ?? null;
}
