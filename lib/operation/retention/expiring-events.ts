import { decisionsOn, eventIdOf, subjectDecisionKey } from '../../alerts/evaluation/decision.ts';
import { eventList } from '../../alerts/events/event-list.ts';
import { eventStates } from '../../alerts/events/event-states.ts';
import type { StoredEvent } from '../../alerts/events/stored-event.ts';
import type { Deps } from '../../platform/deps.ts';
import { keys } from '../../platform/table/keys.ts';
import { evaluatedAmong } from '../../transactions/pending-evaluations.ts';
import type { Expiry } from './expire-list.ts';

/**
 * Resolved events expire some days after their resolution, each with its decision. A decision that fired stays as long
 * as its event: it names the deliveries of the event, and prevents a second alert.
 */
export const expiringEvents = ({ table }: Pick<Deps, 'table'>, days: number): Expiry<typeof StoredEvent> => ({
  list: eventList,
  days,
  filter: { status: { in: eventStates.transitions.expire.from } },

  async due(organisationId, events, cutoff) {
    const old = events.filter(({ resolvedAt }) => resolvedAt !== null && resolvedAt <= cutoff);
    // A pending evaluation would decide again, and fire the alert a second time.
    const evaluated = await evaluatedAmong(
      table,
      organisationId,
      old.flatMap(({ transactionId }) => transactionId ?? []),
    );
    return old.filter(({ transactionId }) => transactionId === null || evaluated.has(transactionId));
  },

  async removal(organisationId, { id, ruleId, status, transactionId, retractedAt }) {
    const event = { delete: keys.event(organisationId, id), ...eventStates.allows('expire', { status, retractedAt }) };
    if (transactionId === null) return [event, { delete: subjectDecisionKey(organisationId, { id, ruleId }) }];
    const decisions = await decisionsOn(table, organisationId, transactionId);
    return [
      event,
      ...decisions
        .filter((decision) => eventIdOf(decision) === id)
        .map(({ inclusion, ruleId }) => ({ delete: keys.decision(organisationId, transactionId, inclusion, ruleId) })),
    ];
  },
});
