import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { Stage } from './stages.ts';

/** The only table; lib/platform/table/keys.ts describes its keys. */
export function createTable(scope: Construct, stage: Stage): Table {
  const table = new Table(scope, 'Table', {
    tableName: `chainwatch-${stage.name}`,
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    timeToLiveAttribute: 'ttl',
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    billingMode: BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: stage.keepsData },
    deletionProtection: stage.keepsData,
    removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
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
  return table;
}
