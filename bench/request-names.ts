import * as z from 'zod';

const Key = z.object({ pk: z.object({ S: z.string() }), sk: z.object({ S: z.string() }) });
const Part = z.union([
  z.object({ Put: z.object({ Item: Key }) }).transform(({ Put }) => `put ${kindOf(Put.Item)}`),
  z.object({ Update: z.object({ Key }) }).transform(({ Update }) => `update ${kindOf(Update.Key)}`),
  z.object({ Delete: z.object({ Key }) }).transform(({ Delete }) => `delete ${kindOf(Delete.Key)}`),
  z
    .object({ ConditionCheck: z.object({ Key }) })
    .transform(({ ConditionCheck }) => `check ${kindOf(ConditionCheck.Key)}`),
]);
const Batched = z.union([
  z.object({ PutRequest: z.object({ Item: Key }) }).transform(({ PutRequest }) => `put ${kindOf(PutRequest.Item)}`),
  z
    .object({ DeleteRequest: z.object({ Key }) })
    .transform(({ DeleteRequest }) => `delete ${kindOf(DeleteRequest.Key)}`),
]);
const Texts = z.record(z.string(), z.object({ S: z.string().optional() }).loose());

const Request = z.union([
  z.object({ TransactItems: z.array(Part) }).transform(({ TransactItems }) => TransactItems),
  z.object({ Item: Key }).transform(({ Item }) => [kindOf(Item)]),
  z.object({ Key }).transform(({ Key }) => [kindOf(Key)]),
  z
    .object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(Key) })) })
    .transform(({ RequestItems }) => Object.values(RequestItems).flatMap(({ Keys }) => Keys.map(kindOf))),
  z
    .object({ RequestItems: z.record(z.string(), z.array(Batched)) })
    .transform(({ RequestItems }) => Object.values(RequestItems).flat()),
  z
    .object({ KeyConditionExpression: z.string(), ExpressionAttributeValues: Texts })
    .transform(({ ExpressionAttributeValues }) =>
      Object.values(ExpressionAttributeValues).map(({ S = '' }) => S.replace(ID, '').replace(/#.*\d.*$/, '')),
    ),
]);

const ID = /#?[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** A sort key that begins with a time names no kind; the partition does. */
const TIME = /^\d{4}-\d\d-/;

/** The kind of an item: its sort key up to the first id. */
const kindOf = ({ pk, sk }: z.output<typeof Key>): string =>
  (TIME.test(sk.S) ? pk : sk).S.replace(/#ATTEMPT.*/, '#ATTEMPT')
    .replace(ID, '')
    .replace(/#.*\d.*$/, '');

/** Names what a request reads or writes by the kinds of its items, such as `PutItem RULE`. */
export function requestName(operation: string, body: unknown): string {
  const kinds = Request.safeParse(body).data ?? ['?'];
  return `${operation} ${[...new Set(kinds)].join(', ')}`;
}
