import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { facets } from '../../lib/platform/table/keys.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';

const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' }) as const;
const range = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' }) as const;
const INDEXES = ['gsi1', 'gsi2', 'gsi3'];

/** A client of the shared DynamoDB, which real-setup.ts has started. */
export const dynamoDb = (): DynamoDBClient => new DynamoDBClient({ maxAttempts: 1 });

/** A new, empty table with the keys and indexes of infra/dynamodb-table.ts, without a stream. */
export async function makeTable(client = dynamoDb()): Promise<Table> {
  const name = `chainwatch-test-${randomUUID()}`;
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [hash('pk'), range('sk')],
      AttributeDefinitions: ['pk', 'sk', ...INDEXES.flatMap((index) => [`${index}pk`, `${index}sk`])].map(
        (AttributeName) => ({ AttributeName, AttributeType: 'S' }),
      ),
      GlobalSecondaryIndexes: INDEXES.map((IndexName) => ({
        IndexName,
        KeySchema: [hash(`${IndexName}pk`), range(`${IndexName}sk`)],
        Projection:
          IndexName === 'gsi3'
            ? { ProjectionType: 'KEYS_ONLY' }
            : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...facets] },
      })),
    }),
  );
  return openTable(name, client);
}
