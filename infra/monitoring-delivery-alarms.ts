import { type AlarmRow, atFirstLine, ofAccount, ofFunction, ofQueue, type Severity } from './monitoring-alarm.ts';
import type { Stage } from './stages.ts';

/**
 * The greatest allowed age of the oldest message of a queue in seconds. Longer than the visibility time-out of
 * the consumer, so that a single redelivered batch does not raise the alarm. SQS delays a retry by up to 900 s.
 * AWS does not say whether a delayed message ages: the limit allows for both cases.
 */
const OLDEST_MESSAGE = { deliveries: 300, retries: 900 + 300, evaluations: 600, matches: 600 } as const;

const atFirstMessage = (stage: Stage, queue: string, severity: Severity) =>
  ({
    name: queue,
    severity,
    watches: { kind: 'aws', metric: ofQueue(stage, queue, 'ApproximateNumberOfMessagesVisible') },
    statistic: 'Maximum',
    threshold: { above: 0 },
    minutes: 1,
    periods: 1,
  }) as const;

const atAge = (stage: Stage, queue: keyof typeof OLDEST_MESSAGE, severity: Severity) =>
  ({
    name: `${queue}-age`,
    severity,
    watches: { kind: 'aws', metric: ofQueue(stage, queue, 'ApproximateAgeOfOldestMessage') },
    statistic: 'Maximum',
    threshold: { above: OLDEST_MESSAGE[queue] },
    minutes: 1,
    periods: 1,
  }) as const;

/** Receives before a message moves to its DLQ (infra/sqs-queues.ts). The text is the same for all stages. */
const TRIES = 'five times (20 times without `reserve`, refused calls included)';

const unsent = {
  breaks:
    `\`deliver\` failed ${TRIES} on a message, so an alert has not reached its receiver. This is a fault of ` +
    'ours, because a failure of a destination is a recorded attempt.',
  act:
    'Read `/aws/lambda/chainwatch-<stage>-deliver` around the time of the message, fix, deploy, ' +
    '[redrive](#redrive-a-dlq).',
};

