import { type PipelineName, pipelines } from '../functions/pipelines/pipelines.ts';
import { type AlarmRow, ofAccount, ofFunction } from './monitoring-alarm.ts';
import type { Stage } from './stages.ts';

interface Trouble {
  readonly breaks: string;
  readonly act: string;
}

const evaluationFails: Trouble = {
  breaks:
    'Over 5 % of runs failed as a whole in two periods of five minutes: alerts are late. A record or message ' +
    'that fails alone shows in its DLQ.',
  act: 'Read the log of the function, then check the dependency that the log names.',
};

/**
 * What failing runs break. `authorize` has no row, because the function fails when it refuses a key: any caller with a
 * wrong key could raise the alarm. API Gateway answers 5xx when `authorize` has a fault. `run-canary` has no row,
 * because `canary-unverified` rings whatever the fault is.
 */
const failing: Readonly<Record<Exclude<PipelineName, 'authorize' | 'run-canary'>, Trouble>> = {
  'evaluate-rules': evaluationFails,
  deliver: evaluationFails,
  'evaluate-pending': evaluationFails,
  'record-matches': {
    breaks: 'Over 5 % of runs failed as a whole: transactions of busy wallets are recorded late.',
    act: 'Read the log of `record-matches`.',
  },
  'backfill-blocks': {
    breaks: 'Over 5 % of the runs failed as a whole: backfills stand still. A part that fails alone does not count.',
    act: 'Read the log. Did the function run out of memory or time?',
  },
  'compact-lists': {
    breaks:
      'Lists are not compacted. They stay exact, but their tails grow and list requests become slower and dearer.',
    act: 'Read the log of `compact-lists`. The next change of a list tries again.',
  },
  'run-operator-jobs': {
    breaks:
      'Runs of recounts or deletions fail. Each continues by itself after the cause is gone; a recount fails after ' +
      'five runs.',
    act: 'Read the log of `run-operator-jobs`.',
  },
  'receive-mail-feedback': {
    breaks:
      'Bounces and complaints are not recorded: the service keeps mailing addresses that take no mail, and SES may ' +
      'suspend the account, which mails for all organisations.',
    act: 'Read the log of `receive-mail-feedback`. The next mail to such an address brings another report.',
  },
  handover: {
    breaks: 'Work that a crash interrupts is not finished, so single alerts stay late. The flow itself continues.',
    act: 'Read the log of `handover`.',
  },
  'set-values': {
    breaks:
      'USD values of records whose prices failed are not set. Rules with `value_usd` wait for these values, so their ' +
      'alerts are late.',
    act: '`handover.failed` in the log of `set-values` names the organisation, the record and the error.',
  },
  'expire-records': {
    breaks:
      'Records whose retention is over stay. Nothing is lost, and nothing is wrong; the table grows. ' +
      'A transaction leaves the table only after the archive has it.',
    act: 'Read the log of `expire-records`. `expiry.not_begun` names the organisation and the error.',
  },
  'check-health': {
    breaks: 'Over 5 % of the deep health checks ended without an answer. Alerts do not depend on them.',
    act: 'Read the log of `check-health`. A check that fails is part of its answer, and no error of the function.',
  },
  'run-jobs': {
    breaks:
      'Runs of bulk replays fail. Each job continues by itself after the cause is gone, or fails after five runs.',
    act: 'Read the log of `run-jobs`.',
  },
  'write-export': {
    breaks:
      'Runs of exports fail: organisations wait for their files. Each export continues by itself after the cause ' +
      'is gone, or fails after five runs.',
    act:
      'Read the log of `write-export`. The line `job.not_removed` says that a cancelled or failed export ' +
      'could not be deleted: the bucket does so within three days.',
  },
  admin: {
    breaks: 'New organisations, keys, deletions or resumed chains fail. A request that is refused also counts.',
    act: 'Read the log of `admin`.',
  },
};

const errorsOf = (stage: Stage, name: PipelineName, trouble: Trouble): AlarmRow => ({
  name: `${name}-errors`,
  watches: {
    kind: 'percentage',
    part: ofFunction(stage, name, 'Errors'),
    whole: ofFunction(stage, name, 'Invocations'),
  },
  statistic: 'Sum',
  threshold: { above: 5 },
  minutes: 5,
  periods: 2,
  ...trouble,
});

