import * as z from 'zod';
import { MUTE_GATES } from '../../organisations/mutes/repo.ts';
import type { StoredMute } from '../../organisations/mutes/schema.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { type Key, keys } from '../../platform/table/keys.ts';
import { muteKeys, mutePrefixes } from '../../platform/table/mute-keys.ts';
import { optimistically } from '../../platform/table/optimistically.ts';
import { getItem, queryPrefix, type Table } from '../../platform/table/table.ts';
import { IF_PRESENT, tryTransact, type Update } from '../../platform/table/write.ts';
import { compare } from '../../values/decimal.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { epochSeconds, plusDays } from '../../values/time.ts';
import { shareOf, suppressionItemOf } from '../rules/rule-state.ts';
import type { RuleState, StoredRule } from '../rules/schema.ts';
import { Decision } from './decision.ts';
import { decisionKeyOf, type RuleMatch, suppressedDecision } from './rule-match.ts';
import { type SuppressDeps, suppressedWrite, whyRefused } from './suppress.ts';

/** What a mute has hidden of a rule and a wallet. Spread over items, as the counts of the rule are. */
export const Muted = z.object({
  count: z.number().int(),
  /** The largest known value of these matches, a decimal string. */
  largestUsd: z.string().optional(),
  walletId: z.string(),
  /** The rule when the last match was muted: it may be deleted before the mute ends. */
  rule: z.object({
    id: z.string(),
    name: z.string(),
    ruleType: z.string(),
    severity: z.string(),
    /** The toggles of channels that were on. */
    toggles: z.array(z.string()),
  }),
});
export type Muted = z.output<typeof Muted>;

/** As many as the gates, so that matches that wait for a gate wait for no count. */
const SHARES = MUTE_GATES;
/** Longer than a mute lasts whose end is moved again and again. */
const KEPT_DAYS = 400;
/** How often another match may be the largest meanwhile. After that, a retry decides the match. */
const TRIES = 20;

/**
 * The most counts that are read of a mute: some 1.4 MB. An organisation with many rules and wallets can have a million,
 * and their reader works for all organisations.
 */
export const MOST_COUNTS = 4000;

/** What a mute has hidden, strongly consistent: all of it when the mute has ended, but no more than `MOST_COUNTS`. */
export const mutedBy = (
  table: Table,
  organisationId: OrganisationId,
  muteId: string,
  limit = MOST_COUNTS,
): Promise<Muted[]> =>
  queryPrefix(table, keys.organisation(organisationId).pk, mutePrefixes.matches(muteId), Muted, { limit });

/**
 * Counts a match that a mute covers, and makes no alert. Neither begins nor lengthens a cooldown. A transaction that
 * returns to the chain, or that the chain confirms after a caller stated it, counts once.
 * @param earlier the decisions on earlier inclusions.
 * @returns the earlier decision if the match is decided. `over`: the mute has ended, and no longer covers the match.
 */
export async function mute(
  deps: SuppressDeps,
  match: RuleMatch,
  { id: muteId }: StoredMute,
  earlier: readonly Decision[],
): Promise<Decision | 'over' | 'orphaned' | 'level changed'> {
  const { organisationId, rule, walletId, transactionId, isVerified } = match;
  const n = shareOf(transactionId) % SHARES;
  const key = muteKeys.matches(organisationId, muteId, rule.id, walletId, n);
  const decision = suppressedDecision(match, { reason: 'muted', eventId: null, muteId });
  return optimistically<Awaited<ReturnType<typeof mute>>>(`the count of mute ${muteId}`, TRIES, async () => {
    const [decided, counted] = await Promise.all([
      getItem(deps.table, decisionKeyOf(match), Decision),
      getItem(deps.table, key, Muted),
    ]);
    if (decided !== null && !(isVerified && decided.outcome === 'provisional')) return decided;
    const isCounted = [decided, ...earlier].some((before) => before?.muteId === muteId);
    const refusal = await tryTransact(deps.table, {
      decision: suppressedWrite(deps, match, decision),
      gate: { check: muteKeys.gate(organisationId, muteId, n), ...IF_PRESENT },
      ofRule: {
        update: keys.suppressions(organisationId, rule.id, suppressionItemOf(transactionId)),
        add: { suppressedCount: 1, mutedCount: 1 },
      } satisfies Update<RuleState>,
      counted: isCounted ? undefined : countedWrite(match, key, counted),
      pending: match.level === null ? undefined : (match.pending ?? undefined),
      level: match.level ?? undefined,
    });
    if (refusal === null) return decision;
    return refusal.failed.includes('gate') ? 'over' : whyRefused(refusal);
  });
}

/** Counts the match. Only a match that is larger than all before must find the count as it was read. */
function countedWrite(
  { rule, walletId, valueUsd, decidedAt }: RuleMatch,
  key: Key,
  counted: Muted | null,
): Update<Muted> {
  const ttl = epochSeconds(plusDays(new Date(decidedAt), KEPT_DAYS));
  const counting = { update: key, add: { count: 1 }, set: { rule: ruleOf(rule), walletId, ttl } };
  const seen = counted?.largestUsd;
  if (valueUsd === null || (seen !== undefined && compare(valueUsd, seen) <= 0)) return counting;
  return {
    ...counting,
    set: { ...counting.set, largestUsd: valueUsd },
    ...ifSame({ largestUsd: seen }, 'largestUsd'),
  };
}

const ruleOf = (rule: StoredRule): Muted['rule'] => ({
  id: rule.id,
  name: rule.name,
  ruleType: rule.ruleType,
  severity: rule.severity,
  toggles: Object.entries(rule).flatMap(([field, value]) =>
    field.startsWith('notify') && value === true ? field : [],
  ),
});
