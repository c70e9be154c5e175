import type { FieldCondition, ListedRecords, RecordQuery } from '../../platform/lists/index.ts';
import { keys } from '../../platform/table/keys.ts';
import { chainOfEvent, type EventFilters, type EventQuery } from './schema.ts';
import { StoredEvent } from './stored-event.ts';

/** The list of alert events. Fields may be added at the end; the order of the others is stored. */
export const eventList: ListedRecords<typeof StoredEvent> = {
  definition: {
    name: 'EVENT',
    fields: ['severity', 'status', 'chain', 'wallet', 'rule', 'retracted'],
    views: [
      { name: 'few', fields: ['severity', 'status', 'chain', 'wallet'] },
      { name: 'all', fields: ['severity', 'status', 'chain', 'wallet', 'rule'], shards: { by: 'rule', count: 4 } },
    ],
    dividedBy: 'wallet',
  },
  schema: StoredEvent,
  keyOf: keys.event,
  tellsChanges: true,
  listed: (_, event) => {
    const { id, firedAt, severity, status, walletId, ruleId, retractedAt } = event;
    const chain = chainOfEvent(event) ?? '';
    return { id, time: firedAt, tuple: [severity, status, chain, walletId, ruleId, retractedAt === null ? '' : 'yes'] };
  },
};

/**
 * The query of the list for filters of the API.
 * @param wallet the condition of `walletId` and `walletTag` (`walletConditions`).
 */
export function listQueryOf(
  { severity, status, chain, ruleId, from, to, sort }: EventFilters & Pick<EventQuery, 'sort'>,
  wallet: FieldCondition | string | undefined,
): RecordQuery {
  const filter = { severity, status, chain, wallet, rule: ruleId };
  return { filter, from, to, order: sort === 'firedAt' ? 'oldest first' : 'newest first' };
}
