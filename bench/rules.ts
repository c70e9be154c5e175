import { compileRule } from '../lib/alerts/rules/compile-rule.ts';
import { indexRules } from '../lib/alerts/rules/rule-index.ts';
import type { StoredRule } from '../lib/alerts/rules/schema.ts';
import type { StoredTransaction } from '../lib/transactions/schema.ts';
import { figure, median, printTable } from './figures.ts';
import { reportGoals } from './goals.ts';
import { factsOf, jsonRulesOf } from './json-rules.ts';
import { ratiosOf, rounds } from './rounds.ts';
import { rulesFor } from './rule-cases.ts';
import { sampleTransactions } from './rule-transactions.ts';
import { unitsWithoutMatch } from './rule-units.ts';

/**
 * npm run bench -- rules: evaluates the same 1,000 rules with our index and with json-rules-engine, and counts the read
 * units of an evaluation with 500 rules of which none matches.
 */
const RULES = 1_000;
const RULES_WITHOUT_MATCH = 500;
const LEAST_RATIO = 100;
const MOST_UNITS = 3;
/** What a frequency rule counts in the window: the benchmark counts nothing in a table. */
const RECENT = 7;

const transactions = await sampleTransactions();
const rules = rulesFor(transactions, RULES);
const index = indexRules(rules);
const engine = jsonRulesOf(rules);
const facts = transactions.map((transaction) => factsOf(transaction, RECENT));
const compiled = rules.map((rule) => ({ rule, matches: compileRule(rule).matches }));

/** A copy, because the evaluation remembers what it derived from a transaction. */
const copy = (transaction: StoredTransaction): StoredTransaction => ({ ...transaction });

const byIndex = (transaction: StoredTransaction): StoredRule[] =>
  index
    .candidates(transaction)
    .filter((candidate) => candidate.compiled().matches(transaction, { recentCount: RECENT }))
    .map(({ rule }) => rule);

const byEachRule = (transaction: StoredTransaction): StoredRule[] =>
  compiled.filter(({ matches }) => matches(transaction, { recentCount: RECENT })).map(({ rule }) => rule);

async function byEngine(of: (typeof facts)[number]): Promise<string[]> {
  return (await engine.run(of)).events.map(({ type }) => type);
}

/** @throws Error when the engine disagrees with the index about a transaction. */
async function compareVerdicts(): Promise<void> {
  for (const [n, transaction] of transactions.entries()) {
    const ours = byIndex(transaction).map(({ id }) => id);
    const theirs = await byEngine(facts[n] ?? factsOf(transaction, RECENT));
    const differing = new Set(ours).symmetricDifference(new Set(theirs));
    const [first] = differing;
    const rule = JSON.stringify(rules.find(({ id }) => id === first));
    if (first !== undefined) throw new Error(`the verdicts differ on ${JSON.stringify(transaction)} by ${rule}`);
  }
}

await compareVerdicts();
const variants = [
  { name: 'our index', run: () => transactions.reduce((sum, each) => sum + byIndex(copy(each)).length, 0) },
  { name: 'each rule asked', run: () => transactions.reduce((sum, each) => sum + byEachRule(copy(each)).length, 0) },
  {
    name: 'json-rules-engine',
    async run() {
      let sum = 0;
      for (const each of facts) sum += (await byEngine(each)).length;
      return sum;
    },
  },
];
const measured = await rounds(variants);
const [ours = []] = measured.map(({ took }) => took);
console.log(`${figure(RULES)} rules, ${transactions.length} recorded and made transactions, the same verdicts\n`);
printTable(
  ['', 'matches', 'µs per transaction', '× our index', 'least–most'],
  measured.map(({ name, count, took }) => {
    const ratios = ratiosOf(took, ours);
    const spread = `${figure(Math.min(...ratios))}–${figure(Math.max(...ratios))}`;
    const each = (median(took) * 1000) / transactions.length;
    return [name, ...[count, each, median(ratios)].map(figure), spread];
  }),
);
const ratio = median(ratiosOf(measured.at(-1)?.took ?? [], ours));

// A frequency rule counts transactions in the table, whether it matches or not.
const others = rulesFor(transactions, 4 * RULES_WITHOUT_MATCH)
  .filter(({ ruleType }) => ruleType !== 'frequency')
  .filter((rule) => !transactions.some((transaction) => compileRule(rule).matches(transaction, {})))
  .slice(0, RULES_WITHOUT_MATCH);
const { first, later } = await unitsWithoutMatch(others, transactions);
const units = Math.max(...later);

reportGoals([
  { name: `json-rules-engine by our index, ${figure(RULES)} rules`, figure: ratio, unit: '×', atLeast: LEAST_RATIO },
  {
    name: `read units of a transaction that matches none of ${others.length} rules`,
    figure: units,
    unit: 'units',
    atMost: MOST_UNITS,
    note: `${figure(first)} for the first of a process`,
  },
]);
