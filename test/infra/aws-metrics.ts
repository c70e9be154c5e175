/** The metrics of an AWS service, with the sets of dimensions under which the service publishes them. */
interface Published {
  readonly source: string;
  readonly metrics: Readonly<Record<string, readonly (readonly string[])[]>>;
}

const ofFunction = [['FunctionName']];
const ofVersion = [['FunctionName', 'Resource', 'ExecutedVersion']];
const ofTableAndIndex = [['TableName'], ['TableName', 'GlobalSecondaryIndexName']];
const ofVault = [['BackupVaultName'], ['BackupVaultName', 'ResourceType']];

/** What AWS documents, by namespace: only what the alarms and the dashboard use. */
export const awsMetrics: Readonly<Record<string, Published>> = {
  'AWS/ApiGateway': {
    source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html',
    metrics: { '5XXError': [['ApiName']], Latency: [['ApiName']], Count: [['ApiName']] },
  },
  'AWS/Backup': {
    source: 'https://docs.aws.amazon.com/aws-backup/latest/devguide/cloudwatch.html',
    metrics: {
      NumberOfBackupJobsCompleted: ofVault,
      NumberOfBackupJobsFailed: ofVault,
      NumberOfCopyJobsCompleted: ofVault,
      NumberOfCopyJobsFailed: ofVault,
    },
  },
  'AWS/DynamoDB': {
    source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html',
    metrics: {
      ConsumedReadCapacityUnits: ofTableAndIndex,
      ConsumedWriteCapacityUnits: ofTableAndIndex,
      ReadThrottleEvents: ofTableAndIndex,
      WriteThrottleEvents: ofTableAndIndex,
      SystemErrors: [['TableName', 'Operation']],
      AccountMaxTableLevelWrites: [[]],
    },
  },
  'AWS/Lambda': {
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html',
    metrics: {
      Invocations: [...ofFunction, ...ofVersion],
      Errors: [...ofFunction, ...ofVersion],
      Throttles: [...ofFunction, []],
      IteratorAge: ofFunction,
      AsyncEventsDropped: ofFunction,
      ConcurrentExecutions: [...ofFunction, []],
      // Published for the region as a whole only.
      UnreservedConcurrentExecutions: [[]],
      ClaimedAccountConcurrency: [[]],
    },
  },
  'AWS/SES': {
    source: 'https://docs.aws.amazon.com/ses/latest/dg/reputationdashboard-cloudwatch-alarm.html',
    metrics: { Send: [[]], 'Reputation.BounceRate': [[]], 'Reputation.ComplaintRate': [[]] },
  },
  'AWS/SQS': {
    // Below https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/
    source: 'sqs-available-cloudwatch-metrics.html',
    metrics: { ApproximateNumberOfMessagesVisible: [['QueueName']], ApproximateAgeOfOldestMessage: [['QueueName']] },
  },
  'AWS/Scheduler': {
    source: 'https://docs.aws.amazon.com/scheduler/latest/UserGuide/monitoring-cloudwatch.html',
    metrics: {
      InvocationAttemptCount: [['ScheduleGroup']],
      InvocationDroppedCount: [['ScheduleGroup']],
      InvocationThrottleCount: [['ScheduleGroup']],
      TargetErrorCount: [['ScheduleGroup']],
    },
  },
};
