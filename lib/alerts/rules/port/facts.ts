import type { StoredTransaction } from '../../../transactions/schema.ts';
import type { OrganisationId } from '../../../values/ids.ts';
import { memoBy } from '../../../values/memo.ts';
import type { Left, LeftQuestion } from './left.ts';

type Counted = Pick<StoredTransaction, 'id' | 'walletId' | 'blockTimestamp'>;

/** A transaction, and where the facts beside it are. */
export interface FactSource {
  readonly organisationId: OrganisationId;
  readonly transaction: Counted;
  /** See `recentCounts`. */
  countRecent(organisationId: OrganisationId, transaction: Counted, windowMinutes: number): Promise<number>;
  /** Absent in an evaluation, which finds what left for each rule anew: see `judgeLeft`. */
  left?(question: LeftQuestion): Promise<Left>;
}

/**
 * Every fact beside the transaction that a rule type may need: what the rule asks, and how the answer is found, once
 * for each question. A new fact is an entry here, its source above, and the rule type that states it in `needs`.
 */
const finders = ({ organisationId, transaction, countRecent, left }: FactSource) => ({
  /** How many transactions of the wallet so many minutes contain, including this transaction at their end. */
  recentCount: memoBy((windowMinutes: number) => countRecent(organisationId, transaction, windowMinutes)),
  /** What left in the window that ends at this transaction. */
  left: memoBy(async (question: LeftQuestion) => left?.(question)),
});

type Finders = ReturnType<typeof finders>;
type Fact = keyof Finders;

/** What the conditions of a rule ask. */
export type Needs = { readonly [F in Fact]?: Parameters<Finders[F]>[0] };

/** The answers to what a rule asks. */
export type Facts = { readonly [F in Fact]?: Awaited<ReturnType<Finders[F]>> };

/** Finds the facts beside a transaction that rules need, each once, however many rules need it. */
export function factsBeside(source: FactSource): (needs: Needs) => Promise<Facts> {
  const find: { readonly [F in Fact]: (need: Parameters<Finders[F]>[0]) => ReturnType<Finders[F]> } = finders(source);
  const answer = async <F extends Fact>(fact: F, need: Needs[F]) =>
    need === undefined ? undefined : await find[fact](need);
  const names = Object.keys(find).filter((name): name is Fact => name in find);
  return async (needs) =>
    Object.fromEntries(await Promise.all(names.map(async (fact) => [fact, await answer(fact, needs[fact])] as const)));
}
