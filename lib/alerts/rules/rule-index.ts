import { memo } from '../../values/memo.ts';
import { type CompiledRule, compileRule } from './compile-rule.ts';
import type { Evaluated, Term } from './port/rule-type.ts';
import { termsOf } from './port/terms.ts';
import { asksForGroups, type Member } from './port/wallet-selector.ts';
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
  /** The rules about balances, which checks of balances judge too. */
  readonly balanceRules: readonly IndexedRule[];
  /** Whether a rule asks for the type or the tags of wallets. */
  readonly asksForGroups: boolean;
  /**
   * The rules that may match the transaction. Every other rule does not match.
   * @param wallet the wallet of the transaction. Without it, each rule that asks for groups may match.
   */
  candidates(transaction: Evaluated, wallet?: Member | null): IndexedRule[];
  /** What the conditions of active rules name, in name form. */
  names(): ReadonlySet<string>;
}

/** Stands for all wallets, and for all transactions. */
const ANY = '';
type Key = Term | typeof ANY;

/** Stands for the wallets of any group. */
const ANY_GROUP = 'any group';
const tagged = (tag: string): string => `tag ${tag}`;
const ofType = (type: string): string => `type ${type.toLowerCase()}`;

/** By what the index finds the wallets of a rule. */
function walletKeys({ walletIds, walletTags, walletTypes }: StoredRule): readonly string[] {
  const groups = [...walletTags.map(tagged), ...walletTypes.map(ofType)];
  const keys = [...walletIds, ...groups, ...(groups.length > 0 ? [ANY_GROUP] : [])];
  return keys.length > 0 ? keys : [ANY];
}

/** The most entries of a rule, one for each wallet and term. A rule with more is found by its wallets alone. */
const MOST_ENTRIES = 100;

/** Indexes rules by their wallets, and by the terms that their types state. */
export function indexRules(rules: readonly StoredRule[]): RuleIndex {
  const active = rules.filter(({ isActive }) => isActive);
  const index = new Map<string, Map<Key, IndexedRule[]>>();
  const balanceRules: IndexedRule[] = [];
  for (const rule of active) {
    const { compiled, terms } = compiledOnce(rule);
    const indexed = { rule, compiled };
    if (rule.ruleType === 'balance') balanceRules.push(indexed);
    const wallets = walletKeys(rule);
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
    balanceRules,
    asksForGroups: active.some(asksForGroups),
    names: memo(() => namesIn(active)),
    candidates(transaction, wallet) {
      const keys: readonly Key[] = [ANY, ...termsOf(transaction)];
      const groups = wallet === undefined ? [ANY_GROUP] : groupsOf(wallet);
      const found = [ANY, transaction.walletId, ...groups].flatMap((place) => {
        const byKey = index.get(place);
        return byKey === undefined ? [] : keys.flatMap((key) => byKey.get(key) ?? []);
      });
      return [...new Set(found)];
    },
  };
}

const groupsOf = (wallet: Member | null): readonly string[] =>
  wallet === null ? [] : [...wallet.tags.map(tagged), ofType(wallet.type)];

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
