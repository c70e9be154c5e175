import type { Table } from '../../../platform/table/table.ts';
import type { Write } from '../../../platform/table/write.ts';
import type { StoredTransaction } from '../../../transactions/schema.ts';
import { compare, sum } from '../../../values/decimal.ts';
import type { OrganisationId } from '../../../values/ids.ts';
import { type Left, type LeftQuestion, namesOf } from '../../rules/port/left.ts';
import { isNothing, type Taken, takenBy } from '../../rules/port/taken.ts';
import { entryWrites, type Ledger, levelWrite, readAt, sumOf } from './outflow-ledger.ts';

interface JudgeDeps {
  readonly table: Table;
  now(): Date;
}

/** What left with a transaction, and the writes that note it together with the decision of the rule. */
export interface JudgedLeft {
  readonly left: Left;
  /** None when the ledger has the transaction already, or when the transaction took nothing. */
  readonly writes: readonly Write[];
}

/**
 * Sums what left in the window that ends at a transaction. A transaction that comes after later transactions of its
 * ledger is also judged at the end of the newest window with it: what it adds may cross the bound there.
 */
export async function judgeLeft(
  deps: JudgeDeps,
  organisationId: OrganisationId,
  ruleId: string,
  transaction: StoredTransaction,
  question: LeftQuestion,
): Promise<JudgedLeft> {
  const { id, inclusion, blockTimestamp: at } = transaction;
  const taken = takenBy(transaction.transfers, question);
  // Strangers can log any number of movements of worthless tokens out of a wallet.
  if (isNothing(taken) && (taken.unknown.length === 0 || transaction.unsigned)) return { left: NOTHING, writes: [] };
  const ledger: Ledger = { organisationId, ruleId, scope: scopeOf(question, transaction) };
  const place = { id, at };
  const seen = await readAt(deps.table, ledger, place);
  const { level, entry } = seen;
  const isKnown = entry !== null && entry.inclusion === inclusion && compare(entry.sum, taken.sum) === 0;
  const time = Date.parse(at);
  const windowMs = question.windowMinutes * 60_000;
  const newest = level === null ? time : Math.max(time, Date.parse(level.at));
  const ends = [...new Set([time, Math.min(newest, time + windowMs)])];
  const windows = await Promise.all(
    ends.map(async (end) => {
      const isNewest = end === newest;
      const found = await sumOf(deps.table, ledger, [end - windowMs, end], { ...place, entry }, isNewest);
      return { isNewest, left: withTaken(found, taken) };
    }),
  );
  const isLate = newest > time;
  const judged = windows.map(({ isNewest, left }) => {
    const wasBelow = !question.reaches(left.before);
    // In order, the sum may have fallen since the last record. Late, the newest record tells.
    const isArmed = isLate ? wasBelow && level?.isAbove !== true : wasBelow || level?.isAbove !== true;
    return { isNewest, left: { ...left, isArmed } };
  });
  const crossing = judged.find(({ left }) => left.isArmed && question.reaches(left.sum) && !isNothing(taken));
  const left = crossing?.left ?? judged[0]?.left ?? NOTHING;
  if (isKnown) return { left: { ...left, isArmed: false }, writes: [] };
  const atNewest = judged.find(({ isNewest }) => isNewest);
  const next = {
    isAbove: atNewest === undefined ? level?.isAbove === true : question.reaches(atNewest.left.sum),
    at: new Date(newest).toISOString(),
    by: crossing === undefined ? (level?.by ?? null) : id,
  };
  const now = deps.now();
  return {
    left,
    writes: [
      levelWrite(ledger, level, next, now),
      ...entryWrites(ledger, place, seen, { sum: taken.sum, unknown: [...taken.unknown], inclusion }, now),
    ],
  };
}

const NOTHING: Left = { sum: '0', before: '0', isArmed: false, unknown: [], isPartial: false };

const withTaken = (found: Awaited<ReturnType<typeof sumOf>>, taken: Taken): Omit<Left, 'isArmed'> => ({
  before: found.sum,
  sum: sum([found.sum, taken.sum]),
  unknown: namesOf([...taken.unknown, ...found.unknown]),
  isPartial: found.isPartial,
});

/** Rules that sum something else, or for somebody else, after a change have another ledger. */
const scopeOf = ({ unit, asset, per }: LeftQuestion, { chain, walletId }: StoredTransaction): string =>
  `${unit}#${asset === null ? '' : `${chain} ${asset}`}#${per === 'rule' ? 'RULE' : walletId}`;
