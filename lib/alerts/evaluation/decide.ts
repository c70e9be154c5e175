import * as z from 'zod';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { keys, prefixes } from '../../platform/table/keys.ts';
import { getItem, queryPrefix, type Table } from '../../platform/table/table.ts';
import { type Check, conditionFailed, transact, type Update, type Write } from '../../platform/table/write.ts';
import type { TransactionRepo } from '../../transactions/repo.ts';
import { Instant } from '../../values/fields.ts';
import { derivedId, type OrganisationId } from '../../values/ids.ts';
import type { EventRepo } from '../events/repo.ts';
import type { AlertEvent } from '../events/schema.ts';
import type { StoredRule } from '../rules/schema.ts';
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
  readonly transactions: Pick<TransactionRepo, 'included'>;
}

/** A rule whose conditions a transaction meets. */
export interface RuleMatch {
  readonly organisationId: OrganisationId;
  readonly rule: StoredRule;
  readonly inclusion: number;
  /** When this inclusion of the transaction was recorded. Cooldowns use this time, because evaluations may run late. */
  readonly recordedAt: string;
  readonly event: AlertEvent;
  readonly deliveries: readonly StoredDelivery[];
}

/** Why no decision was made: the rule was changed or removed meanwhile, or the block was orphaned. */
export type Undecided = 'rule changed' | 'orphaned';

/**
 * Decides a rule match in one DynamoDB transaction. The transaction writes the decision, the cooldown, the event and
 * its deliveries. The DynamoDB transaction checks that the rule is unchanged since its evaluation and that the chain
 * still has the transaction of the match.
 * @throws any error of the table except failed conditions. The caller may try again.
 */
export async function decide(deps: DecideDeps, match: RuleMatch): Promise<Decision | Undecided> {
  const fired = await tryDecision(deps, match, 'fired', startCooldown(match));
  if (fired !== 'in cooldown') return fired;
  const cooldown = await getItem(deps.table, keys.ruleState(match.organisationId, match.rule.id), Cooldown);
  const decided =
    cooldown !== null && isLateMatch(match, cooldown)
      ? await tryDecision(deps, match, 'fired', countLateMatch(match, cooldown))
      : await tryDecision(deps, match, 'suppressed', countSuppressed(match));
  if (decided === 'in cooldown') throw new Error(`another late match of rule ${match.rule.id} was decided meanwhile`);
  return decided;
}

/**
 * Tries to write a decision. Returns the earlier decision if the match is decided, or why the decision could not be
 * written.
 */
async function tryDecision(
  deps: DecideDeps,
  match: RuleMatch,
  outcome: Decision['outcome'],
  ruleStateUpdate: Update<StoredRuleState>,
): Promise<Decision | Undecided | 'in cooldown'> {
  const { organisationId, rule, inclusion, event, deliveries } = match;
  const key = keys.decision(organisationId, event.transactionId, inclusion, rule.id);
  const decision = decisionOf(match, outcome);
  const creations: Write[] =
    outcome === 'fired'
      ? [...deps.events.creation(organisationId, event), ...deps.deliveries.creations(organisationId, deliveries)]
      : [];
  const included = deps.transactions.included(organisationId, { id: event.transactionId, inclusion });
  try {
    // The indexes of the first four parts identify the failed condition below.
    const checks = [ruleUnchanged(organisationId, rule), included];
    const undecided = decisionStates.allows(outcome === 'fired' ? 'fire' : 'suppress', {});
    await transact(deps.table, [
      { put: { ...key, ...decision }, ...undecided },
      ruleStateUpdate,
      ...checks,
      ...creations,
    ]);
    return decision;
  } catch (error) {
    const failed = conditionFailed(error);
    if (failed === null) throw error;
    const earlier = failed.includes(0) ? await getItem(deps.table, key, Decision) : null;
    if (earlier !== null) return earlier;
    if (failed.includes(3)) return 'orphaned';
    if (failed.includes(2)) return 'rule changed';
    if (failed.every((part) => part === 1)) return 'in cooldown';
    throw error;
  }
}

