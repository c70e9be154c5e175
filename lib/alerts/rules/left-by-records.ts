import type { TransactionRepo } from '../../transactions/repo.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import { sum } from '../../values/decimal.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { type Left, type LeftQuestion, namesOf } from './port/left.ts';
import type { Evaluated } from './port/rule-type.ts';
import { isNothing, takenBy } from './port/taken.ts';

/** The records that a test of a rule sums. The pipeline sums all, because it notes what left with each record. */
const MOST_RECORDS = 1_000;

/**
 * What left in the window that ends at a transaction, by the stored records. A test answers so about rules that are
 * not stored, and about transactions from before a rule.
 * @param covered which of some wallets the rule is about.
 */
export async function leftByRecords(
  { walk }: Pick<TransactionRepo, 'walk'>,
  organisationId: OrganisationId,
  transaction: Evaluated,
  covered: (walletIds: readonly string[]) => Promise<ReadonlySet<string>>,
  question: LeftQuestion,
): Promise<Left> {
  const { id, walletId, chain, blockTimestamp: to } = transaction;
  const from = new Date(Date.parse(to) - question.windowMinutes * 60_000).toISOString();
  const filters = question.per === 'wallet' ? { walletId, from, to } : { from, to };
  const own = takenBy(transaction.transfers, question);
  const sums: string[] = [];
  const unknown = [...own.unknown];
  let read = 0;
  for await (const { records } of walk(organisationId, filters)) {
    const ofRule = await covered([...new Set(records.map((record) => record.walletId))]);
    for (const record of records) {
      if (record.id === id || !ofRule.has(record.walletId) || (question.asset !== null && record.chain !== chain))
        continue;
      const taken = takenBy(record.transfers, question);
      sums.push(taken.sum);
      unknown.push(...taken.unknown);
    }
    read += records.length;
    if (read >= MOST_RECORDS) break;
  }
  const before = sum(sums);
  return {
    ...{ before, sum: sum([before, own.sum]), unknown: namesOf(unknown), isPartial: read >= MOST_RECORDS },
    isArmed: !question.reaches(before),
  };
}

/** What a preview keeps of a record. */
export interface TakenRecord {
  readonly id: string;
  readonly scope: string;
  /** Block time in milliseconds. */
  readonly at: number;
  readonly sum: string;
}

export const takenRecord = (record: StoredTransaction, question: LeftQuestion): TakenRecord[] => {
  const taken = takenBy(record.transfers, question);
  const ofAsset = question.asset === null ? '' : record.chain;
  const scope = `${question.per === 'rule' ? '' : record.walletId} ${ofAsset}`;
  return isNothing(taken) ? [] : [{ id: record.id, scope, at: Date.parse(record.blockTimestamp), sum: taken.sum }];
};

/** The records by which sums cross the bound, the newest first. @param newestFirst a few hundred records. */
export function crossingsAmong(newestFirst: readonly TakenRecord[], question: LeftQuestion): TakenRecord[] {
  const isAbove = new Map<string, boolean>();
  const seen: TakenRecord[] = [];
  const crossings: TakenRecord[] = [];
  for (const record of newestFirst.toReversed()) {
    const from = record.at - question.windowMinutes * 60_000;
    const before = sum(seen.filter(({ scope, at }) => scope === record.scope && at >= from).map((each) => each.sum));
    const reaches = question.reaches(sum([before, record.sum]));
    if (reaches && (isAbove.get(record.scope) !== true || !question.reaches(before))) crossings.unshift(record);
    isAbove.set(record.scope, reaches);
    seen.push(record);
  }
  return crossings;
}
