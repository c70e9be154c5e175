import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';

const Input = z.object({
  IndexName: z.string().optional(),
  TransactItems: z.array(z.record(z.string(), z.unknown())).optional(),
});

/** What a part of a transaction needs the permission for. */
const PARTS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** Notes what a client asks of DynamoDB, as permissions name it: `GetItem`, `Query gsi2`. */
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