const decisionOf = ({ rule, inclusion, event, deliveries }: RuleMatch, outcome: Decision['outcome']): Decision => ({
  ruleId: rule.id,
  transactionId: event.transactionId,
  inclusion,
  outcome,
  deliveryIds: outcome === 'fired' ? deliveries.map(({ id }) => id) : [],
  decidedAt: event.firedAt,
  retraction: null,
});

/**
 * Starts a cooldown for this match if the last cooldown is over. The last cooldown does not apply when the same
 * transaction started it: the transaction was orphaned, its alert was retracted, and now the transaction is back in the
 * chain.
 */
function startCooldown({ organisationId, rule, recordedAt, event }: RuleMatch): Update<StoredRuleState> {
  const over = new Date(Date.parse(recordedAt) - rule.cooldownMinutes * 60_000).toISOString();
  return {
    update: keys.ruleState(organisationId, rule.id),
    set: { ruleId: rule.id, lastFiredAt: recordedAt, lastFiredOn: event.transactionId },
    add: { firedCount: 1 },
    when: 'attribute_not_exists(#lastFiredAt) OR #lastFiredAt <= :over OR #lastFiredOn = :transaction',
    values: { ':over': over, ':transaction': event.transactionId },
  };
}

/** The item of a rule that its decisions change: how often the rule fired, and when. */
interface StoredRuleState {
  readonly ruleId: string;
  readonly lastFiredAt: string;
  /** The transaction that fired last. */
  readonly lastFiredOn: string;
  readonly lateFiredAt: string;
  readonly firedCount: number;
  readonly suppressedCount: number;
}

const Cooldown = z.object({ lastFiredAt: Instant, lateFiredAt: Instant.nullable().default(null) });
type Cooldown = z.output<typeof Cooldown>;

/**
 * Whether a late match fires. A match is late when later batches were evaluated before its batch, because its batch
 * failed at first. A late match fires when it was recorded at least one cooldown before the last match that fired. Two
 * late matches must also be one cooldown apart.
 */
function isLateMatch({ rule, recordedAt }: RuleMatch, { lastFiredAt, lateFiredAt }: Cooldown): boolean {
  const cooldown = rule.cooldownMinutes * 60_000;
  const after = (instant: string) => Date.parse(instant) - Date.parse(recordedAt);
  return after(lastFiredAt) >= cooldown && (lateFiredAt === null || Math.abs(after(lateFiredAt)) >= cooldown);
}

/**
 * Counts a late match that fires and leaves `lastFiredAt` as it is. If the rule has a cooldown, `lateFiredAt` must be
 * unchanged since it was read.
 */
const countLateMatch = (
  { organisationId, rule, recordedAt }: RuleMatch,
  { lateFiredAt }: Cooldown,
): Update<StoredRuleState> => ({
  update: keys.ruleState(organisationId, rule.id),
  set: { ruleId: rule.id, lateFiredAt: recordedAt },
  add: { firedCount: 1 },
  ...(rule.cooldownMinutes > 0 && {
    when: lateFiredAt === null ? 'attribute_not_exists(#lateFiredAt)' : '#lateFiredAt = :seen',
    ...(lateFiredAt !== null && { values: { ':seen': lateFiredAt } }),
  }),
});

/** Counts a match that does not fire, and leaves the cooldown as it is. */
const countSuppressed = ({ organisationId, rule }: RuleMatch): Update<StoredRuleState> => ({
  update: keys.ruleState(organisationId, rule.id),
  set: { ruleId: rule.id },
  add: { suppressedCount: 1 },
});

const ruleUnchanged = (organisationId: OrganisationId, { id, version }: StoredRule): Check => ({
  check: keys.rule(organisationId, id),
  when: '#version = :version AND #isActive = :active',
  values: { ':version': version, ':active': true },
});
