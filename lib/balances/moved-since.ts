import type { ChainId } from '../chains/registry.ts';
import type { TransactionRepo } from '../transactions/repo.ts';
import type { StoredTransaction } from '../transactions/schema.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import { changeOf, type RecordedChange } from './recorded-changes.ts';

/** Records that are read at a time: few wallets have more records between two checks. */
const STEP = 25;
/** More records cost more than the figure is worth. The next check states the balance. */
const MOST_RECORDS = 200;
/** Records whose effects are read at a time. */
const RECORDS_AT_ONCE = 8;

/** What the records of a wallet say of the time since the last check of its chain. */
export interface MovedSince {
  /** The block time of the newest record; null without a record. */
  readonly lastAt: string | null;
  /** The height of the newest record above the height of the check; null when nothing moved. */
  readonly movedTo: number | null;
  /** What each record above the height of the check changed; null when the records are too many. */
  readonly changes: readonly RecordedChange[] | null;
}

/**
 * Reads the records of a wallet on a chain, the newest first, down to the height of the last check. An import that no
 * block has confirmed moves nothing, and its height is only that of its caller.
 * @param height of the last check; null asks for the newest record alone.
 */
export async function movedSince(
  { transactions }: { readonly transactions: Pick<TransactionRepo, 'walk' | 'whole'> },
  organisationId: OrganisationId,
  { id, address }: Pick<StoredWallet, 'id' | 'address'>,
  chain: ChainId,
  height: number | null,
): Promise<MovedSince> {
  let lastAt: string | null = null;
  /** The time of the first record at or below the height. Several blocks may have the same time. */
  let endAt: string | null = null;
  const above: StoredTransaction[] = [];
  const sumUp = async (isComplete: boolean): Promise<MovedSince> => {
    const movedTo = above[0]?.blockNumber ?? null;
    if (!isComplete) return { lastAt, movedTo, changes: null };
    const whole = await mapConcurrent(above, RECORDS_AT_ONCE, (record) => transactions.whole(organisationId, record));
    return { lastAt, movedTo, changes: whole.map((record) => changeOf(record, address)) };
  };
  const step = height === null ? 1 : STEP;
  for await (const { records } of transactions.walk(organisationId, { walletId: id, chain }, { step })) {
    lastAt ??= records[0]?.blockTimestamp ?? null;
    if (height === null) return sumUp(true);
    for (const record of records.filter(({ blockHash }) => blockHash !== null)) {
      if (endAt !== null && record.blockTimestamp < endAt) return sumUp(true);
      if (record.blockNumber > height) above.push(record);
      else endAt ??= record.blockTimestamp;
    }
    if (above.length >= MOST_RECORDS) return sumUp(false);
  }
  return sumUp(true);
}
