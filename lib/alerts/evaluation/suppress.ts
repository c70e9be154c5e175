import * as z from 'zod';
import { cooldownKeys, cooldownPrefixes } from '../../platform/table/cooldown-keys.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { keys } from '../../platform/table/keys.ts';
import { getItem, queryPrefix, type Table } from '../../platform/table/table.ts';
import { type Put, tryTransact, type Update } from '../../platform/table/write.ts';
import { epochSeconds, plusDays } from '../../values/time.ts';
import { suppressionItemOf } from '../rules/rule-state.ts';
import type { RuleState } from '../rules/schema.ts';
import { afterSuppressing, Cooldown, standingFor } from './cooldown.ts';
import { Decision } from './decision.ts';
import { decisionStates } from './decision-states.ts';
import { decisionKeyOf, type RuleMatch, scopeOf, suppressedDecision } from './rule-match.ts';

export interface SuppressDeps {
  readonly table: Table;
  /** Days for which the decision on a suppressed match is kept, and what is known of its cooldown. */
  readonly decisionDays: number;
}

/** How many matches a cooldown has suppressed. Spread over items, as the counts of the rule are. */
const Count = z.object({ suppressed: z.number().int() });
type Count = z.output<typeof Count>;

const ttlOf = ({ decidedAt }: RuleMatch, { decisionDays }: Pick<SuppressDeps, 'decisionDays'>) =>
  epochSeconds(plusDays(new Date(decidedAt), decisionDays));

const cooldownKeyOf = (match: RuleMatch) => cooldownKeys.cooldown(match.organisationId, match.rule.id, scopeOf(match));

/** The cooldown of the match as it is now, strongly consistent; null when none has begun. */
export const cooldownOf = (table: Table, match: RuleMatch): Promise<Cooldown | null> =>
  getItem(table, cooldownKeyOf(match), Cooldown);

/** Stores the cooldown, on condition that it is as it was read. */
export const cooldownWrite = (deps: SuppressDeps, match: RuleMatch, seen: Cooldown | null, next: Cooldown): Put => ({
  put: { ...cooldownKeyOf(match), ...next, ttl: ttlOf(match, deps) },
  ...ifSame(seen, 'revision'),
});

/** How many matches the cooldown has suppressed, strongly consistent. */
export async function suppressedIn(table: Table, match: RuleMatch, { startedAt }: Cooldown): Promise<number> {
  const { pk } = cooldownKeyOf(match);
  const counts = await queryPrefix(table, pk, cooldownPrefixes.inCooldown(scopeOf(match), startedAt), Count);
  return counts.reduce((sum, { suppressed }) => sum + suppressed, 0);
}

/** The write of the decision on a match that makes no alert. */
export const suppressedWrite = (
  deps: Pick<SuppressDeps, 'decisionDays'>,
  match: RuleMatch,
  decision: Decision,
): Put => ({
  put: { ...decisionKeyOf(match), ...decision, ttl: ttlOf(match, deps) },
  ...decisionStates.allows(match.isVerified ? 'suppress' : 'suppressStated', {}),
});

/** Why the change of a level was refused; undefined when its conditions held. */
export function whyRefused({
  failed,
}: {
  readonly failed: readonly string[];
}): 'orphaned' | 'level changed' | undefined {
  if (failed.includes('pending')) return 'orphaned';
  return failed.includes('level') ? 'level changed' : undefined;
}

/**
 * Counts a match that does not fire. Its decision expires, but a decision that fired stays as long as its event. Does
 * not check the rule again: the match was evaluated against the rule of a moment ago, and nobody hears of the match. So
 * most suppressed matches share no item with matches that fire.
 * @param cooldown the cooldown that suppresses the match, as it was read.
 * @returns the earlier decision if the match is decided. `refused`: the cooldown has changed meanwhile.
 *   `level changed`: another transaction changed the state that the rule has judged.
 */
export async function suppress(
  deps: SuppressDeps,
  match: RuleMatch,
  cooldown: Cooldown,
): Promise<Decision | 'refused' | 'orphaned' | 'level changed'> {
  const { organisationId, rule, transactionId } = match;
  const ttl = ttlOf(match, deps);
  const decision = suppressedDecision(match, {
    reason: 'cooldown',
    eventId: standingFor(match, cooldown),
    muteId: null,
  });
  const n = suppressionItemOf(transactionId);
  const next = afterSuppressing(match, cooldown);
  const refusal = await tryTransact(
    deps.table,
    {
      decision: suppressedWrite(deps, match, decision),
      ofRule: {
        update: keys.suppressions(organisationId, rule.id, n),
        add: { suppressedCount: 1 },
      } satisfies Update<RuleState>,
      inCooldown: {
        update: cooldownKeys.inCooldown(organisationId, rule.id, scopeOf(match), cooldown.startedAt, n),
        set: { ttl },
        add: { suppressed: 1 },
      } satisfies Update<Count>,
      cooldown: next === null ? undefined : cooldownWrite(deps, match, cooldown, next),
      pending: match.level === null ? undefined : (match.pending ?? undefined),
      level: match.level ?? undefined,
    },
    async () => next !== null && (await cooldownOf(deps.table, match))?.revision !== cooldown.revision,
  );
  if (refusal === null) return decision;
  return (await getItem(deps.table, decisionKeyOf(match), Decision)) ?? whyRefused(refusal) ?? 'refused';
}
