import { type AlarmRow, ofAccount, ofSchedules, ofTable } from './monitoring-alarm.ts';
import { backupAlarms } from './monitoring-backup-alarms.ts';
import type { Stage } from './stages.ts';

/** DynamoDB counts system errors for each operation only: these are the operations of the service. */
const OPERATIONS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
] as const;

/** The index of the table (infra/dynamodb-table.ts). */
const INDEX = 'gsi3';

const throttles = {
  statistic: 'Sum',
  threshold: { above: 100 },
  minutes: 5,
  periods: 2,
  act:
    'The contributor insights or the metrics of the table show which partition. Is it one organisation? Lower ' +
    'its key limits. Is it the whole table? Ask AWS for a higher quota, or set a warm throughput.',
} as const;

const ofScheduler = (stage: Stage, group: 'chains' | 'retries') =>
  ({
    name: `${group}-schedules`,
    watches: {
      kind: 'sum',
      of: ['InvocationDroppedCount', 'TargetErrorCount'].map((name) => ofSchedules(stage, group, name)),
    },
    statistic: 'Sum',
    threshold: { above: 0 },
    minutes: 5,
    act:
      'Does the role of the schedules still allow the target, and does the function or queue exist? Throttled ' +
      'watchers show as `<chain>-throttled`.',
  }) as const;

/** What the service stands on: the table, the schedules and the bill. */
export const resourceAlarms = (stage: Stage): AlarmRow[] => [
  {
    name: 'table-throttled',
    severity: 'page',
    ...throttles,
    watches: { kind: 'sum', of: [ofTable(stage, 'ReadThrottleEvents'), ofTable(stage, 'WriteThrottleEvents')] },
    breaks:
      'DynamoDB has refused over a hundred requests in each of two periods of five minutes. Callers get 503 and ' +
      'watchers wait: alerts of the organisations on the partition, or of all, are late.',
  },
  {
    name: 'index-throttled',
    severity: 'ticket',
    ...throttles,
    watches: {
      kind: 'sum',
      of: ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) =>
        ofTable(stage, name, { GlobalSecondaryIndexName: INDEX }),
      ),
    },
    breaks:
      'The index of due work refuses writes, and DynamoDB then refuses the writes of the table that feed it. ' +
      'Deliveries and evaluations of all organisations are late.',
  },
  {
    name: 'table-quota',
    severity: 'ticket',
    watches: {
      kind: 'quota',
      used: ofTable(stage, 'ConsumedWriteCapacityUnits'),
      perSecond: { ...ofAccount('AWS/DynamoDB', 'AccountMaxTableLevelWrites'), statistic: 'Maximum' },
    },
    statistic: 'Sum',
    threshold: { above: 80 },
    minutes: 5,
    periods: 2,
    breaks:
      'For ten minutes the table has written over 80 % of what the account allows a table. Beyond the quota DynamoDB ' +
      'refuses writes: watchers wait, and alerts of all organisations are late.',
    act: 'Ask AWS for more write units of a table (Service Quotas, Amazon DynamoDB).',
  },
  {
    name: 'table-system-errors',
    severity: 'page',
    watches: { kind: 'sum', of: OPERATIONS.map((Operation) => ofTable(stage, 'SystemErrors', { Operation })) },
    statistic: 'Sum',
    threshold: { above: 10 },
    minutes: 5,
    periods: 2,
    breaks: 'DynamoDB answers with errors of its own. All parts of the service retry, and are slow or fail meanwhile.',
    act: 'See the AWS Health dashboard. Nothing is lost: queues, stream and cursors continue after the trouble.',
  },
  {
    ...ofScheduler(stage, 'chains'),
    severity: 'page',
    // A single run that Scheduler could not start does no harm: the next minute is the retry.
    periods: 2,
    breaks:
      'EventBridge Scheduler could not start runs of watchers in two periods of five minutes: a chain is not scanned.',
  },
  {
    ...ofScheduler(stage, 'retries'),
    severity: 'ticket',
    periods: 1,
    breaks:
      'EventBridge Scheduler could not queue a retry of a delivery after an hour. `handover` sends it two minutes ' +
      'later.',
  },
  {
    name: 'schedules-throttled',
    severity: 'ticket',
    watches: {
      kind: 'sum',
      of: (['chains', 'retries'] as const).map((group) => ofSchedules(stage, group, 'InvocationThrottleCount')),
    },
    statistic: 'Sum',
    threshold: { above: 0 },
    minutes: 5,
    periods: 1,
    breaks: 'EventBridge Scheduler starts schedules late, because the account has reached its invocations a second.',
    act: 'Ask AWS for more invocations a second (Service Quotas, Amazon EventBridge Scheduler).',
  },
  ...(stage.replicaRegion === undefined ? [] : backupAlarms(stage)),
  {
    name: 'spend',
    severity: 'ticket',
    watches: { kind: 'bill' },
    statistic: 'Maximum',
    threshold: { above: stage.monthlyBudgetUsd },
    minutes: 24 * 60,
    periods: 1,
    breaks:
      'The bill of the stage has passed 80 % of its `monthlyBudgetUsd`, or is forecast to pass all of it. Nothing ' +
      'breaks for organisations.',
    act:
      'Cost Explorer by service shows what grows; compare with [costs.md](costs.md). The budget counts what ' +
      'has the tag `stage` of the stage.',
  },
];
