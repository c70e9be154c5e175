import * as z from 'zod';

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

/** What a notice is about. A notice that is no alert has no rule. */
export interface Subject {
  readonly rule: { readonly id: string; readonly ruleType: string; readonly severity: string } | null;
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
  hasAny(match.severities, rule === null ? [] : [rule.severity]) &&
  hasAny(match.ruleIds, rule === null ? [] : [rule.id]) &&
  hasAny(match.ruleTypes, rule === null ? [] : [rule.ruleType]) &&
  (isAboutAnyWallet(match) || wallets.some((wallet) => matchesWallet(match, wallet)));

const isAboutAnyWallet = ({ walletIds = [], walletTypes = [], walletTags = [] }: StoredMatch): boolean =>
  walletIds.length + walletTypes.length + walletTags.length === 0;

const matchesWallet = ({ walletIds, walletTypes, walletTags }: StoredMatch, { id, type, tags }: SubjectWallet) =>
  hasAny(walletIds, [id]) && hasAny(walletTypes, [type]) && hasAny(walletTags, tags);

const hasAny = (wanted: readonly string[] = [], values: readonly string[] = []): boolean =>
  wanted.length === 0 || values.some((value) => wanted.includes(value));
