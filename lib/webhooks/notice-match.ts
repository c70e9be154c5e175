import * as z from 'zod';
import { memoOf } from '../values/memo.ts';

const Values = z.array(z.string()).optional();

/**
 * What a recipient wants to hear. A field without values matches everything. Otherwise the field matches when it has
 * the value, and all fields must match.
 */
export const StoredMatch = z.object({
  severities: Values,
  ruleIds: Values,
  ruleTypes: Values,
  walletIds: Values,
  walletTypes: Values,
  walletTags: Values,
});
export type StoredMatch = z.output<typeof StoredMatch>;

interface SubjectRule {
  readonly id: string;
  readonly ruleType: string;
  readonly severity: string;
}

/** What a notice is about. A notice that is no alert has no rule. */
export interface Subject {
  /** What a preview does not know of the rule is missing, and may be anything. */
  readonly rule: { readonly [field in keyof SubjectRule]?: SubjectRule[field] | undefined } | null;
  /** The wallets of the notice. One of them must match. */
  readonly wallets: readonly SubjectWallet[];
}

export interface SubjectWallet {
  readonly id: string;
  readonly type: string;
  readonly tags?: readonly string[];
}

/** Whether a recipient with this match wants to hear of the subject. */
export const matches = (match: StoredMatch, { rule, wallets }: Subject): boolean =>
  wantsOf(rule, 'severity', match.severities) &&
  wantsOf(rule, 'id', match.ruleIds) &&
  wantsOf(rule, 'ruleType', match.ruleTypes) &&
  (!asksForWallets(match) || wallets.some(wantsWallet(match)));

/** Whether the match depends on the wallets of the subject. */
export const asksForWallets = ({ walletIds = [], walletTypes = [], walletTags = [] }: StoredMatch): boolean =>
  walletIds.length + walletTypes.length + walletTags.length > 0;

const wantsOf = (rule: Subject['rule'], field: keyof SubjectRule, wanted: readonly string[] = []): boolean =>
  wanted.length === 0 || (rule !== null && (rule[field] === undefined || wanted.includes(rule[field])));

/**
 * A preview and the end of a mute ask for thousands of wallets, and one process does the latter for all organisations:
 * the sets are made once for each match.
 */
const wantsWallet = memoOf((match: StoredMatch): ((wallet: SubjectWallet) => boolean) => {
  const [ids, tags] = [new Set(match.walletIds), new Set(match.walletTags)];
  // People write the type of a wallet as they like: who asks for `cold` also means `Cold`.
  const types = new Set(match.walletTypes?.map((type) => type.toLowerCase()));
  const hasAny = (wanted: Set<string>, values: readonly string[]): boolean =>
    wanted.size === 0 || values.some((value) => wanted.has(value));
  return ({ id, type, tags: having = [] }) =>
    hasAny(ids, [id]) && hasAny(types, [type.toLowerCase()]) && hasAny(tags, having);
});
