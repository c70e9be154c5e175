import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Table } from '../../lib/platform/table/table.ts';
import { createBareTable } from '../../local/aws/bare-table.ts';

/** A client of the DynamoDB that all tests share. real-setup.ts starts this DynamoDB. */
export const dynamoDb = (): DynamoDBClient => new DynamoDBClient({ maxAttempts: 1 });

/** Creates an empty table of the test's own. */
export const makeTable = (client = dynamoDb()): Promise<Table> => createBareTable(client);
