import * as z from 'zod';
import { parsed } from './aws-answer.ts';
import type { RequiredPermission } from './grants.ts';
import { ACCOUNT, REGION } from './template.ts';

/** A request to a service that takes the operation from a header. */
export interface Targeted {
  /** `<service and version>.<operation>` */
  readonly target: string;
  readonly body: string;
}

/** The name of the partition key, by table. */
export type PartitionKeys = ReadonlyMap<string, string>;

const arn = (service: string, resource: string): string => `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;

/** The permissions that DynamoDB, SQS, KMS or Secrets Manager require, according to their authorization references. */
export function permissionsForTarget({ target, body }: Targeted, keys: PartitionKeys): RequiredPermission[] {
  const [service = '', operation = ''] = target.split('.');
  if (service.startsWith('DynamoDB_')) return dynamoDbPermissions(operation, body, keys);
  if (service === 'AmazonSQS') {
    const { QueueUrl } = parsed(z.object({ QueueUrl: z.string() }), body);
    // IAM has no actions for batches.
    const action = `sqs:${operation.replace(/Batch$/, '')}`;
    return [{ action, resource: arn('sqs', QueueUrl.split('/').at(-1) ?? '') }];
  }
  if (service === 'TrentService') {
    const { KeyId } = parsed(z.object({ KeyId: z.string() }), body);
    return [{ action: `kms:${operation}`, resource: arn('kms', `key/${KeyId}`) }];
  }
  const { SecretId } = parsed(z.object({ SecretId: z.string() }), body);
  const resource = SecretId.startsWith('arn:') ? SecretId : arn('secretsmanager', `secret:${SecretId}`);
  return [{ action: `${service}:${operation}`, resource }];
}

const Attributes = z.record(z.string(), z.unknown());
const Text = z.object({ S: z.string() });
const OnItem = z.object({ TableName: z.string(), Key: Attributes.optional(), Item: Attributes.optional() });
const Transaction = z.object({ TransactItems: z.array(z.record(z.string(), OnItem)) });
const Batch = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(Attributes) })) });
const WriteRequest = z.union([
  z.object({ PutRequest: z.object({ Item: Attributes }) }).transform(({ PutRequest }) => PutRequest.Item),
  z.object({ DeleteRequest: z.object({ Key: Attributes }) }).transform(({ DeleteRequest }) => DeleteRequest.Key),
]);
const BatchWrite = z.object({ RequestItems: z.record(z.string(), z.array(WriteRequest)) });
const OnIndex = OnItem.extend({ IndexName: z.string().optional() });
const Asked = z.object({
  KeyConditionExpression: z.string(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: Attributes,
});

/** The action that each kind of part of a transaction requires. */
const partActions: Readonly<Record<string, string>> = {
  ConditionCheck: 'ConditionCheckItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
};

function dynamoDbPermissions(operation: string, body: string, partitionKeys: PartitionKeys): RequiredPermission[] {
  const permission = (
    action: string,
    table: string,
    index?: string,
    items: z.output<typeof Attributes>[] = [],
  ): RequiredPermission => {
    const named = items.flatMap((item) => Text.safeParse(item[partitionKeys.get(table) ?? '']).data?.S ?? []);
    return {
      action: `dynamodb:${action}`,
      resource: arn('dynamodb', `table/${table}${index === undefined ? '' : `/index/${index}`}`),
      ...(named.length > 0 && { leadingKeys: named }),
    };
  };
  const onItem = (action: string, { TableName, Key, Item }: z.output<typeof OnItem>): RequiredPermission =>
    permission(action, TableName, undefined, [Key ?? Item ?? {}]);

  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems') {
    const parts = parsed(Transaction, body).TransactItems.flatMap((item) => Object.entries(item));
    return parts.map(([part, item]) => onItem(partActions[part] ?? part, item));
  }
  if (operation === 'BatchGetItem') {
    const tables = Object.entries(parsed(Batch, body).RequestItems);
    return tables.map(([table, { Keys }]) => permission(operation, table, undefined, Keys));
  }
  if (operation === 'BatchWriteItem') {
    const tables = Object.entries(parsed(BatchWrite, body).RequestItems);
    return tables.map(([table, items]) => permission(operation, table, undefined, items));
  }
  const request = parsed(OnIndex, body);
  const { TableName, IndexName } = request;
  if (IndexName !== undefined) return [permission(operation, TableName, IndexName)];
  if (operation !== 'Query') return [onItem(operation, request)];
  return [permission(operation, TableName, undefined, [askedPartition(body, partitionKeys.get(TableName) ?? '')])];
}

/** The partition of a query, as the key of an item. */
function askedPartition(body: string, partitionKey: string): z.output<typeof Attributes> {
  const { KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = parsed(Asked, body);
  for (const [, name = '', value = ''] of KeyConditionExpression.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)) {
    if ((ExpressionAttributeNames[name] ?? name) === partitionKey)
      return { [partitionKey]: ExpressionAttributeValues[value] };
  }
  return {};
}

/** The permission to invoke a function, by name or ARN. */
export const permissionsToInvoke = (name: string): RequiredPermission[] => [
  { action: 'lambda:InvokeFunction', resource: name.startsWith('arn:') ? name : arn('lambda', `function:${name}`) },
];

/**
 * The permissions for an operation on a schedule. With `role`, also the permission to pass this role to the schedule.
 */
export const permissionsToSchedule = (
  action: string,
  group: string,
  name: string,
  role?: string,
): RequiredPermission[] => [
  { action: `scheduler:${action}`, resource: arn('scheduler', `schedule/${group}/${name}`) },
  ...(role === undefined ? [] : [{ action: 'iam:PassRole', resource: role, passedTo: 'scheduler.amazonaws.com' }]),
];

/**
 * The permissions to send a mail: for the identity of the sender, for the configuration set, and for the verified
 * identities of recipients, which SES checks in the sandbox.
 */
export const permissionsToSendMail = (
  fromAddress: string,
  identities: readonly string[],
  configurationSet: string | undefined,
): RequiredPermission[] =>
  [
    ...identities.map((identity) => `identity/${identity}`),
    ...(configurationSet === undefined ? [] : [`configuration-set/${configurationSet}`]),
  ].map((resource) => ({ action: 'ses:SendEmail', resource: arn('ses', resource), fromAddress }));
