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

/** When an alert was taken back, and the deliveries that tell of it. */
export const Retraction = z.object({ at: Instant, deliveryIds: z.array(z.string()) });
export type Retraction = z.output<typeof Retraction>;

/** What was decided of a rule that matched an inclusion of a transaction. It is written once; only its retraction is added. */
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

/** What was decided on every inclusion of a transaction, strongly consistent. */
export const decisionsOn = (table: Table, organisationId: OrganisationId, transactionId: string): Promise<Decision[]> =>
  queryPrefix(table, keys.organisation(organisationId).pk, prefixes.decisionsOn(transactionId), Decision);

/** The event that a rule makes of an inclusion of a transaction. */
export const eventIdOf = (of: Pick<Decision, 'ruleId' | 'transactionId' | 'inclusion'>): string =>
  derivedId('event', of.ruleId, of.transactionId, ...(of.inclusion === 0 ? [] : [String(of.inclusion)]));

export interface DecideDeps {
  readonly table: Table;
  readonly events: EventRepo;
  readonly deliveries: DeliveryRepo;
  readonly transactions: Pick<TransactionRepo, 'included'>;
}

export interface Match {
  readonly organisation: OrganisationId;
  readonly rule: StoredRule;
  readonly inclusion: number;
  /** When this inclusion of the transaction was recorded: the clock of the cooldown, the same however late this runs. */
  readonly recordedAt: string;
  readonly event: AlertEvent;
  readonly deliveries: readonly StoredDelivery[];
}

/** What kept a decision from being made: the rule was changed or removed meanwhile, or the block was orphaned. */
export type Undecided = 'rule changed' | 'orphaned';

/**
 * Decides a match in one transaction: the decision, the cooldown, the rule as it was evaluated, the transaction still in the
 * chain, the event and its deliveries, all or nothing.
 * @throws whatever the table throws besides failed conditions: try again.
 */
export async function decide(deps: DecideDeps, match: Match): Promise<Decision | Undecided> {
  const taken = await attempt(deps, match, 'fired', takesCooldown(match));
  if (taken !== 'in cooldown') return taken;
  const state = await getItem(deps.table, keys.ruleState(match.organisation, match.rule.id), Cooldown);
  const late = state !== null && comesLate(match, state);
  const decided = late
    ? await attempt(deps, match, 'fired', firesLate(match, state))
    : await attempt(deps, match, 'suppressed', counts(match));
  if (decided === 'in cooldown') throw new Error(`another late match of rule ${match.rule.id} was decided meanwhile`);
  return decided;
}

/** One try at a decision. The one made before wins over it, and 'in cooldown' tells that this alone was in the way. */
async function attempt(
  deps: DecideDeps,
  match: Match,
  outcome: Decision['outcome'],
  state: Update,
): Promise<Decision | Undecided | 'in cooldown'> {
  const { organisation: organisationId, rule, inclusion, event, deliveries } = match;
  const key = keys.decision(organisationId, event.transactionId, inclusion, rule.id);
  const decision = decisionOf(match, outcome);
  const told: Write[] =
    outcome === 'fired'
      ? [deps.events.creation(organisationId, event), ...deliveries.map(deps.deliveries.creation)]
      : [];
  const included = deps.transactions.included(organisationId, { id: event.transactionId, inclusion });
  try {
    const put = { ...key, ...decision };
    const made = decisionStates.allows(outcome === 'fired' ? 'fire' : 'suppress', {});
    await transact(deps.table, [{ put, ...made }, state, unchanged(organisationId, rule), included, ...told]);
    return decision;
  } catch (error) {
    const failed = conditionFailed(error);
    if (failed === null) throw error;
    const made = failed.includes(0) ? await getItem(deps.table, key, Decision) : null;
    if (made !== null) return made;
    if (failed.includes(3)) return 'orphaned';
    if (failed.includes(2)) return 'rule changed';
    if (failed.every((part) => part === 1)) return 'in cooldown';
    throw error;
  }
}

const decisionOf = ({ rule, inclusion, event, deliveries }: Match, outcome: Decision['outcome']): Decision => ({
  ruleId: rule.id,
  transactionId: event.transactionId,
  inclusion,
  outcome,
  deliveryIds: outcome === 'fired' ? deliveries.map(({ id }) => id) : [],
  decidedAt: event.firedAt,
  retraction: null,
});

/**
 * Takes the cooldown for this match, if it is over. A transaction that was orphaned and is back does not meet the cooldown
 * that it took itself: its alert was retracted, and nobody would hear that it holds after all.
 */
function takesCooldown({ organisation, rule, recordedAt, event }: Match): Update {
  const over = new Date(Date.parse(recordedAt) - rule.cooldownMinutes * 60_000).toISOString();
  return {
    update: keys.ruleState(organisation, rule.id),
    set: { ruleId: rule.id, lastFiredAt: recordedAt, lastFiredOn: event.transactionId },
    add: { firedCount: 1 },
    when: 'attribute_not_exists(#lastFiredAt) OR #lastFiredAt <= :over OR #lastFiredOn = :transaction',
    values: { ':over': over, ':transaction': event.transactionId },
  };
}

const Cooldown = z.object({ lastFiredAt: Instant, lateFiredAt: Instant.nullable().default(null) });
type Cooldown = z.output<typeof Cooldown>;

/**
 * Whether a match was recorded so long before the last one that fired that it would have fired, too, had it been evaluated in
 * its turn: a batch that failed is overtaken by the ones behind it. Of many that come late, each a cooldown after the one
 * before fires.
 */
function comesLate({ rule, recordedAt }: Match, { lastFiredAt, lateFiredAt }: Cooldown): boolean {
  const cooldown = rule.cooldownMinutes * 60_000;
  const after = (instant: string) => Date.parse(instant) - Date.parse(recordedAt);
  return after(lastFiredAt) >= cooldown && (lateFiredAt === null || Math.abs(after(lateFiredAt)) >= cooldown);
}

/** Fires while `lastFiredAt` stays the later one. With a cooldown, what else came late must have been seen. */
const firesLate = ({ organisation, rule, recordedAt }: Match, { lateFiredAt }: Cooldown): Update => ({
  update: keys.ruleState(organisation, rule.id),
  set: { ruleId: rule.id, lateFiredAt: recordedAt },
  add: { firedCount: 1 },
  ...(rule.cooldownMinutes > 0 && {
    when: lateFiredAt === null ? 'attribute_not_exists(#lateFiredAt)' : '#lateFiredAt = :seen',
    ...(lateFiredAt !== null && { values: { ':seen': lateFiredAt } }),
  }),
});

/** Counts this match, which does not fire, and leaves the cooldown as it is. */
const counts = ({ organisation, rule }: Match): Update => ({
  update: keys.ruleState(organisation, rule.id),
  set: { ruleId: rule.id },
  add: { suppressedCount: 1 },
});

const unchanged = (organisationId: OrganisationId, { id, version }: StoredRule): Check => ({
  check: keys.rule(organisationId, id),
  when: '#version = :version AND #isActive = :active',
  values: { ':version': version, ':active': true },
});
