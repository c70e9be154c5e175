import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';

const Input = z.object({
  IndexName: z.string().optional(),
  TransactItems: z.array(z.record(z.string(), z.unknown())).optional(),
});

/** The action that each kind of part of a transaction requires. */
const PARTS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** Records the DynamoDB actions of a client, such as `GetItem` or `Query gsi3`. */
export function recorded(client: DynamoDBClient): { client: DynamoDBClient; actions: string[] } {
  const actions: string[] = [];
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const { IndexName, TransactItems } = Input.parse(args.input);
        const action = String(commandName).replace(/Command$/, '');
        const parts = TransactItems?.flatMap((item) => Object.keys(item)).map((part) => PARTS[part] ?? part);
        actions.push(...(parts ?? [IndexName === undefined ? action : `${action} ${IndexName}`]));
        return next(args);
      },
    { step: 'initialize', name: 'recorded' },
  );
  return { client, actions };
}
