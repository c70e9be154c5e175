import * as z from 'zod';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { keys, prefixes } from '../../platform/table/keys.ts';
import { getItem, queryPrefix, type Table } from '../../platform/table/table.ts';
import {
  type Condition,
  conditionFailed,
  conditionHeld,
  transact,
  transactUnless,
  type Update,
} from '../../platform/table/write.ts';
import type { TransactionRepo } from '../../transactions/repo.ts';
import { Instant } from '../../values/fields.ts';
import { derivedId, type OrganisationId } from '../../values/ids.ts';
import { epochSeconds, plusDays } from '../../values/time.ts';
import type { EventRepo } from '../events/repo.ts';
import type { AlertEvent } from '../events/schema.ts';
import { COOLDOWN_ITEM, StateItem, stateItemOf, suppressionItemOf } from '../rules/rule-state.ts';
import type { RuleState, StoredRule } from '../rules/schema.ts';
import type { Cooldowns } from './cooldowns.ts';
import { decisionStates } from './decision-states.ts';

/** When an alert was retracted, and the deliveries that announce the retraction. */
export const Retraction = z.object({ at: Instant, deliveryIds: z.array(z.string()) });
export type Retraction = z.output<typeof Retraction>;

/** The decision on a rule match of one inclusion of a transaction. Written once; later only the retraction is added. */
export const Decision = z.object({
  ruleId: z.string(),
  transactionId: z.string(),
  inclusion: z.number().int(),
  outcome: z.enum(['fired', 'suppressed']),
  deliveryIds: z.array(z.string()),
  decidedAt: z.string(),
  retraction: Retraction.nullable(),
});
export type Decision = z.output<typeof Decision>;

/** All decisions on a transaction, for every inclusion, strongly consistent. */
export const decisionsOn = (table: Table, organisationId: OrganisationId, transactionId: string): Promise<Decision[]> =>
  queryPrefix(table, keys.organisation(organisationId).pk, prefixes.decisionsOn(transactionId), Decision);

/** The id of the event of a rule match. Derived from the match, so that a repeated decision makes no second event. */
export const eventIdOf = ({
  ruleId,
  transactionId,
  inclusion,
}: Pick<Decision, 'ruleId' | 'transactionId' | 'inclusion'>): string =>
  derivedId('event', ruleId, transactionId, ...(inclusion === 0 ? [] : [String(inclusion)]));

export interface DecideDeps {
  readonly table: Table;
  readonly events: EventRepo;
  readonly deliveries: DeliveryRepo;
  readonly transactions: Pick<TransactionRepo, 'evaluationPending'>;
  readonly cooldowns: Cooldowns;
  /** Days for which the decision on a suppressed match is kept. */
  readonly decisionDays: number;
}

/** A rule whose conditions a transaction meets. */
export interface RuleMatch {
  readonly organisationId: OrganisationId;
  readonly rule: StoredRule;
  readonly inclusion: number;
  /** When this inclusion of the transaction was recorded. Cooldowns use this time, because evaluations may run late. */
  readonly recordedAt: string;
  readonly transactionId: string;
  readonly decidedAt: string;
  /** The event and its deliveries. Only a rule that fires needs them. */
  alert(): Promise<Alert>;
}

export interface Alert {
  readonly event: AlertEvent;
  readonly deliveries: readonly StoredDelivery[];
}

/** Why no decision was made: the rule was changed or removed meanwhile, or the block was orphaned. */
export type Undecided = 'rule changed' | 'orphaned';

/**
 * Decides a rule match in one DynamoDB transaction. If the rule fires, the transaction writes the decision, the
 * cooldown, the event and its deliveries. It checks that the rule is unchanged since its evaluation, and that the
 * evaluation of the inclusion is pending. Many matches of a rule within its cooldown are decided side by side.
 * @throws any error of the table except failed conditions. The caller may try again.
 */
