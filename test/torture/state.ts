import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { Decision } from '../../lib/alerts/evaluation/decision.ts';
import { StoredEvent } from '../../lib/alerts/events/stored-event.ts';
import { ruleStates } from '../../lib/alerts/rules/rule-state.ts';
import { StoredDestination } from '../../lib/channels/port/destination.ts';
import { AttemptsItem, DeliveryItem } from '../../lib/deliveries/delivery-item.ts';
import { idIn, keys } from '../../lib/platform/table/keys.ts';
import { partitionsOf } from '../../lib/platform/table/organisation-parts.ts';
import { getItem, type Table } from '../../lib/platform/table/table.ts';
import { StoredReplay } from '../../lib/replays/schema.ts';
import { TransactionItem } from '../../lib/transactions/item.ts';
import type { OrganisationId } from '../../lib/values/ids.ts';
import { Cursor } from '../../lib/watch/schema.ts';
import { StoredWebhook } from '../../lib/webhooks/schema.ts';

const Item = z.looseObject({ sk: z.string() });
type Item = z.output<typeof Item>;

/** The items of an organisation that the query `more` selects, in all its partitions beside its lists and rules. */
async function itemsOf(table: Table, organisation: OrganisationId, more: Partial<QueryCommandInput> = {}) {
  const found = await Promise.all(partitionsOf(organisation).map((pk) => itemsIn(table, pk, more)));
  return found.flat();
}

async function itemsIn(table: Table, pk: string, more: Partial<QueryCommandInput>) {
  const items: Record<string, unknown>[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExclusiveStartKey: from,
        ...more,
        ExpressionAttributeValues: { ':pk': pk, ...more.ExpressionAttributeValues },
      }),
    );
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return items;
}

const Due = z.object({ sk: z.string(), gsi3sk: z.string() });

/** The entries of unfinished work: the key of the work, and the time when handover looks at the work. */
export async function dueOf(table: Table, organisation: OrganisationId) {
  const found = await itemsOf(table, organisation, {
    ProjectionExpression: 'sk, gsi3sk',
    FilterExpression: 'begins_with(gsi3pk, :due)',
    ExpressionAttributeValues: { ':due': 'DUE#' },
  });
  return z
    .array(Due)
    .parse(found)
    .map(({ sk, gsi3sk }) => ({ sk, at: gsi3sk.split('#')[1] ?? '' }));
}

export type DueEntries = Awaited<ReturnType<typeof dueOf>>;

/** All items of an organisation. */
export async function stateOf(table: Table, organisation: OrganisationId) {
  const items = z.array(Item).parse(await itemsOf(table, organisation));
  const under = (prefix: string) => items.filter(({ sk }) => sk.startsWith(prefix));
  const all = <S extends z.ZodType>(prefix: string, schema: S) => under(prefix).map((item) => schema.parse(item));
  const isEarlier = ({ sk }: Item) => sk.includes('#ATTEMPT#');
  const deliveries = under('DELIVERY#')
    .filter((item) => !isEarlier(item))
    .map((item) => DeliveryItem.parse(item));
  const rules = under('RULE#').map(({ sk }) => ({ id: idIn(sk) }));
  const states = await ruleStates(
    table,
    organisation,
    rules.map(({ id }) => id),
  );
  return {
    transactions: all('TX#', TransactionItem),
    /** What waits for the budget of records. */
    deferred: [...under('DEFERRED#'), ...under('MATCHES#'), ...under('THROTTLED#')].map(({ sk }) => sk),
    /** Mutes that go on, or whose messages are still to be made. */
    mutes: [...under('MUTE#'), ...under('ENDEDMUTE#')].map(({ sk }) => sk),
    outboxEntries: under('EVALUATION#').map(({ sk }) => sk),
    decisions: all('DECISION#', Decision),
    events: all('EVENT#', StoredEvent),
    deliveries,
    replays: all('REPLAY#', StoredReplay),
    attempts: [
      ...under('DELIVERY#')
        .filter(isEarlier)
        .map((item) => ({ id: item.sk.split('#')[1] ?? '', attempts: AttemptsItem.parse(item) })),
      ...deliveries,
    ].flatMap(({ id, attempts }) => attempts.map((attempt) => ({ delivery: id, ...attempt }))),
    webhooks: all('WEBHOOK#', StoredWebhook),
    destinations: all('DESTINATION#', StoredDestination),
    ruleStates: new Map(rules.map(({ id }, n) => [id, states[n]])),
  };
}

export type State = Awaited<ReturnType<typeof stateOf>>;

export const cursorOf = (table: Table) => getItem(table, keys.cursor('anvil'), Cursor);
