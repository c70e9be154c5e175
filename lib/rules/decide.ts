import * as z from 'zod';
import type { DeliveryRepo } from '../deliveries/repo.ts';
import type { StoredDelivery } from '../deliveries/schema.ts';
import type { EventRepo } from '../events/repo.ts';
import type { AlertEvent } from '../events/schema.ts';
import type { OrganisationId } from '../ids.ts';
import { keys } from '../table/keys.ts';
import { getItem, type Table } from '../table/table.ts';
import { type Check, conditionFailed, IF_ABSENT, transact, type Update } from '../table/write.ts';
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
  const { organisation: o, rule, event } = match;
  const key = keys.decision(o, rule.id, event.transactionId);
  const fired = decisionOf(match, 'fired');
  try {
    await transact(deps.table, [
      { put: { ...key, ...fired }, ...IF_ABSENT },
      cooldownOver(match),
      unchanged(o, rule),
      deps.events.creation(o, event),
      ...match.deliveries.map(deps.deliveries.creation),
    ]);
    return fired;
  } catch (error) {
    const failed = conditionFailed(error);
    if (failed === null) throw error;
    if (failed.includes(0)) return getItem(deps.table, key, Decision);
    if (failed.includes(2)) return null;
    if (failed.every((part) => part === 1)) return suppress(deps, match);
    throw error;
  }
}

/** The rule fired within its cooldown: the match is counted, not told. */
async function suppress({ table }: DecideDeps, match: Match): Promise<Decision | null> {
  const { organisation: o, rule, event } = match;
  const key = keys.decision(o, rule.id, event.transactionId);
  const suppressed = decisionOf(match, 'suppressed');
  try {
    await transact(table, [
      { put: { ...key, ...suppressed }, ...IF_ABSENT },
      { update: keys.ruleState(o, rule.id), set: { ruleId: rule.id }, add: { suppressedCount: 1 } },
      unchanged(o, rule),
    ]);
    return suppressed;
  } catch (error) {
    const failed = conditionFailed(error);
    if (failed === null) throw error;
    return failed.includes(0) ? getItem(table, key, Decision) : null;
  }
}

const decisionOf = ({ rule, event, deliveries }: Match, outcome: Decision['outcome']): Decision => ({
  ruleId: rule.id,
  transactionId: event.transactionId,
  outcome,
  deliveryIds: outcome === 'fired' ? deliveries.map(({ id }) => id) : [],
  decidedAt: event.firedAt,
});

/** Takes the cooldown for this match. Without one, matches recorded out of order all fire. */
function cooldownOver({ organisation, rule, recordedAt }: Match): Update {
  const taken = {
    update: keys.ruleState(organisation, rule.id),
    set: { ruleId: rule.id, lastFiredAt: recordedAt },
    add: { firedCount: 1 },
  };
  if (rule.cooldownMinutes === 0) return taken;
  const over = new Date(Date.parse(recordedAt) - rule.cooldownMinutes * 60_000).toISOString();
  return {
    ...taken,
    when: 'attribute_not_exists(#lastFiredAt) OR #lastFiredAt <= :over',
    values: { ':over': over },
  };
}

const unchanged = (o: OrganisationId, { id, version }: StoredRule): Check => ({
  check: keys.rule(o, id),
  when: '#version = :version AND #isActive = :active',
  values: { ':version': version, ':active': true },
});