export async function decide(deps: DecideDeps, match: RuleMatch): Promise<Decision | Undecided> {
  if (deps.cooldowns.covers(match)) return suppress(deps, match);
  const read = () => getItem(deps.table, stateKeyOf(match), StateItem);
  let item: StateItem | null | undefined = match.rule.cooldownMinutes > 0 ? await read() : undefined;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (item === null || (item && item.version !== match.rule.version)) return 'rule changed';
    if (item) deps.cooldowns.remember(match, item);
    const update = item ? firingUpdate(match, item) : startCooldown(match);
    const decided = update === null ? await suppress(deps, match) : await tryToFire(deps, match, update);
    if (decided !== 'refused') return decided;
    item = await read();
  }
  throw new Error(`the state of rule ${match.rule.id} changed ${TRIES} times while a match was decided`);
}

/** How often the state of the rule may change while a match is decided. After that, a retry decides the match. */
const TRIES = 3;

/** The item of the rule that this match changes when it fires. */
const stateKeyOf = ({ organisationId, rule, transactionId }: RuleMatch) =>
  keys.ruleState(organisationId, rule.id, rule.cooldownMinutes > 0 ? COOLDOWN_ITEM : stateItemOf(transactionId));

/** Returns the earlier decision if the match is decided. `refused`: the update of the rule's state was refused. */
async function tryToFire(
  deps: DecideDeps,
  match: RuleMatch,
  stateUpdate: Update<StateItem>,
): Promise<Decision | 'orphaned' | 'refused'> {
  const { organisationId, inclusion, transactionId } = match;
  const { event, deliveries } = await match.alert();
  const decision = decisionOf(
    match,
    'fired',
    deliveries.map(({ id }) => id),
  );
  try {
    // The indexes of the first three parts identify the failed condition below.
    const writes = [
      { put: { ...decisionKeyOf(match), ...decision }, ...decisionStates.allows('fire', {}) },
      stateUpdate,
      deps.transactions.evaluationPending(organisationId, { id: transactionId, inclusion }),
      ...deps.events.creation(organisationId, event),
      ...deps.deliveries.creations(organisationId, deliveries),
    ];
    return (await transactUnless(deps.table, writes, () => isLate(deps, match))) ? decision : 'refused';
  } catch (error) {
    const failed = conditionFailed(error);
    if (failed === null) throw error;
    const earlier = failed.includes(0) ? await getItem(deps.table, decisionKeyOf(match), Decision) : null;
    if (earlier !== null) return earlier;
    if (failed.includes(2)) return 'orphaned';
    if (failed.every((part) => part === 1)) return 'refused';
    throw error;
  }
}

/** Whether the rule has changed meanwhile, or another match has begun its cooldown. */
async function isLate({ table }: DecideDeps, match: RuleMatch): Promise<boolean> {
  const item = await getItem(table, stateKeyOf(match), StateItem);
  return item === null || item.version !== match.rule.version || firingUpdate(match, item) === null;
}

/**
 * Counts a match that does not fire. Its decision expires, but a decision that fired stays as long as its event. Does
 * not check the rule again: the match was evaluated against the rule of a moment ago, and nobody hears of the match. So
 * suppressed matches share no item with matches that fire.
 */
async function suppress(deps: DecideDeps, match: RuleMatch): Promise<Decision> {
  const { organisationId, rule, transactionId } = match;
  const decision = decisionOf(match, 'suppressed', []);
  const ttl = epochSeconds(plusDays(new Date(match.decidedAt), deps.decisionDays));
  const put = { put: { ...decisionKeyOf(match), ...decision, ttl }, ...decisionStates.allows('suppress', {}) };
  const counted: Update<RuleState> = {
    update: keys.suppressions(organisationId, rule.id, suppressionItemOf(transactionId)),
    add: { suppressedCount: 1 },
  };
  if (await conditionHeld(transact(deps.table, [put, counted]))) return decision;
  const earlier = await getItem(deps.table, decisionKeyOf(match), Decision);
  if (earlier === null) throw new Error(`the decision on ${transactionId} by rule ${rule.id} cannot be read`);
  return earlier;
}

