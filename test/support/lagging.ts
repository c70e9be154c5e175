import { type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';

const Key = z.looseObject({ pk: z.string(), sk: z.string() });
const Get = z.object({ Key, ConsistentRead: z.boolean().optional() });
const Keys = z.object({ Keys: z.array(Key), ConsistentRead: z.boolean().optional() });
const BatchGet = z.object({ RequestItems: z.record(z.string(), Keys) });
const Query = z.object({ ConsistentRead: z.boolean().optional() });

const nameOf = ({ pk, sk }: z.output<typeof Key>): string => `${pk} ${sk}`;

/**
 * A client whose stale reads answer what the table held at the last `freeze`, and nothing before the first. Strongly
 * consistent reads and writes are real. An index answers nothing.
 */
export function lagging(client: DynamoDBClient, table: string) {
  let past = new Map<string, z.output<typeof Key>>();
  let stale = 0;
  const heldOf = (wanted: readonly z.output<typeof Key>[]) => wanted.flatMap((key) => past.get(nameOf(key)) ?? []);

  function answerOf(command: string | undefined, input: unknown): object | null {
    if (command === 'GetItemCommand') {
      const { Key: wanted, ConsistentRead = false } = Get.parse(input);
      return ConsistentRead ? null : { Item: heldOf([wanted])[0] };
    }
    if (command === 'BatchGetItemCommand') {
      const { RequestItems } = BatchGet.parse(input);
      const { Keys: wanted = [], ConsistentRead = false } = RequestItems[table] ?? {};
      return ConsistentRead ? null : { Responses: { [table]: heldOf(wanted) }, UnprocessedKeys: {} };
    }
    if (command === 'QueryCommand') return Query.parse(input).ConsistentRead ? null : { Items: [] };
    return null;
  }

  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = answerOf(commandName, args.input);
        if (answer === null) return next(args);
        stale += 1;
        return { response: {}, output: { $metadata: {}, ...answer } };
      },
    { step: 'initialize', name: 'lagging' },
  );
  return {
    client,
    /** How many stale reads were answered. */
    stale: () => stale,
    async freeze(): Promise<void> {
      const { Items = [] } = await client.send(new ScanCommand({ TableName: table, ConsistentRead: true }));
      past = new Map(Items.map((item) => Key.parse(unmarshall(item))).map((item) => [nameOf(item), item]));
    },
  };
}
