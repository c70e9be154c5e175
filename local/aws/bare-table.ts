import { randomUUID } from 'node:crypto';
import { CreateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { facets } from '../../lib/platform/table/keys.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';

const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' }) as const;
const range = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' }) as const;
const INDEXES = ['gsi1', 'gsi2', 'gsi3'];

/**
 * Creates an empty table with the keys and indexes of infra/dynamodb-table.ts, for tests and benchmarks that run
 * without the stack. The table has a new name and no stream.
 */
export async function createBareTable(client: DynamoDBClient): Promise<Table> {
  const name = `chainwatch-bare-${randomUUID()}`;
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
