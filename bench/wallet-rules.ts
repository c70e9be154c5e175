import { indexRules } from '../lib/alerts/rules/rule-index.ts';
import type { StoredRule } from '../lib/alerts/rules/schema.ts';
import type { StoredTransaction } from '../lib/transactions/schema.ts';
import { WALLETS, walletId } from './list-records.ts';
import { ratiosOf, rounds } from './rounds.ts';
import { rulesFor } from './rule-cases.ts';
import { sampleTransactions } from './rule-transactions.ts';

const RULES = 500;
const RECENT = 7;

const tagOf = (id: string): string => `wallet-${id}`;

/** The same rule, which finds its wallets by a tag of each in place of their ids. */
const byTags = (rule: StoredRule): StoredRule => ({
  ...rule,
  walletIds: [],
  walletTags: rule.walletIds.map(tagOf),
});

/**
 * The processor time of the matcher with rules by group, by its time with rules that name the same wallets, as all
 * rules did before. Both match the same.
 * @returns the ratio of each round.
 */
export async function matcherRatios(): Promise<number[]> {
  const transactions = await sampleTransactions();
  const rules = rulesFor(transactions, RULES);
  const [before, now] = [indexRules(rules), indexRules(rules.map(byTags))];
  const members = new Map(
    Array.from({ length: WALLETS }, (_, n) => [walletId(n), { type: 'hot', tags: [tagOf(walletId(n)), 'deposit'] }]),
  );
  /** A copy, because the evaluation remembers what it derived from a transaction. */
  const copy = (transaction: StoredTransaction): StoredTransaction => ({ ...transaction });
  const byIds = (each: StoredTransaction): string[] =>
    before
      .candidates(each)
      .filter((candidate) => candidate.compiled().matches(each, { recentCount: RECENT }))
      .map(({ rule }) => rule.id);
  const byGroups = (each: StoredTransaction): string[] => {
    const wallet = members.get(each.walletId) ?? null;
    return now
      .candidates(each, wallet)
      .filter((candidate) => candidate.compiled().matches(each, { recentCount: RECENT, wallet }))
      .map(({ rule }) => rule.id);
  };
  for (const each of transactions) {
    const differing = new Set(byIds(copy(each))).symmetricDifference(new Set(byGroups(copy(each))));
    if (differing.size > 0) throw new Error(`the verdicts differ on ${each.id} by ${[...differing].join()}`);
  }
  const counting = (matches: (each: StoredTransaction) => string[]) => () =>
    transactions.reduce((sum, each) => sum + matches(copy(each)).length, 0);
  const [ids, groups] = await rounds([
    { name: 'by ids', run: counting(byIds) },
    { name: 'by tags', run: counting(byGroups) },
  ]);
  return ratiosOf(groups?.took ?? [], ids?.took ?? []);
}
