import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { Stage } from './stages.ts';

/** The name of the table that is in service. */
export const tableName = ({ name, restored }: Pick<Stage, 'name' | 'restored'>): string =>
  restored?.tableName ?? `chainwatch-${name}`;

/**
 * The only table; lib/platform/table/keys.ts describes its keys. Returns the table that is in service: after a restore,
 * another table, while the table of the stack stays for comparisons.
 */
export function createTable(scope: Construct, stage: Stage, isProtected: boolean): ITable {
  const table = new Table(scope, 'Table', {
    tableName: `chainwatch-${stage.name}`,
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    timeToLiveAttribute: 'ttl',
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    billingMode: BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: stage.keepsData },
    deletionProtection: stage.keepsData && isProtected,
    removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
  table.addGlobalSecondaryIndex({
    indexName: 'gsi3',
    partitionKey: { name: 'gsi3pk', type: AttributeType.STRING },
    sortKey: { name: 'gsi3sk', type: AttributeType.STRING },
    projectionType: ProjectionType.KEYS_ONLY,
  });
  if (!stage.keepsData) {
    Validations.of(table).acknowledge({
      id: 'AwsSolutions-DDB3',
      reason: 'This stage holds test data that may be lost; point-in-time recovery is on in prod.',
    });
  }
  if (stage.restored === undefined) return table;
  const { tableName, streamArn: tableStreamArn } = stage.restored;
  return Table.fromTableAttributes(scope, 'RestoredTable', { tableName, tableStreamArn, globalIndexes: ['gsi3'] });
}