/** Functions that the clock runs each minute, beside the watchers. */
const CLOCK_DRIVEN = ['handover', 'set-values'] as const satisfies PipelineName[];

const silent = (stage: Stage, name: PipelineName): AlarmRow => ({
  name: `${name}-silent`,
  watches: { kind: 'aws', metric: ofFunction(stage, name, 'Invocations') },
  statistic: 'Sum',
  threshold: { below: 1 },
  minutes: 5,
  periods: 2,
  ringsWithoutData: true,
  breaks:
    'The clock has not run the function for ten minutes. Without `handover` interrupted work stays undone; without ' +
    '`set-values` rules wait for prices.',
  act:
    'Is the rule or schedule there and enabled, and does its role still invoke the function? Is the reserved ' +
    'concurrency 0, or the account out of concurrency?',
});

/** Functions that never exceed their concurrency unless a limit is too low. Exports wait for theirs by design. */
const neverThrottled: readonly PipelineName[] = [
  'authorize',
  'evaluate-rules',
  'evaluate-pending',
  'deliver',
  'handover',
];

const throttled = (stage: Stage, name: PipelineName): AlarmRow => ({
  name: `${name}-throttled`,
  watches: { kind: 'aws', metric: ofFunction(stage, name, 'Throttles') },
  statistic: 'Sum',
  threshold: { above: 0 },
  minutes: 5,
  periods: 3,
  breaks:
    'Lambda has refused runs of the function for a quarter of an hour. Refusals of `authorize` are 5xx for ' +
    'everybody; elsewhere alerts are late.',
  act:
    "Compare the function's reserved concurrency with what the stage needs (`infra/stages.ts`), and the " +
    'concurrency of the account with its quota. Raise what is too low.',
});

/**
 * Functions that are invoked asynchronously, and whose dropped events nobody repeats within a minute. Dropped runs of a
 * watcher show as `<chain>-silent`: CloudWatch adds ten metrics at most in an alarm.
 */
const dropped = (stage: Stage): AlarmRow => ({
  name: 'events-dropped',
  watches: {
    kind: 'sum',
    of: (['handover', 'set-values', 'admin', 'receive-mail-feedback'] as const).map((name) =>
      ofFunction(stage, name, 'AsyncEventsDropped'),
    ),
  },
  statistic: 'Sum',
  threshold: { above: 0 },
  minutes: 5,
  periods: 3,
  breaks:
    'Lambda has dropped asynchronous invocations for a quarter of an hour: minutes of `handover` are missing, ' +
    'or bounces are not recorded. Records and alerts are late.',
  act:
    'The metric `AsyncEventsDropped` of each function shows which. Events are dropped after a minute without ' +
    'free concurrency, or after failed tries: continue as for the throttles or the errors of the function.',
});

/** The runs of functions. */
export const functionAlarms = (stage: Stage): AlarmRow[] => [
  ...Object.entries(failing).map(([name, trouble]) => errorsOf(stage, nameOf(name), trouble)),
  ...CLOCK_DRIVEN.map((name) => silent(stage, name)),
  {
    ...silent(stage, 'expire-records'),
    // The clock alone measures this. Handover, too, invokes the function.
    watches: { kind: 'lines', name: 'expiryBehindDays' },
    statistic: 'SampleCount',
    minutes: 60,
    periods: 3,
    breaks:
      'The clock has not run the function for three hours, or its runs fail: records whose retention is over stay.',
  },
  ...neverThrottled.map((name) => throttled(stage, name)),
  dropped(stage),
  {
    name: 'account-concurrency',
    watches: { kind: 'aws', metric: ofAccount('AWS/Lambda', 'UnreservedConcurrentExecutions') },
    statistic: 'Maximum',
    threshold: { above: stage.reserve ? 80 : 8 },
    minutes: 5,
    periods: 2,
    breaks:
      'Functions without a reservation use 80 % of the runs that are certain: of the 100 that AWS keeps beside ' +
      'reservations, or of the 10 of a new account without them. Beyond, requests of all organisations may get 5xx.',
    act:
      'Ask AWS for a higher quota of concurrent executions. `request.completed` by `organisation` shows who sends so ' +
      'much.',
  },
];

function nameOf(name: string): PipelineName {
  const known = Object.keys(pipelines).find((each): each is PipelineName => each === name);
  if (known === undefined) throw new Error(`There is no pipeline ${name}`);
  return known;
}
