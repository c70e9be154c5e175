import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { keys } from '../../platform/table/keys.ts';
import { optimistically } from '../../platform/table/optimistically.ts';
import { getItem, type Table } from '../../platform/table/table.ts';
import { tryTransact, type Update } from '../../platform/table/write.ts';
import type { EventRepo } from '../events/repo.ts';
import { NONE_SUPPRESSED } from '../events/schema.ts';
import { StateItem, stateItemOf } from '../rules/rule-state.ts';
import { afterFiring, type Cooldown, fires } from './cooldown.ts';
import { Decision, decisionsOn } from './decision.ts';
import { decisionStates } from './decision-states.ts';
import { mute } from './mute-match.ts';
import { decisionKeyOf, firedDecision, type RuleMatch } from './rule-match.ts';
import { cooldownOf, cooldownWrite, type SuppressDeps, suppress, suppressedIn } from './suppress.ts';

export interface DecideDeps extends SuppressDeps {
  readonly events: EventRepo;
  readonly deliveries: DeliveryRepo;
}

/** A decision, and the deliveries of the alert if the match fired: the caller queues their first attempts. */
export interface NewDecision extends Decision {
  readonly deliveries?: readonly StoredDelivery[];
}

/**
 * Why no decision was made: the rule was changed or removed meanwhile, another transaction changed the state that the
 * rule has judged, the block was orphaned, or the match is within a
 * cooldown and waits for a price, which may make the match large enough to fire.
 */
export type Undecided = 'rule changed' | 'level changed' | 'orphaned' | 'waits';

/**
 * How often the cooldown or the state of the rule may change while a match is decided. After that, a retry decides the
 * match. Of many matches with values that are decided at once, each may be the largest suppressed match for a moment.
 */
const TRIES = 20;

/**
 * Decides a rule match in one DynamoDB transaction. If the rule fires, the transaction writes the decision, the
 * cooldown, the event and its deliveries. It checks that the rule is unchanged since its evaluation, and that the
 * evaluation of the inclusion is pending. Many matches of a rule within its cooldown are decided side by side.
 * @throws any error of the table except failed conditions. The caller may try again.
 */
export async function decide(deps: DecideDeps, match: RuleMatch): Promise<NewDecision | Undecided> {
  const hasCooldown = match.rule.cooldownMinutes > 0;
  const earlier = hasCooldown || match.mute !== null ? await earlierDecisions(deps.table, match) : [];
  // An alert was retracted. The recipients of the retraction must learn that the alert holds again.
  const isBack = match.isBack === true || earlier.some(({ outcome }) => outcome === 'fired');
  const muted = isBack || match.mute === null ? 'over' : await mute(deps, match, match.mute, earlier);
  if (muted !== 'over') return muted;
  let isLate = false;
  return optimistically<NewDecision | Undecided>(`the state of rule ${match.rule.id}`, TRIES, async () => {
    const cooldown = hasCooldown ? await cooldownOf(deps.table, match) : null;
    const suppressing = cooldown !== null && !isBack && !fires(match, cooldown);
    if (suppressing && match.isValuePending) return 'waits';
    const outcome = suppressing
      ? await suppress(deps, match, cooldown)
      : await tryToFire(deps, match, cooldown, isLate);
    if (outcome !== 'refused') return outcome;
    const state = await getItem(deps.table, stateKeyOf(match), StateItem);
    if (state === null || state.version !== match.rule.version) return 'rule changed';
    isLate = state.lastFiredAt !== null && state.lastFiredAt > match.recordedAt;
    return undefined;
  });
}

/** What was decided on the match of the rule in earlier inclusions of the transaction. */
async function earlierDecisions(table: Table, match: RuleMatch): Promise<Decision[]> {
  const { organisationId, rule, inclusion, transactionId } = match;
  if (inclusion === 0) return [];
  const decisions = await decisionsOn(table, organisationId, transactionId);
  return decisions.filter((earlier) => earlier.ruleId === rule.id && earlier.inclusion < inclusion);
}

/** The item of the rule that this match changes when it fires. */
const stateKeyOf = ({ organisationId, rule, transactionId }: RuleMatch) =>
  keys.ruleState(organisationId, rule.id, stateItemOf(transactionId));

/**
 * @param cooldown as it was read.
 * @param isLate whether a match that was recorded later has fired on the same item.
 * @returns the earlier decision if the match is decided. `refused`: the rule or its cooldown has changed meanwhile.
 */
async function tryToFire(
  deps: DecideDeps,
  match: RuleMatch,
  cooldown: Cooldown | null,
  isLate: boolean,
): Promise<NewDecision | 'orphaned' | 'level changed' | 'refused'> {
  const { organisationId, rule } = match;
  const suppressed = cooldown === null ? 0 : await suppressedIn(deps.table, match, cooldown);
  const alert = await match.alert(
    cooldown === null
      ? NONE_SUPPRESSED
      : { count: Math.max(0, suppressed - cooldown.reported), largestUsd: cooldown.suppressedUsd },
  );
  const { event, deliveries } = alert;
  const decision = firedDecision(match, alert);
  const next = rule.cooldownMinutes > 0 ? afterFiring(match, cooldown, suppressed, event.id) : null;
  const refusal = await tryTransact(
    deps.table,
    {
      decision: {
        put: { ...decisionKeyOf(match), ...decision },
        ...decisionStates.allows(match.isVerified ? 'fire' : 'fireStated', {}),
      },
      state: counting(match, isLate),
      pending: match.pending ?? undefined,
      cooldown: next === null ? undefined : cooldownWrite(deps, match, cooldown, next),
      level: match.level ?? undefined,
      event: deps.events.creation(organisationId, event),
      deliveries: deps.deliveries.creations(organisationId, deliveries),
    },
    () => hasChanged(deps, match, cooldown),
  );
  if (refusal === null) return { ...decision, deliveries };
  const { failed } = refusal;
  const earlier = failed.includes('decision') ? await getItem(deps.table, decisionKeyOf(match), Decision) : null;
  if (earlier !== null) return earlier.outcome === 'fired' ? { ...earlier, deliveries } : earlier;
  if (failed.includes('pending')) return 'orphaned';
  if (failed.includes('level')) return 'level changed';
  if (failed.every((name) => name === 'state' || name === 'cooldown')) return 'refused';
  throw refusal;
}

/** Counts the match that fires, while the rule is active and has the version that was evaluated. */
function counting(match: RuleMatch, isLate: boolean): Update<StateItem> {
  const { rule, recordedAt } = match;
  const unchanged = '#version = :version';
  const values = { ':version': rule.version };
  const counted = { update: stateKeyOf(match), add: { firedCount: 1 } };
  if (isLate) return { ...counted, when: unchanged, values };
  return {
    ...counted,
    set: { lastFiredAt: recordedAt },
    when: `${unchanged} AND (attribute_not_exists(#lastFiredAt) OR #lastFiredAt <= :recordedAt)`,
    values: { ...values, ':recordedAt': recordedAt },
  };
}

/** Whether the rule has changed meanwhile, or another match has changed its cooldown. */
async function hasChanged({ table }: DecideDeps, match: RuleMatch, seen: Cooldown | null): Promise<boolean> {
  if (match.rule.cooldownMinutes > 0) {
    const cooldown = await cooldownOf(table, match);
    if (cooldown?.revision !== seen?.revision) return true;
  }
  return (await getItem(table, stateKeyOf(match), StateItem))?.version !== match.rule.version;
}
