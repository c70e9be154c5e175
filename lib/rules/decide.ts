import * as z from 'zod';
import type { DeliveryRepo } from '../deliveries/repo.ts';
import type { StoredDelivery } from '../deliveries/schema.ts';
import type { EventRepo } from '../events/repo.ts';
import type { AlertEvent } from '../events/schema.ts';
import type { OrganisationId } from '../ids.ts';
import { keys } from '../table/keys.ts';
import { getItem, type Table } from '../table/table.ts';
import { type Check, conditionFailed, IF_ABSENT, transact, type Update, type Write } from '../table/write.ts';
import type { StoredRule } from './schema.ts';

/** What was decided of a rule that matched a transaction. It is written once and never changed. */
export const Decision = z.object({
  ruleId: z.string(),
  transactionId: z.string(),
  outcome: z.enum(['fired', 'suppressed']),
  deliveryIds: z.array(z.string()),
  decidedAt: z.string(),
});
export type Decision = z.output<typeof Decision>;

export interface DecideDeps {
  readonly table: Table;
  readonly events: EventRepo;
  readonly deliveries: DeliveryRepo;
}

export interface Match {
  readonly organisation: OrganisationId;
  readonly rule: StoredRule;
  /** When the transaction was recorded: the clock of the cooldown, the same however late this runs. */
  readonly recordedAt: string;
  readonly event: AlertEvent;
  readonly deliveries: readonly StoredDelivery[];
}

/**
 * Decides a match in one transaction: the decision, the cooldown, the rule as it was evaluated, the event and its
 * deliveries, all or nothing. Null when the rule was changed or removed meanwhile: evaluate again.
 * @throws whatever the table throws besides failed conditions: try again.
 */
export async function decide(deps: DecideDeps, match: Match): Promise<Decision | null> {
  const taken = await attempt(deps, match, 'fired', takesCooldown(match));
  if (taken !== 'in cooldown') return taken;
  // Without a cooldown a match that is recorded before the last one fires too, and `lastFiredAt` stays the later one.
  const late = match.rule.cooldownMinutes === 0;
  const decided = await attempt(deps, match, late ? 'fired' : 'suppressed', counts(match, late));
  if (decided === 'in cooldown') throw new Error('a decision without a cooldown met one');
  return decided;
}

/**
 * One try at a decision. The one made before wins over it, null tells that the rule is another one by now, and
 * 'in cooldown' that this alone was in the way.
 */
async function attempt(deps: DecideDeps, match: Match, outcome: Decision['outcome'], state: Update) {
  const { organisation: o, rule, event, deliveries } = match;
  const key = keys.decision(o, rule.id, event.transactionId);
  const decision = decisionOf(match, outcome);
  const told: Write[] =
    outcome === 'fired' ? [deps.events.creation(o, event), ...deliveries.map(deps.deliveries.creation)] : [];
  try {
    await transact(deps.table, [{ put: { ...key, ...decision }, ...IF_ABSENT }, state, unchanged(o, rule), ...told]);
    return decision;
  } catch (error) {
    const failed = conditionFailed(error);
    if (failed === null) throw error;
    if (failed.includes(0)) return getItem(deps.table, key, Decision);
    if (failed.includes(2)) return null;
    if (failed.every((part) => part === 1)) return 'in cooldown';
    throw error;
  }
}

const decisionOf = ({ rule, event, deliveries }: Match, outcome: Decision['outcome']): Decision => ({
  ruleId: rule.id,
  transactionId: event.transactionId,
  outcome,
  deliveryIds: outcome === 'fired' ? deliveries.map(({ id }) => id) : [],
  decidedAt: event.firedAt,
});

/** Takes the cooldown for this match, if it is over. */
function takesCooldown({ organisation, rule, recordedAt }: Match): Update {
  const over = new Date(Date.parse(recordedAt) - rule.cooldownMinutes * 60_000).toISOString();
  return {
    update: keys.ruleState(organisation, rule.id),
    set: { ruleId: rule.id, lastFiredAt: recordedAt },
    add: { firedCount: 1 },
    when: 'attribute_not_exists(#lastFiredAt) OR #lastFiredAt <= :over',
    values: { ':over': over },
  };
}

/** Counts this match and leaves the cooldown as it is. */
const counts = ({ organisation, rule }: Match, fired: boolean): Update => ({
  update: keys.ruleState(organisation, rule.id),
  set: { ruleId: rule.id },
  add: fired ? { firedCount: 1 } : { suppressedCount: 1 },
});

const unchanged = (o: OrganisationId, { id, version }: StoredRule): Check => ({
  check: keys.rule(o, id),
  when: '#version = :version AND #isActive = :active',
  values: { ':version': version, ':active': true },
});