/** Evaluations and deliveries: between a recorded transaction and its receiver. */
export const deliveryAlarms = (stage: Stage): AlarmRow[] => [
  { ...atFirstMessage(stage, 'deliveries-dlq', 'page'), ...unsent },
  { ...atFirstMessage(stage, 'retries-dlq', 'page'), ...unsent },
  {
    ...atAge(stage, 'deliveries', 'page'),
    breaks: 'A first attempt has waited for over 5 min in its queue. Alerts are late for everybody, none is lost.',
    act:
      'Check whether `deliver` fails (log), or is throttled (`deliveries` of the stage is too low, or the quota ' +
      'of the account). Are there very many messages, from a bulk replay or a burst? Then the queue drains by ' +
      'itself: watch the age fall. Slow destinations do not cause this alarm, because what waits for them is not ' +
      'in the queue.',
  },
  {
    ...atAge(stage, 'retries', 'ticket'),
    breaks:
      'A retry has been in its queue for over 20 min, of which 15 can be the delay it was sent with. Retries are ' +
      'late, and so is everything for destinations whose circuit is open.',
    act:
      'As for `deliveries-age`. Many destinations that hang for 10 s at once take all of `retries`: ' +
      '`delivery.attempted` in the log names them.',
  },
  {
    ...atFirstMessage(stage, 'evaluations-dlq', 'ticket'),
    breaks:
      `\`evaluate-pending\` failed ${TRIES} on the evaluation of a transaction: the organisation has no alert ` +
      'for it. `handover` sends another message every two minutes, so the alarm lasts until the evaluation ' +
      'succeeds.',
    act:
      '`record.failed` in the log of `evaluate-pending` states why. After the fix check that the event is there, ' +
      'and purge the queue.',
  },
  {
    ...atAge(stage, 'evaluations', 'ticket'),
    breaks:
      'A pending evaluation has waited for over 10 min in its queue. Alerts of an outage, or of an organisation ' +
      'beyond its budget of evaluation, are late. None is lost.',
    act:
      '`evaluation.handed_over` in the log names the organisations beyond their budget. ' +
      'Check whether `evaluate-pending` fails (log), or is throttled (`pendingEvaluations` of the stage is too ' +
      'low). `handover` keeps at most 18,000 messages in the queue, so `handover.completed` shows how much it ' +
      'still hands over.',
  },
  {
    ...atFirstMessage(stage, 'stream-dlq', 'ticket'),
    breaks:
      '`evaluate-rules` gave up on a transaction after five retries or an hour: the alert of an organisation is ' +
      'late. Or `compact-lists` gave up on a change of a list after two retries: the list grows dearer until its ' +
      'next change, and the notice of a changed configuration is up to two hours late.',
    act:
      'The function in `requestContext` of the message tells which. Read its log. `handover` queues an evaluation ' +
      'again, every two minutes: after the fix check that the event is there. The next change of a list compacts it, ' +
      'and a recount does so at once. The next checkpoint of the audit log makes its notices. Then purge the message.',
  },
  {
    name: 'stream-age',
    severity: 'page',
    watches: { kind: 'aws', metric: ofFunction(stage, 'evaluate-rules', 'IteratorAge') },
    statistic: 'Maximum',
    threshold: { above: 300_000 },
    minutes: 5,
    periods: 1,
    breaks: 'The stream is over 5 min behind. Alerts are late for everybody, none is lost for 24 h.',
    act:
      'Check whether `evaluate-rules` fails (log), or is throttled (`evaluations` of the stage is too low). The ' +
      'stage runs `evaluations` / 4 lanes for each shard of the stream, at most 10, because a new table has four ' +
      'shards. A table that has grown to more shards needs a higher number.',
  },
  {
    name: 'prices-failing',
    severity: 'ticket',
    watches: { kind: 'lines', name: 'valuesWaiting' },
    statistic: 'Maximum',
    threshold: { above: 0 },
    minutes: 5,
    // A source that fails for some minutes delays the values of these minutes only.
    periods: 3,
    breaks:
      'Prices have failed for a quarter of an hour. Records are `pending`, and rules with `value_usd` wait for ' +
      'them: their alerts are late for everybody, and none is lost for 24 h. `valuesDelayedSince` in the coverage ' +
      'of each chain tells the organisations.',
    act:
      '`price.failed` in the logs of `set-values` and the watchers states the source and the error. Without such a ' +
      'line the source answers: `valuesWaiting` of `values.completed` says how many records wait for tokens whose ' +
      'price is implausible or of low confidence, or for thousands of fakes. Nothing is to be done then. Otherwise ' +
      'see the status page of the source, and whether its quota is used up. `set-values` asks again by itself, 1, 5 ' +
      'and 30 minutes, 2, 12 and 24 hours after each record.',
  },
  {
    name: 'values-given-up',
    severity: 'ticket',
    ...atFirstLine,
    watches: { kind: 'lines', name: 'valuesGivenUp' },
    breaks:
      'The price of a record has failed for 24 hours. The record is `unpriced`, and rules with `value_usd` did not ' +
      'fire on it, unless they have `unknown_value: match`.',
    act:
      '`value.given_up` in the log of `set-values` names the organisation and the record. Look the transfer up, and ' +
      'tell the organisation if it is worth something.',
  },
  {
    // The metric leaves out refusals of a tenant's address or text, because any tenant could cause such refusals.
    name: 'mail-failed',
    severity: 'ticket',
    ...atFirstLine,
    watches: { kind: 'lines', name: 'mailsFailed' },
    breaks:
      'SES refused a mail, or did not answer. The mail of an alert is retried, a confirmation mail is not: its ' +
      'organisation must ask again. A recipient or text that SES finds invalid (`BadRequestException`) does not ring.',
    act:
      'Read `error` of `mail.failed` in the log of `deliver` or, for confirmations, in ' +
      '`/aws/lambda/chainwatch-<stage>-settings`. Then continue as under [E-mail and Slack](#e-mail-and-slack).',
  },
  {
    name: 'mail-throttled',
    severity: 'ticket',
    ...atFirstLine,
    // A quarter of an hour: the mails of a short burst go out a minute later and raise no alarm.
    periods: 3,
    watches: { kind: 'events', event: 'mail.throttled', loggedBy: ['deliver'] },
    breaks:
      'SES has refused mails for its rate or its quota in three periods of five minutes. Mails are late. None ' +
      'has failed or used up an attempt before it has waited for 24 hours.',
    act:
      '`mail.throttled` in the log of `deliver` states which limit, and the SES console shows how much of it is ' +
      'used. Ask AWS for a higher sending quota. Is it one organisation (`delivery.deferred` by `organisation`)? ' +
      'Then lower `mailsPerMinute`.',
  },
  {
    name: 'mail-quota',
    severity: 'ticket',
    watches: { kind: 'aws', metric: ofAccount('AWS/SES', 'Send') },
    statistic: 'Sum',
    threshold: { above: 0.8 * stage.quotas.mailsPerDay },
    minutes: 24 * 60,
    periods: 1,
    breaks:
      'The account has sent over 80 % of its mails of a day (`quotas.mailsPerDay` of the stage). Beyond the quota, ' +
      'the mails of all organisations wait until a day has passed.',
    act:
      'Ask AWS for a higher sending quota in the SES console, and write it into `quotas.mailsPerDay` in ' +
      '`infra/deployments.ts`. `delivery.attempted` by `organisation` shows who sends most: ask for digests, or ' +
      'lower `mailsPerMinute`.',
  },
  {
    name: 'mail-bounces',
    severity: 'ticket',
    watches: { kind: 'aws', metric: ofAccount('AWS/SES', 'Reputation.BounceRate') },
    statistic: 'Maximum',
    threshold: { above: 0.05 },
    minutes: 60,
    periods: 1,
    breaks:
      'Over 5 % of the mails of the account bounce. SES may suspend the account at 10 %, and then no ' +
      'organisation gets mail.',
    act: 'Find the addresses in the SES console (suppression list), and ask their organisations to correct them.',
  },
  {
    name: 'mail-complaints',
    severity: 'ticket',
    watches: { kind: 'aws', metric: ofAccount('AWS/SES', 'Reputation.ComplaintRate') },
    statistic: 'Maximum',
    threshold: { above: 0.001 },
    minutes: 60,
    periods: 1,
    breaks:
      'Over 0.1 % of the mails of the account are reported as spam. SES may suspend the account at 0.5 %, and ' +
      'then no organisation gets mail.',
    act: 'Find out who mails strangers (`delivery.attempted` by `organisation`), and remove the address.',
  },
  {
    ...atFirstMessage(stage, 'matches-dlq', 'ticket'),
    breaks:
      `\`record-matches\` failed ${TRIES} on the deferred matches of an organisation, which lacks these ` +
      'transactions. `handover` sends another message each two minutes, so nothing is lost, and the alarm rings ' +
      'again.',
    act:
      '`record.failed` in the log of `record-matches` states why. After the fix check that the wallets of the ' +
      'organisation catch up, and purge the DLQ.',
  },
  {
    ...atAge(stage, 'matches', 'ticket'),
    breaks:
      'The oldest message in the queue of deferred matches is older than ten minutes: organisations with busy ' +
      'wallets fall behind. Other organisations do not notice.',
    act: 'Check whether `record-matches` fails (log), or is throttled (`matchRecorders` of the stage is too low).',
  },
  {
    ...atFirstMessage(stage, 'backfill-dlq', 'ticket'),
    breaks:
      'A part of a backfill failed five times: within two hours because of its chain or because the records of its ' +
      'blocks were still being made, within ten minutes for another reason. The job of an organisation is `failed`.',
    act:
      '`record.failed` in the log of `backfill-blocks` states why: a provider is down, limits the rate ' +
      '(`chain.rpc_failed`), has pruned the blocks, or gives answers that contradict each other. After the fix ' +
      '[resume the job](#backfills) and purge the message. A redriven part of a job that is not running does ' +
      'nothing.',
  },
];
