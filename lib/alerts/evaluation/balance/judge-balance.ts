import type { Table } from '../../../platform/table/table.ts';
import type { Write } from '../../../platform/table/write.ts';
import type { StoredTransaction } from '../../../transactions/schema.ts';
import type { OrganisationId } from '../../../values/ids.ts';
import {
  type BalanceQuestion,
  boundPast,
  crossingAmong,
  type Held,
  type JudgedBalance,
  nameOf,
  passagesOf,
} from '../../rules/port/balance-question.ts';
import { isOfAsset } from '../../rules/port/rule-asset.ts';
import { balanceLevel, balanceLevelWrite, levelAfter } from './balance-level.ts';

/**
 * What the wallet of a transaction held of an asset after a block, and after each later block up to the transaction
 * with a record of the wallet. By the last check of balances, and the records since. The first block is `from`, or a
 * later one where older blocks cost more reads: no later than the last check and the block before the transaction.
 * @param form `native`, or the match form of a token address.
 * @param from null asks for no block before the one before the transaction.
 * @returns null when nobody knows: no check has compared the asset, or too many records have come since.
 */
export type HeldSince = (
  organisationId: OrganisationId,
  transaction: Pick<StoredTransaction, 'id' | 'walletId' | 'chain' | 'blockNumber'>,
  form: string,
  from: number | null,
) => Promise<readonly [Held, ...Held[]] | null>;

/** A read of a balance takes as long as so many other steps, more or less. */
const STEPS = 3;

/** Reads each balance that the rules of one evaluation ask for once, within the budget of the evaluation. */
export function heldOnce(heldSince: HeldSince, budget: { spend(steps: number): void }): HeldSince {
  const known = new Map<string, ReturnType<HeldSince>>();
  return (organisationId, transaction, form, from) => {
    const name = `${transaction.id} ${form} ${from}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    budget.spend(STEPS);
    const reading = heldSince(organisationId, transaction, form, from);
    known.set(name, reading);
    return reading;
  };
}

interface JudgeBalanceDeps {
  readonly table: Table;
  /** Absent in a process that evaluates no records: its rules then wait for the checks of balances. */
  readonly heldSince?: HeldSince | undefined;
  now(): Date;
}

/** The state of a rule about a balance after a transaction, and the writes that note it with the decision. */
interface Judged {
  readonly balance: JudgedBalance;
  readonly writes: readonly Write[];
}

const NOTHING: Judged = { balance: { crossed: null, amount: null }, writes: [] };

/**
 * Follows the balance of the wallet from where the rule has judged last to the block of a transaction. Several
 * crossings on this way, of transactions that are evaluated late, make one alert. A transaction that comes after later
 * ones is judged with them: what the wallet held after the newest judged block, with this transaction.
 */
export async function judgeBalance(
  { table, heldSince, now }: JudgeBalanceDeps,
  organisationId: OrganisationId,
  ruleId: string,
  transaction: StoredTransaction,
  question: BalanceQuestion,
): Promise<Judged> {
  const { id, inclusion, walletId, chain, blockNumber } = transaction;
  if (heldSince === undefined || !mayMove(transaction, question.asset)) return NOTHING;
  const place = { organisationId, ruleId, walletId, chain };
  const level = await balanceLevel(table, place);
  const of = nameOf(question);
  // After a change of the rule, what was before this transaction tells where the balance is for the new bounds.
  const isOfQuestion = level?.of === of;
  const from = isOfQuestion ? level.height : level === null ? null : Math.max(level.height, blockNumber - 1);
  const isEarly = isOfQuestion && blockNumber <= level.since;
  const blocks = await heldSince(organisationId, transaction, question.asset, isEarly ? blockNumber - 1 : from);
  if (blocks === null && (!isOfQuestion || isEarly)) return NOTHING;
  const [first = null] = blocks ?? [];
  const begins = first === null ? null : { past: boundPast(question, first.amount), since: first.height };
  if (isEarly && begins !== null) {
    const crossing = crossingAmong(passagesOf(question, begins.past, blocks ?? []));
    const next = { ...level, since: blockNumber - 1 };
    return {
      balance: { crossed: crossing?.to ?? null, amount: crossing?.amount ?? null },
      writes: crossing === null ? [] : [balanceLevelWrite(place, level, next, now())],
    };
  }
  const start = isOfQuestion ? level : (begins ?? { past: null, since: blockNumber });
  const passages = passagesOf(question, start.past, blocks ?? []);
  const crossing = crossingAmong(passages);
  const next = levelAfter(level, of, start, passages, blockNumber, { id, inclusion });
  const isSame = isOfQuestion && passages.length === 0 && next.height === level.height;
  const amount = crossing?.amount ?? blocks?.at(-1)?.amount ?? null;
  return {
    balance: { crossed: crossing?.to ?? null, amount },
    writes: isSame ? [] : [balanceLevelWrite(place, level, next, now())],
  };
}

/** Strangers can log any number of movements of other tokens, which must cost no reads of balances. */
const mayMove = ({ blockHash, transfers, unsigned }: StoredTransaction, asset: string): boolean =>
  // What a caller alone has stated is in no balance yet.
  blockHash !== null &&
  (transfers.some((each) => isOfAsset(each, asset)) ||
    // Who signs may pay the fee.
    (asset === 'native' && unsigned !== true));
