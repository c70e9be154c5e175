import { randomUUID } from 'node:crypto';
import { CreateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openTable, type Table } from '../../lib/platform/table/table.ts';

const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' }) as const;
const range = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' }) as const;

/**
 * Creates an empty table with the keys and the index of infra/dynamodb-table.ts, for tests and benchmarks that run
 * without the stack. The table has a new name and no stream.
 */
export async function createBareTable(client: DynamoDBClient): Promise<Table> {
  const name = `chainwatch-bare-${randomUUID()}`;
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [hash('pk'), range('sk')],
      AttributeDefinitions: ['pk', 'sk', 'gsi3pk', 'gsi3sk'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'gsi3',
          KeySchema: [hash('gsi3pk'), range('gsi3sk')],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    }),
  );
  return openTable(name, client);
}
