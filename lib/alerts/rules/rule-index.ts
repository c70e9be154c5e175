import { memo } from '../../values/memo.ts';
import { type CompiledRule, compileRule } from './compile-rule.ts';
import type { Evaluated, Term } from './port/rule-type.ts';
import { termsOf } from './port/terms.ts';
import { namesIn } from './rule-names.ts';
import type { StoredRule } from './schema.ts';

/** An active rule. `compiled` throws when the stored conditions of the rule are invalid. */
export interface IndexedRule {
  readonly rule: StoredRule;
  compiled(): CompiledRule;
}

/** The active rules of an organisation, compiled once for many transactions. */
export interface RuleIndex {
  /** How many rules are active. */
  readonly size: number;
  /** The rules that may match the transaction. Every other rule does not match. */
  candidates(transaction: Evaluated): IndexedRule[];
  /** What the conditions of active rules name, in name form. */
  names(): ReadonlySet<string>;
}

/** Stands for all wallets, and for all transactions. */
const ANY = '';
type Key = Term | typeof ANY;

/** The most entries of a rule, one for each wallet and term. A rule with more is found by its wallets alone. */
const MOST_ENTRIES = 100;

/** Indexes rules by their wallets, and by the terms that their types state. */
export function indexRules(rules: readonly StoredRule[]): RuleIndex {
  const active = rules.filter(({ isActive }) => isActive);
  const index = new Map<string, Map<Key, IndexedRule[]>>();
  for (const rule of active) {
    const { compiled, terms } = compiledOnce(rule);
    const indexed = { rule, compiled };
    const wallets = rule.walletIds.length > 0 ? rule.walletIds : [ANY];
    const keys: readonly Key[] = terms.length * wallets.length > MOST_ENTRIES ? [ANY] : terms;
    for (const wallet of wallets) {
      const byKey = index.get(wallet) ?? new Map<Key, IndexedRule[]>();
      index.set(wallet, byKey);
      for (const key of new Set(keys)) {
        const others = byKey.get(key);
        if (others === undefined) byKey.set(key, [indexed]);
        else others.push(indexed);
      }
    }
  }
  return {
    size: active.length,
    names: memo(() => namesIn(active)),
    candidates(transaction) {
      const keys: readonly Key[] = [ANY, ...termsOf(transaction)];
      const found = [index.get(ANY), index.get(transaction.walletId)].flatMap((byKey) =>
        keys.flatMap((key) => byKey?.get(key) ?? []),
      );
      return [...new Set(found)];
    },
  };
}

/** A rule with invalid conditions must fail alone. */
function compiledOnce(rule: StoredRule): { compiled: IndexedRule['compiled']; terms: readonly Key[] } {
  try {
    const compiled = compileRule(rule);
    return { compiled: () => compiled, terms: compiled.terms ?? [ANY] };
  } catch (error) {
    return {
      compiled: () => {
        throw error;
      },
      terms: [ANY],
    };
  }
}
