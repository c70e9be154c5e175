import { pipelines } from '../../functions/pipelines/pipelines.ts';
import { watcherName } from '../../infra/chain-watchers.ts';
import { clockMinutes } from '../../infra/clock-rules.ts';
import { refusalsName } from '../../infra/create-alarm.ts';
import { functionName } from '../../infra/lambda-functions.ts';
import {
  type AwsMetric,
  ofAccount,
  ofApi,
  ofBackups,
  ofFunction,
  ofQueue,
  ofSchedules,
  ofTable,
} from '../../infra/monitoring-alarm.ts';
import { ALIAS, releasedNames, takesRecords } from '../../infra/released-functions.ts';
import type { Stage } from '../../infra/stages.ts';
import { type LineMetricName, metricNamespace } from '../../lib/platform/metrics.ts';
import { metricName, type Point } from './played-alarm.ts';

/** A fault that an alarm must not miss, and the points that it leaves in the metrics. */
export interface Proof {
  readonly fault: string;
  readonly points: readonly Point[];
}

/** The minute in which a fault begins, and how long a fault lasts that repeats itself. */
export const BEGIN = 3 * 24 * 60;
const LASTS = 2 * 24 * 60;

const of = ({ namespace, name, dimensions }: AwsMetric): string => metricName(namespace, name, dimensions);
const at = (metric: string, minute: number, value: number): Point => ({ metric, at: BEGIN + minute, value });
const once = (metric: string, value = 1): Point[] => [at(metric, 0, value)];
/** A point in each run of something that the clock runs, or for each minute of something that goes on. */
const each = (minutes: number, metric: string, value = 1): Point[] =>
  Array.from({ length: Math.floor(LASTS / minutes) }, (_, n) => at(metric, n * minutes, value));
const eachMinute = (metric: string, value = 1): Point[] => each(1, metric, value);

/**
 * The proof of every alarm: what a single failed run leaves. Only what runs each minute, or answers requests, may fail
 * for longer before it rings, because the next run makes a single failure good. Chains have the names of their alarms
 * by `watches` of the stage.
 */
