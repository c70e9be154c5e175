import * as z from 'zod';
import { muteShown, type StoredMute } from '../../organisations/mutes/schema.ts';
import { due } from '../../platform/table/due-keys.ts';
import { keys, prefixes } from '../../platform/table/keys.ts';
import { levelKeys } from '../../platform/table/level-keys.ts';
import { queryPrefix, type Table } from '../../platform/table/table.ts';
import type { Delete, Put, Update } from '../../platform/table/write.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { shownSelector } from './port/wallet-selector.ts';
import { type CountedRule, RuleState, type StoredRule } from './schema.ts';

/**
 * The state of a rule is spread over items, because DynamoDB cancels transactions on the same item at the same time.
 * Each item holds the version of the rule, so a decision that changes any of the items also checks that the rule is
 * unchanged. The counts of a rule are the sums over its items.
 */
export const STATE_ITEMS = 8;

/**
 * Matches within a cooldown are counted on items of their own, which the first such match makes. Hundreds of matches
 * may be decided in a second, and each holds its item for some ten milliseconds.
 */
const SUPPRESSION_ITEMS = 64;

export const StateItem = RuleState.extend({
  ruleId: z.string(),
  /** The version of the rule; 0 while the rule is not active. */
  version: z.number().int(),
});
export type StateItem = z.output<typeof StateItem>;

/** The item on which a rule fires for this transaction. Ids are uniform, and so are their digits. */
export const stateItemOf = (transactionId: string): number => shareOf(transactionId) % STATE_ITEMS;

/** The item that counts the suppressed match of this transaction. */
export const suppressionItemOf = (transactionId: string): number => shareOf(transactionId) % SUPPRESSION_ITEMS;

/** A number that spreads transactions over items. */
export const shareOf = (transactionId: string): number => Number.parseInt(transactionId.slice(0, 4), 16);

/** The version that decisions on this rule compare with. */
const decidableVersion = ({ isActive, version }: Pick<StoredRule, 'isActive' | 'version'>): number =>
  isActive ? version : 0;

const numbers = Array.from({ length: STATE_ITEMS }, (_, n) => n);

/** The writes that tell decisions the version of a rule, as a part of the transaction that changes the rule. */
export const versionWrites = (organisationId: OrganisationId, rule: StoredRule): Update<StateItem>[] =>
  numbers.map((n) => ({
    update: keys.ruleState(organisationId, rule.id, n),
    set: { ruleId: rule.id, version: decidableVersion(rule) },
  }));

/** Makes a rule about a silence due at once, so that handover looks at its wallets. */
export const silenceWrites = (organisationId: OrganisationId, rule: StoredRule, now: Date): Put[] =>
  rule.ruleType !== 'silence'
    ? []
    : [
        {
          put: {
            ...levelKeys.silence(organisationId, rule.id),
            ...due.entry('SILENCE', organisationId, rule.id, now.toISOString()),
            version: rule.version,
          },
        },
      ];

/** Deletes the items of a rule, 72 at most. The items of its cooldowns expire. */
export const stateDeletes = (organisationId: OrganisationId, ruleId: string): Delete[] => [
  ...numbers.map((n) => ({ delete: keys.ruleState(organisationId, ruleId, n) })),
  ...Array.from({ length: SUPPRESSION_ITEMS }, (_, n) => ({ delete: keys.suppressions(organisationId, ruleId, n) })),
];

/** Rules whose states are read at a time. A state costs one to three read units. */
const STATES_AT_ONCE = 8;

/** The states of rules, in the order of the ids, strongly consistent. */
export const ruleStates = (
  table: Table,
  organisationId: OrganisationId,
  ids: readonly string[],
): Promise<RuleState[]> =>
  mapConcurrent(ids, STATES_AT_ONCE, async (id) => {
    const { pk } = keys.ruleState(organisationId, id, 0);
    return summed(await queryPrefix(table, pk, prefixes.ruleStates, RuleState));
  });

/** The sums of the counts, and the time of the last match that fired. */
function summed(items: readonly RuleState[]): RuleState {
  const state = RuleState.parse({});
  for (const { lastFiredAt, firedCount, suppressedCount, mutedCount } of items) {
    state.firedCount += firedCount;
    state.suppressedCount += suppressedCount;
    state.mutedCount += mutedCount;
    if (lastFiredAt !== null && (state.lastFiredAt === null || lastFiredAt > state.lastFiredAt)) {
      state.lastFiredAt = lastFiredAt;
    }
  }
  return state;
}

/** A rule as the API answers it, with its counts and its mute. */
export function shownRule(
  rule: StoredRule,
  { mutedCount, ...state }: RuleState,
  mute: StoredMute | undefined,
  now: Date,
): CountedRule {
  const suppressedByReason = { cooldown: state.suppressedCount - mutedCount, muted: mutedCount };
  return { ...rule, ...shownSelector(rule), ...state, suppressedByReason, ...muteShown(mute, now) };
}
