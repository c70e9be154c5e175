import type { BlockHeader } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import type { TransactionRepo } from '../transactions/repo.ts';
import type { StoredTransaction } from '../transactions/schema.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { OrganisationId } from '../values/ids.ts';
import { skipDataErrors } from './data-errors.ts';
import { RECORDS_AT_ONCE } from './match-block.ts';
import type { ReadBlock } from './read-block.ts';
import type { JudgedRef, RecordRef } from './schema.ts';

export interface OrphanDeps {
  readonly transactions: Pick<TransactionRepo, 'find' | 'orphan'>;
  /** Retracts the alerts of an orphaned record. */
  retract(organisationId: OrganisationId, transaction: StoredTransaction): Promise<void>;
  /** Takes back what a rule has judged of a balance after an orphaned block. */
  takeBack(organisationId: OrganisationId, chain: ChainId, judged: JudgedRef & Pick<RecordRef, 'id'>): Promise<void>;
  /** Judges the balance again: the chain has returned to the block. */
  judgeAgain(
    organisationId: OrganisationId,
    chain: ChainId,
    block: BlockHeader,
    judged: JudgedRef & Pick<RecordRef, 'id'>,
  ): Promise<void>;
}

interface Present {
  readonly chain: ChainId;
  readonly block: ReadBlock;
  readonly signal: AbortSignal;
}

/**
 * Orphans the records of blocks that a block has replaced. Then judges balances again that were judged after this very
 * block, if the chain returned to it: by then the rules are armed as they were before the block.
 * @param replaced the references to the records that the block does not record again.
 */
export async function orphanRecords(
  deps: OrphanDeps,
  { chain, block, signal }: Present,
  replaced: readonly RecordRef[],
): Promise<void> {
  const orphans = replaced.filter(({ hash }) => hash !== block.hash);
  if (orphans.length > 0) {
    const present = new Set((await block.whole(signal)).transactions.map(({ hash }) => hash));
    await mapConcurrent(orphans, RECORDS_AT_ONCE, (ref) =>
      skipDataErrors('transaction.retract_failed', { chain, ...ref }, () => orphan(deps, chain, ref, present)),
    );
  }
  const returned = new Map(replaced.filter(({ hash }) => hash === block.hash).map((ref) => [ref.id, ref]));
  await mapConcurrent([...returned.values()], RECORDS_AT_ONCE, async ({ organisation, id, judged }) => {
    if (judged === undefined) return;
    await skipDataErrors('balance.judge_failed', { chain, organisation }, () =>
      deps.judgeAgain(organisation, chain, block, { ...judged, id }),
    );
  });
}

/**
 * Orphans the record of a block that the chain no longer has, and retracts the record's alerts. Leaves a record alone
 * that has moved to another block. Also leaves a record alone whose transaction is in the present block: no wallet may
 * match the transaction any more, but the chain still has it. What a check of balances judged after the block is taken
 * back.
 */
async function orphan(
  deps: OrphanDeps,
  chain: ChainId,
  { organisation: organisationId, id, hash, judged }: RecordRef,
  presentHashes: ReadonlySet<string>,
): Promise<void> {
  if (judged !== undefined) {
    await deps.takeBack(organisationId, chain, { ...judged, id });
    return;
  }
  const record = await deps.transactions.find(organisationId, id);
  if (record === null || presentHashes.has(record.hash)) return;
  const transaction = await deps.transactions.orphan(organisationId, id, hash);
  if (transaction === null) return;
  await deps.retract(organisationId, transaction);
  log.warn('transaction.orphaned', {
    chain,
    organisation: organisationId,
    transaction: id,
    block: transaction.blockNumber,
  });
}