const decisionKeyOf = ({ organisationId, rule, inclusion, transactionId }: RuleMatch) =>
  keys.decision(organisationId, transactionId, inclusion, rule.id);

const decisionOf = (
  { rule, inclusion, transactionId, decidedAt }: RuleMatch,
  outcome: Decision['outcome'],
  deliveryIds: string[],
): Decision => ({ ruleId: rule.id, transactionId, inclusion, outcome, deliveryIds, decidedAt, retraction: null });

/** Holds while the rule is active and has the version that was evaluated. */
const whileUnchanged = ({ version }: StoredRule): Condition => ({
  when: '#version = :version',
  values: { ':version': version },
});

/** How the state of the rule changes when the match fires; null within the cooldown. */
function firingUpdate(match: RuleMatch, item: StateItem): Update<StateItem> | null {
  const { lastFiredAt, lastFiredOn } = item;
  if (lastFiredAt === null || lastFiredAt <= cooldownOver(match) || lastFiredOn === match.transactionId) {
    return startCooldown(match);
  }
  return isLateMatch(match, item) ? countLateMatch(match, item) : null;
}

/** A cooldown that began at this time or before is over. */
const cooldownOver = ({ rule, recordedAt }: RuleMatch): string =>
  new Date(Date.parse(recordedAt) - rule.cooldownMinutes * 60_000).toISOString();

/**
 * Starts a cooldown for this match if the last cooldown is over. The last cooldown does not apply when the same
 * transaction started it: the transaction was orphaned, its alert was retracted, and now the transaction is back in the
 * chain.
 */
function startCooldown(match: RuleMatch): Update<StateItem> {
  const { rule, recordedAt, transactionId } = match;
  const unchanged = whileUnchanged(rule);
  return {
    update: stateKeyOf(match),
    set: { lastFiredAt: recordedAt, lastFiredOn: transactionId },
    add: { firedCount: 1 },
    when:
      `${unchanged.when} AND ` +
      '(attribute_not_exists(#lastFiredAt) OR #lastFiredAt <= :over OR #lastFiredOn = :transaction)',
    values: { ...unchanged.values, ':over': cooldownOver(match), ':transaction': transactionId },
  };
}

/**
 * Whether a late match fires. A match is late when later batches were evaluated before its batch, because its batch
 * failed at first. A late match fires when it was recorded at least one cooldown before the last match that fired. Two
 * late matches must also be one cooldown apart.
 */
function isLateMatch({ rule, recordedAt }: RuleMatch, { lastFiredAt, lateFiredAt }: StateItem): boolean {
  const cooldown = rule.cooldownMinutes * 60_000;
  const after = (instant: string) => Date.parse(instant) - Date.parse(recordedAt);
  return (
    lastFiredAt !== null &&
    after(lastFiredAt) >= cooldown &&
    (lateFiredAt === null || Math.abs(after(lateFiredAt)) >= cooldown)
  );
}

/**
 * Counts a late match that fires and leaves `lastFiredAt` as it is. If the rule has a cooldown, `lateFiredAt` must be
 * unchanged since it was read.
 */
function countLateMatch(match: RuleMatch, { lateFiredAt }: StateItem): Update<StateItem> {
  const { rule, recordedAt } = match;
  const unchanged = whileUnchanged(rule);
  const seen = lateFiredAt === null ? 'attribute_not_exists(#lateFiredAt)' : '#lateFiredAt = :seen';
  const isBound = rule.cooldownMinutes > 0;
  return {
    update: stateKeyOf(match),
    set: { lateFiredAt: recordedAt },
    add: { firedCount: 1 },
    when: isBound ? `${unchanged.when} AND ${seen}` : unchanged.when,
    values: { ...unchanged.values, ...(isBound && lateFiredAt !== null && { ':seen': lateFiredAt }) },
  };
}
