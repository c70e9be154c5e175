import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { Attempt, StoredDelivery } from '../../lib/deliveries/schema.ts';
import { AlertEvent } from '../../lib/events/schema.ts';
import type { OrganisationId } from '../../lib/ids.ts';
import { Decision } from '../../lib/rules/decide.ts';
import { RuleState } from '../../lib/rules/schema.ts';
import { keys } from '../../lib/table/keys.ts';
import { getItem, type Table } from '../../lib/table/table.ts';
import { StoredTransaction } from '../../lib/transactions/schema.ts';
import { Cursor } from '../../lib/watch/schema.ts';
import { StoredWebhook } from '../../lib/webhooks/schema.ts';

const Item = z.looseObject({ sk: z.string(), gsi3pk: z.string().optional() });
type Item = z.output<typeof Item>;

/** All that the table holds of an organisation. */
export async function stateOf(table: Table, organisation: OrganisationId) {
  const items: Item[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.organisation(organisation).pk },
        ExclusiveStartKey: from,
      }),
    );
    items.push(...z.array(Item).parse(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  const under = (prefix: string) => items.filter(({ sk }) => sk.startsWith(prefix));
  const all = <S extends z.ZodType>(prefix: string, schema: S) => under(prefix).map((item) => schema.parse(item));
  const isAttempt = ({ sk }: Item) => sk.includes('#ATTEMPT#');
  return {
    /** Entries of unfinished work. */
    due: items.filter(({ gsi3pk }) => gsi3pk?.startsWith('DUE#')).map(({ sk }) => sk),
    transactions: all('TX#', StoredTransaction),
    notes: under('EVALUATION#').map(({ sk }) => sk),
    decisions: all('DECISION#', Decision),
    events: all('EVENT#', AlertEvent),
    deliveries: under('DELIVERY#')
      .filter((item) => !isAttempt(item))
      .map((item) => StoredDelivery.parse(item)),
    attempts: under('DELIVERY#')
      .filter(isAttempt)
      .map((item) => ({ delivery: item.sk.split('#')[1], ...Attempt.parse(item) })),
    webhooks: all('WEBHOOK#', StoredWebhook),
    ruleStates: new Map(under('RULESTATE#').map((item) => [item.sk.split('#')[1], RuleState.parse(item)])),
  };
}

export type State = Awaited<ReturnType<typeof stateOf>>;

export const cursorOf = (table: Table) => getItem(table, keys.cursor('anvil'), Cursor);
