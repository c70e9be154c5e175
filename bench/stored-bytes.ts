import { type AttributeValue, type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';

/** DynamoDB bills so many bytes for the index of each item. */
const ITEM_OVERHEAD = 100;

/** The kinds of items that an alert leaves, beside the items of its transaction. */
const OF_ALERTS = /^(DECISION|EVENT|DELIVERY)#/;
const LISTS_OF_ALERTS = /#LIST#(EVENT|DELIVERY)(~.)?$/;
const LIST_OF_TRANSACTIONS = /#LIST#TX$/;

/** The billed bytes of the items that do not expire: those of transactions, and those of alerts and deliveries. */
export async function storedBytes(
  client: DynamoDBClient,
  table: string,
): Promise<{ transactions: number; alerts: number }> {
  const bytes = { transactions: 0, alerts: 0 };
  for await (const { Items = [] } of paginateScan({ client }, { TableName: table })) {
    for (const item of Items) {
      const [pk, sk] = [item.pk?.S ?? '', item.sk?.S ?? ''];
      if (item.ttl !== undefined) continue;
      const size = ITEM_OVERHEAD + sizeOf({ M: item });
      if (sk.startsWith('TX#') || LIST_OF_TRANSACTIONS.test(pk)) bytes.transactions += size;
      else if (OF_ALERTS.test(sk) || LISTS_OF_ALERTS.test(pk)) bytes.alerts += size;
    }
  }
  return bytes;
}

/** The size of a value, as the documentation of DynamoDB states it. */
function sizeOf({ S, N, B, SS, L, M }: Partial<Record<'S' | 'N', string>> & Omit<AttributeValue, 'S' | 'N'>): number {
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return Math.ceil(N.length / 2) + 1;
  if (B !== undefined) return B.length;
  if (SS !== undefined) return SS.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (L !== undefined) return L.reduce((sum, value) => sum + 1 + sizeOf(value), 3);
  if (M !== undefined)
    return Object.entries(M).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value), 3);
  return 1;
}