export function alarmProofs(stage: Stage): Readonly<Record<string, Proof>> {
  const line = (name: LineMetricName | `${string}.${string}`, dimensions: Readonly<Record<string, string>> = {}) =>
    metricName(metricNamespace(stage.name), name, dimensions);
  const oneLine = (event: `${string}.${string}`): Proof => ({ fault: `one line ${event}`, points: once(line(event)) });
  const runsOf = (name: string) => of(ofFunction(stage, name, 'Invocations'));
  const queueOf = (queue: string, name: string) => of(ofQueue(stage, queue, name));
  const handoverRuns = eachMinute(runsOf('handover'));

  /** One run fails. What runs each minute fails each time. */
  const failing = (name: string, every: number | undefined): Proof => {
    const errors = of(ofFunction(stage, name, 'Errors'));
    if (every === 1) {
      return { fault: `each run of ${name} fails`, points: [...eachMinute(errors), ...eachMinute(runsOf(name))] };
    }
    const runs = every === undefined ? once(runsOf(name)) : each(every, runsOf(name));
    return { fault: `one run of ${name} fails`, points: [...once(errors), ...runs] };
  };
  const throttled = (name: string): Proof => ({
    fault: `Lambda refuses ${name} each minute`,
    points: eachMinute(of(ofFunction(stage, name, 'Throttles'))),
  });
  const message = (queue: string): Proof => ({
    fault: 'a message arrives',
    points: eachMinute(queueOf(queue, 'ApproximateNumberOfMessagesVisible')),
  });
  const waiting = (queue: string, seconds: number): Proof => ({
    fault: `a message waits for ${seconds} s`,
    points: once(queueOf(queue, 'ApproximateAgeOfOldestMessage'), seconds),
  });
  const clock = new Map(Object.entries(clockMinutes(stage)));

  const perChain = stage.watches.flatMap(({ chain }): [string, Proof][] => [
    [
      `${chain}-silent`,
      {
        fault: 'no watcher has taken the lease for eleven minutes',
        points: eachMinute(line('watcherIdleSeconds', { chain }), 660),
      },
    ],
    [`${chain}-errors`, failing(watcherName(chain), 1)],
    [`${chain}-throttled`, throttled(watcherName(chain))],
    [
      `${chain}-memory`,
      { fault: 'each run uses 85 %', points: eachMinute(line('watcherMemoryPercent', { chain }), 85) },
    ],
    [
      `${chain}-balances-behind`,
      { fault: 'a round takes 37 hours', points: once(line('balancesBehindSeconds', { chain }), 37 * 60 * 60) },
    ],
  ]);

  const ofRelease = releasedNames.flatMap((name): [string, Proof][] => {
    const fn = functionName(stage, name);
    // As the template spells the version that a release installs.
    const version = `${fn}.Version`;
    const byVersion = { function: fn, functionVersion: version };
    const executed = { FunctionName: fn, Resource: `${fn}:${ALIAS}`, ExecutedVersion: version };
    const counted = ['faults', 'handled'] as const;
    const published = ['Errors', 'Invocations'] as const;
    const fails = `the new version of ${name} fails`;
    return [
      [
        `${name}-${takesRecords(name) ? 'faults' : '5xx'}-<version>`,
        { fault: `${fails} each time`, points: counted.flatMap((each) => eachMinute(line(each, byVersion))) },
      ],
      [
        `${name}-errors-<version>`,
        {
          fault: `${fails} at its start`,
          points: published.flatMap((each) => eachMinute(metricName('AWS/Lambda', each, executed))),
        },
      ],
    ];
  });

  return {
    ...Object.fromEntries([...perChain, ...ofRelease]),
    'canary-unverified': { fault: 'the canary stops, the stage does not', points: handoverRuns },
    'canary-slow': { fault: 'one slow run', points: once(line('canaryMs', { outcome: 'verified' }), 20_000) },
    'api-5xx': {
      fault: 'the requests of the canary fail, three a minute',
      points: ['5XXError', 'Count'].flatMap((name) => eachMinute(of(ofApi(stage, name)), 3)),
    },
    'api-latency': { fault: 'all requests are slow', points: eachMinute(of(ofApi(stage, 'Latency')), 6000) },
    'requests-throttled': {
      fault: '30 refusals a minute',
      points: eachMinute(metricName(metricNamespace(stage.name), refusalsName('THROTTLED')), 30),
    },
    'answers-broken-off': { fault: 'one answer', points: once(line('requestsBrokenOff')) },
    'rate-limit-not-counted': {
      fault: 'no request of the canary is counted',
      points: each(clock.get('run-canary') ?? 5, line('requestsNotCounted')),
    },
    'chain-stopped': oneLine('chain.stopped'),
    'chain-lagging': oneLine('chain.lagging'),
    'transaction-decode-failed': oneLine('transaction.decode_failed'),
    'transaction-trace-failed': oneLine('transaction.trace_failed'),
    'transaction-record-failed': oneLine('transaction.record_failed'),
    'transaction-retract-failed': oneLine('transaction.retract_failed'),
    'balance-difference': oneLine('balance.difference'),
    'balance-check-failed': oneLine('balance.check_failed'),
    'watched-pack-failed': oneLine('watched.pack_failed'),
    'expiry-behind': {
      fault: 'each run of the clock finds an organisation three days behind',
      points: each(clock.get('expire-records') ?? 60, line('expiryBehindDays'), 3),
    },
    'matches-overdue': oneLine('matches.overdue'),
    'list-drift': oneLine('list.drift'),
    'job-given-up': oneLine('job.given_up'),
    ...Object.fromEntries(
      ['deliveries', 'retries', 'evaluations', 'stream', 'matches', 'backfill'].map((queue) => [
        `${queue}-dlq`,
        message(`${queue}-dlq`),
      ]),
    ),
    'deliveries-age': waiting('deliveries', 301),
    'retries-age': waiting('retries', 1201),
    'evaluations-age': waiting('evaluations', 601),
    'matches-age': waiting('matches', 601),
    'stream-age': {
      fault: 'the stream is behind once',
      points: once(of(ofFunction(stage, 'evaluate-rules', 'IteratorAge')), 301_000),
    },
    'prices-failing': { fault: 'each run of set-values leaves a record', points: eachMinute(line('valuesWaiting')) },
    'values-given-up': { fault: 'one record', points: once(line('valuesGivenUp')) },
    'mail-failed': { fault: 'one mail', points: once(line('mailsFailed')) },
    // A mail that SES throttles comes again after one to two minutes (lib/channels/email/mail-rate.ts).
    'mail-throttled': { fault: 'one mail is throttled again and again', points: each(2, line('mail.throttled')) },
    'mail-quota': {
      fault: 'a day with 81 % of the quota',
      points: once(of(ofAccount('AWS/SES', 'Send')), 0.81 * stage.quotas.mailsPerDay),
    },
    'mail-bounces': { fault: '6 %', points: once(of(ofAccount('AWS/SES', 'Reputation.BounceRate')), 0.06) },
    'mail-complaints': { fault: '0.2 %', points: once(of(ofAccount('AWS/SES', 'Reputation.ComplaintRate')), 0.002) },
    ...Object.fromEntries(
      Object.keys(pipelines).flatMap((name): [string, Proof][] => [
        [`${name}-errors`, failing(name, clock.get(name))],
        [`${name}-throttled`, throttled(name)],
      ]),
    ),
    'handover-silent': { fault: 'only set-values runs', points: eachMinute(runsOf('set-values')) },
    'set-values-silent': { fault: 'only handover runs', points: handoverRuns },
    'expire-records-silent': { fault: 'only handover runs', points: handoverRuns },
    'make-checkpoints-silent': { fault: 'only handover runs', points: handoverRuns },
    'events-dropped': {
      fault: 'one report of a bounce is dropped',
      points: once(of(ofFunction(stage, 'receive-mail-feedback', 'AsyncEventsDropped'))),
    },
    'account-concurrency': {
      fault: 'of 1,000 runs 200 are reserved and 700 others are in use',
      points: [
        ...eachMinute(of(ofAccount('AWS/Lambda', 'UnreservedConcurrentExecutions')), 700),
        ...eachMinute(of(ofAccount('AWS/Lambda', 'ClaimedAccountConcurrency')), 900),
      ],
    },
    'table-throttled': { fault: '30 a minute', points: eachMinute(of(ofTable(stage, 'WriteThrottleEvents')), 30) },
    'index-throttled': {
      fault: '30 a minute',
      points: eachMinute(of(ofTable(stage, 'WriteThrottleEvents', { GlobalSecondaryIndexName: 'gsi3' })), 30),
    },
    'table-quota': {
      fault: '85 % of 40,000 units a second',
      points: [
        ...eachMinute(of(ofTable(stage, 'ConsumedWriteCapacityUnits')), 0.85 * 40_000 * 60),
        ...each(5, of(ofAccount('AWS/DynamoDB', 'AccountMaxTableLevelWrites')), 40_000),
      ],
    },
    'table-system-errors': {
      fault: 'three a minute',
      points: eachMinute(of(ofTable(stage, 'SystemErrors', { Operation: 'GetItem' })), 3),
    },
    'chains-schedules': {
      fault: 'no watcher can be started',
      points: eachMinute(of(ofSchedules(stage, 'chains', 'TargetErrorCount'))),
    },
    'retries-schedules': { fault: 'one retry', points: once(of(ofSchedules(stage, 'retries', 'TargetErrorCount'))) },
    'schedules-throttled': {
      fault: 'one schedule',
      points: once(of(ofSchedules(stage, 'retries', 'InvocationThrottleCount'))),
    },
    'backups-missing': { fault: 'no backup for two days', points: handoverRuns },
    'copies-missing': { fault: 'no copy for two days', points: handoverRuns },
    'backups-failed': { fault: 'one backup', points: once(of(ofBackups(stage, 'NumberOfBackupJobsFailed'))) },
  };
}
