import type { ChainId } from '../../chains/registry.ts';
import { log } from '../../platform/log.ts';
import type { Check } from '../../platform/table/write.ts';
import { BlockReplacedError } from '../../transactions/repo.ts';
import { type RecordDeps, recordTransaction } from '../../transactions/store.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import { BLOCK_KEPT_SECONDS, type BlockRepo } from '../block-records.ts';
import { isDataError, skipDataErrors } from '../data-errors.ts';
import type { DeferredMatches, DeferredMatchesRepo } from '../deferred-matches.ts';
import { PACK_KEPT_SECONDS } from '../deferred-packs.ts';
import { fence, MAX_FENCES, sameBlockCheck } from '../fences.ts';
import { COUNTED_RECORDS } from '../hourly-budget.ts';
import { type FoundTouch, type WalletMatch, walletMatchesOf } from '../wallet-matches.ts';

export interface RecordMatchesDeps extends RecordDeps {
  readonly wallets: Pick<WalletRepo, 'owned'>;
  readonly blocks: Pick<BlockRepo, 'join' | 'get'>;
  readonly deferred: DeferredMatchesRepo;
}

export interface Place {
  readonly organisationId: OrganisationId;
  readonly chain: ChainId;
  /** Takes records from the budget of the organisation. False when the budget is used up or the time is over. */
  readonly allows: (records: number) => Promise<boolean>;
}

/**
 * Records the deferred matches of one address in one block, in the order of the block, and deletes them. Drops the
 * matches of a block that is no longer in the chain: the scan of the block that replaced it found its own matches. The
 * call may stop anywhere and be repeated: each match is recorded once.
 * @param all what scans of the block deferred, each scan by itself. Usually one scan.
 * @returns the number of recorded matches, and whether all are recorded or dropped.
 */
export async function recordBlockMatches(
  deps: RecordMatchesDeps,
  place: Place,
  all: readonly DeferredMatches[],
): Promise<{ recorded: number; isDone: boolean }> {
  let recorded = 0;
  for (const ofBlock of Map.groupBy(all, ({ hash, walletId = '' }) => `${hash} ${walletId}`).values()) {
    const left = new Map<number, DeferredMatches>();
    for (const matches of ofBlock) for (const at of matches.places) left.set(at, matches);
    const places = [...left].toSorted(([a], [b]) => a - b);
    while (places.length > 0) {
      const step = places.slice(0, COUNTED_RECORDS);
      if (!(await place.allows(step.length))) {
        await keepOnly(deps, place, ofBlock, places);
        return { recorded, isDone: false };
      }
      const made = await recordStep(deps, place, step);
      if (made === null) break;
      recorded += made;
      places.splice(0, step.length);
    }
    await deps.deferred.delete(place.organisationId, place.chain, ofBlock);
  }
  return { recorded, isDone: true };
}

async function keepOnly(
  { deferred }: RecordMatchesDeps,
  { organisationId, chain }: Place,
  ofBlock: readonly DeferredMatches[],
  left: readonly (readonly [number, DeferredMatches])[],
): Promise<void> {
  const isLeft = new Set(left.map(([at]) => at));
  for (const matches of ofBlock) {
    const places = matches.places.filter((at) => isLeft.has(at));
    if (places.length < matches.places.length) await deferred.keep(organisationId, chain, matches, places);
  }
}

/** Records a step of the matches of a block. Null when the block is no longer in the chain. */
async function recordStep(
  deps: RecordMatchesDeps,
  { organisationId, chain }: Place,
  step: readonly (readonly [number, DeferredMatches])[],
): Promise<number | null> {
  const [first] = step;
  if (first === undefined) return 0;
  const [firstPlace, { height, hash, address, walletId, pack, at }] = first;
  const touches: FoundTouch[] = [];
  for (const [n, matches] of step) {
    const deferred = (await deps.deferred.packs.read(chain, height, matches.pack))?.get(n);
    if (deferred === undefined) {
      reportLost(deps, { chain, organisation: organisationId, address, height, place: n, since: at });
      continue;
    }
    const { transaction, undecoded } = deferred;
    touches.push({ address, ...(walletId && { walletId }), inBlock: { transaction, undecoded, blockHash: hash } });
  }
  const matches = await readableMatches(deps, organisationId, touches);
  if (matches.length === 0) return 0;
  const refs = matches.map(({ id }) => ({ organisation: organisationId, id, hash }));
  const block = { height, hash };
  // All organisations that watch the address have the same pack and places.
  const part = `${pack}#${organisationId}#${walletId ?? address}#${firstPlace}`;
  // The fences spread the organisations that record matches of a block at the same time.
  let check: Check | undefined = fence(chain, block, MAX_FENCES, fenceOf(organisationId, address));
  if (!(await deps.blocks.join(chain, block, refs, { part, check }))) {
    const isStored = (await deps.blocks.get(chain, height)) !== null;
    // A block record lives for a week. Without one before that time, the chain has no block at this height any more.
    if (!isStored && plusSeconds(new Date(at), BLOCK_KEPT_SECONDS) > deps.now()) return null;
    // A repeated scan may have left the block without this fence.
    check = isStored ? sameBlockCheck(chain, block) : undefined;
    if (check !== undefined && !(await deps.blocks.join(chain, block, refs, { part, check }))) return null;
  }
  try {
    for (const { id, draft } of matches) {
      const faulty = { chain, organisation: organisationId, id, hash: draft.hash };
      await skipDataErrors('transaction.record_failed', faulty, () =>
        recordTransaction(deps, organisationId, draft, { blockCheck: check }),
      );
    }
  } catch (error) {
    if (error instanceof BlockReplacedError) return null;
    throw error;
  }
  return matches.length;
}

/** A pack that is missing before it expires was removed with its block. */
function reportLost(
  { now }: RecordMatchesDeps,
  match: Record<'chain' | 'organisation' | 'address' | 'since', string> & Record<'height' | 'place', number>,
): void {
  if (plusSeconds(new Date(match.since), PACK_KEPT_SECONDS) <= now()) log.error('matches.lost', { ...match });
}

/** The matches of touches. Reads one by one if faulty data of the organisation is among what they read. */
async function readableMatches(
  { wallets }: RecordMatchesDeps,
  organisationId: OrganisationId,
  touches: readonly FoundTouch[],
): Promise<WalletMatch[]> {
  try {
    return await walletMatchesOf(wallets, organisationId, touches);
  } catch (error) {
    if (!isDataError(error)) throw error;
    const matches: WalletMatch[] = [];
    for (const touch of touches) {
      const { chain, hash } = touch.inBlock.transaction;
      const faulty = { chain, organisation: organisationId, hash };
      const found = await skipDataErrors('transaction.record_failed', faulty, () =>
        walletMatchesOf(wallets, organisationId, [touch]),
      );
      matches.push(...(found ?? []));
    }
    return matches;
  }
}

const fenceOf = (organisationId: OrganisationId, address: string): number =>
  (Number.parseInt(organisationId.slice(0, 4), 16) + address.charCodeAt(address.length - 1)) % MAX_FENCES;
