import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Table } from '../../lib/platform/table/table.ts';
import { createBareTable } from '../../local/aws/bare-table.ts';
import { withoutConnection } from './front.ts';

/** A client of the DynamoDB of this test file. */
export const dynamoDb = (): DynamoDBClient => new DynamoDBClient({ maxAttempts: 1, ...withoutConnection });

/** Creates an empty table of the test's own. */
export const makeTable = (client = dynamoDb()): Promise<Table> => createBareTable(client);
