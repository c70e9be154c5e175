import { type PipelineName, pipelines } from '../functions/pipelines/pipelines.ts';
import { clockMinutes } from './clock-rules.ts';
import { type AlarmRow, absent, ofFunction, ofSchedules } from './monitoring-alarm.ts';
import type { Stage } from './stages.ts';

interface Trouble {
  readonly breaks: string;
  readonly act: string;
}

const evaluationFails: Trouble = {
  breaks:
    'Over 5 % of runs failed as a whole within five minutes: alerts are late. A record or message that fails alone ' +
    'shows in its DLQ.',
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
      'Lists are not compacted. They stay exact, but their tails grow and list requests become slower and dearer. ' +
      'Notices of changed configurations are up to two hours late.',
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
  'make-checkpoints': {
    breaks: 'Hours of the audit log are not signed yet. Nothing is lost: the next run signs them.',
    act: 'Read the log of `make-checkpoints`. `audit.checkpoint_failed` names the organisation and the error.',
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
  severity: 'ticket',
  watches: {
    kind: 'percentage',
    part: ofFunction(stage, name, 'Errors'),
    whole: ofFunction(stage, name, 'Invocations'),
  },
  statistic: 'Sum',
  threshold: { above: 5 },
  minutes: 5,
  // A function that does not run each minute may have no second run in the next period.
  periods: clockMinutes(stage)[name] === 1 ? 2 : 1,
  ...trouble,
});

const clockAct =
  'Is the rule there and enabled, and may it still invoke the function? Is the reserved concurrency 0, or the ' +
  'account out of concurrency?';

/** The functions of the clock whose runs nothing else misses. The canary misses itself. */
const silentAlarms = (stage: Stage): AlarmRow[] => [
  {
    name: 'handover-silent',
    severity: 'page',
    watches: {
      kind: 'absence',
      of: ofFunction(stage, 'handover', 'Invocations'),
      // The other alarms on absence rely on `handover`. Rules and schedules are two services of AWS.
      while: [ofFunction(stage, 'set-values', 'Invocations'), ofSchedules(stage, 'chains', 'InvocationAttemptCount')],
      atLeast: 4,
    },
    statistic: 'Sum',
    threshold: { above: 0 },
    minutes: 5,
    periods: 2,
    breaks:
      'The clock has not run `handover` for ten minutes: interrupted work stays undone, and the alarms about a ' +
      'silent chain, canary, job or backup cannot ring.',
    act: clockAct,
  },
  {
    name: 'set-values-silent',
    severity: 'ticket',
    ...absent(stage, ofFunction(stage, 'set-values', 'Invocations'), 5, 2),
    breaks: 'The clock has not run `set-values` for ten minutes: rules wait for prices.',
    act: clockAct,
  },
  {
    name: 'expire-records-silent',
    severity: 'ticket',
    // The clock alone measures this. Handover, too, invokes the function.
    ...absent(stage, { name: 'expiryBehindDays' }, 60, 3),
    breaks:
      'The clock has not run `expire-records` for three hours, or its runs fail: records whose retention is over stay.',
    act: clockAct,
  },
  {
    name: 'make-checkpoints-silent',
    severity: 'ticket',
    ...absent(stage, ofFunction(stage, 'make-checkpoints', 'Invocations'), 60, 2),
    breaks: 'The clock has not run `make-checkpoints` for two hours: the audit logs are not signed.',
    act: clockAct,
  },
];

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
  severity: name === 'authorize' ? 'page' : 'ticket',
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
 * Functions that are invoked asynchronously, and whose dropped events nobody repeats within a minute. Dropped runs of
 * `handover`, `set-values` and the watchers show in their alarms on silence.
 */
const DROPPING = ['admin', 'receive-mail-feedback'] as const satisfies PipelineName[];

const dropped = (stage: Stage): AlarmRow => ({
  name: 'events-dropped',
  severity: 'ticket',
  watches: { kind: 'sum', of: DROPPING.map((name) => ofFunction(stage, name, 'AsyncEventsDropped')) },
  statistic: 'Sum',
  threshold: { above: 0 },
  minutes: 5,
  // An hour may lie between two events.
  periods: 1,
  breaks:
    'Lambda has dropped an asynchronous invocation: a bounce is not recorded, or an action of an ' +
    'operator did not begin.',
  act:
    'The metric `AsyncEventsDropped` of each function shows which. Events are dropped after a minute without ' +
    'free concurrency, or after failed tries: continue as for the throttles or the errors of the function.',
});

/** The runs of functions. */
export const functionAlarms = (stage: Stage): AlarmRow[] => [
  ...Object.entries(failing).map(([name, trouble]) => errorsOf(stage, nameOf(name), trouble)),
  ...silentAlarms(stage),
  ...neverThrottled.map((name) => throttled(stage, name)),
  dropped(stage),
  {
    name: 'account-concurrency',
    severity: 'page',
    watches: { kind: 'unreserved', quota: stage.quotas.concurrentRuns },
    statistic: 'Maximum',
    threshold: { above: 80 },
    minutes: 5,
    periods: 2,
    breaks:
      'Functions without a reservation use over 80 % of the runs that the quota of the account ' +
      '(`quotas.concurrentRuns` of the stage) leaves beside all reservations. Beyond, requests of all organisations ' +
      'may get 5xx.',
    act:
      'Ask AWS for a higher quota of concurrent executions, and write it into `quotas.concurrentRuns`. ' +
      '`request.completed` by `organisation` shows who sends so ' +
      'much.',
  },
];

function nameOf(name: string): PipelineName {
  const known = Object.keys(pipelines).find((each): each is PipelineName => each === name);
  if (known === undefined) throw new Error(`There is no pipeline ${name}`);
  return known;
}
