import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { ResolvedTemplate } from './template.ts';

// CloudFormation's properties of a table are those of the SDK's CreateTable.
const Properties = z.object({
  TableName: z.string(),
  AttributeDefinitions: z.custom<CreateTableCommandInput['AttributeDefinitions']>(Array.isArray),
  KeySchema: z.custom<CreateTableCommandInput['KeySchema']>(Array.isArray),
  GlobalSecondaryIndexes: z.custom<CreateTableCommandInput['GlobalSecondaryIndexes']>(Array.isArray).optional(),
  StreamSpecification: z.object({
    StreamViewType: z.enum(['NEW_AND_OLD_IMAGES', 'NEW_IMAGE', 'OLD_IMAGE', 'KEYS_ONLY']),
  }),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
});

/** A table with its stream. */
export interface TableStream {
  readonly arn: string;
  /** The name of the table's partition key. */
  readonly partitionKey: string;
}

/** Creates the missing tables of the template. Returns the stream of each table, by table name. */
export async function createTables(
  template: ResolvedTemplate,
  client: DynamoDBClient,
): Promise<Map<string, TableStream>> {
  const streams = new Map<string, TableStream>();
  for (const { properties } of template.resources('AWS::DynamoDB::Table', Properties)) {
    const existing = await describe(client, properties.TableName);
    if (existing === undefined) await create(client, properties);
    const table = await active(client, properties.TableName);
    const partitionKey = table.KeySchema?.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName;
    if (table.LatestStreamArn === undefined || partitionKey === undefined) {
      throw new Error(`${properties.TableName} has no stream`);
    }
    streams.set(properties.TableName, { arn: table.LatestStreamArn, partitionKey });
  }
  return streams;
}

async function create(client: DynamoDBClient, properties: z.output<typeof Properties>): Promise<void> {
  const { TimeToLiveSpecification, StreamSpecification, ...table } = properties;
  await client.send(
    new CreateTableCommand({
      ...table,
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, ...StreamSpecification },
    }),
  );
  await active(client, properties.TableName);
  if (TimeToLiveSpecification !== undefined) {
    await client.send(new UpdateTimeToLiveCommand({ TableName: properties.TableName, TimeToLiveSpecification }));
  }
}

async function active(client: DynamoDBClient, name: string): Promise<TableDescription> {
  for (;;) {
    const table = await describe(client, name);
    if (table?.TableStatus === 'ACTIVE') return table;
    await sleep(50);
  }
}

async function describe(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    return Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
