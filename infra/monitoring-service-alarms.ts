import { type AlarmRow, atFirstLine, ofApi } from './monitoring-alarm.ts';
import type { Stage } from './stages.ts';

/** The API: what callers meet. */
export const apiAlarms = (stage: Stage): AlarmRow[] => [
  {
    name: 'api-5xx',
    severity: 'page',
    // Where customers are few, one answer is more than 1 %: it must neither wake anybody nor undo a release.
    watches: { kind: 'percentage', part: ofApi(stage, '5XXError'), whole: ofApi(stage, 'Count'), least: 5 },
    statistic: 'Sum',
    threshold: { above: 1 },
    minutes: 5,
    periods: 2,
    undoesRelease: 'any',
    breaks:
      'Over 1 % of requests, and at least five in five minutes, answered 5xx for ten minutes: callers of all ' +
      'organisations see errors.',
    act:
      'In `/aws/apigateway/chainwatch-<stage>`, filter `status` ≥ 500, group by `resource`, and follow a ' +
      '`requestId` into the log of that resource. Only `GET /api/transactions/lookup` with 502? Then its RPC ' +
      'providers are down.',
  },
  {
    name: 'api-latency',
    severity: 'ticket',
    watches: { kind: 'aws', metric: ofApi(stage, 'Latency') },
    statistic: 'p99',
    threshold: { above: 5000 },
    minutes: 5,
    periods: 3,
    breaks: 'One of a hundred requests has taken over 5 s for a quarter of an hour: the API is slow for its callers.',
    act:
      '`latencyMs` by `resource` in `/aws/apigateway/chainwatch-<stage>` shows which. Streamed exports take long ' +
      'by nature: few other requests at that time make them count. Is the table throttled?',
  },
  {
    name: 'requests-throttled',
    severity: 'ticket',
    watches: { kind: 'refusals', error: 'THROTTLED' },
    statistic: 'Sum',
    threshold: { above: 100 },
    minutes: 5,
    periods: 2,
    breaks:
      'API Gateway has refused over a hundred requests with 429 in each of two periods of five minutes: `throttle` ' +
      'of the stage or the quota of the account is reached. Callers who keep their own limits are refused too.',
    act:
      'In `/aws/apigateway/chainwatch-<stage>`, filter `error` = `THROTTLED`, group by `resource` and `ip`. Is it ' +
      'one address? Block it in the web ACL. Is it growth? Raise `throttle` in `infra/stages.ts`, and ask AWS for ' +
      'more requests a second (Service Quotas, Amazon API Gateway) if preflight says so.',
  },
  {
    name: 'answers-broken-off',
    severity: 'ticket',
    ...atFirstLine,
    watches: { kind: 'lines', name: 'requestsBrokenOff' },
    breaks:
      'An answer broke off after its status 200: a caller has a part of a list or of an export, and no 5xx shows it.',
    act: '`request.broken_off` in the log of the resource states why (see [Logs](#logs)). The caller asks again.',
  },
  {
    name: 'rate-limit-not-counted',
    severity: 'ticket',
    watches: { kind: 'lines', name: 'requestsNotCounted' },
    statistic: 'Sum',
    threshold: { above: 0 },
    minutes: 5,
    // One line does no harm, because the throttle of the stage holds.
    periods: 2,
    breaks:
      'For ten minutes requests were let in because the buckets of their keys could not be written. ' +
      '`keyThrottle` and `keyReads` do not hold, so one organisation can slow the others; `throttle` of the ' +
      'stage does hold.',
    act:
      '`rate_limit.not_counted` in the logs of the endpoints (see [Logs](#logs)) states why: the table ' +
      'throttles, or a role lacks the write.',
  },
];

/** Jobs and lists of organisations. */
export const jobAlarms: readonly AlarmRow[] = [
  {
    name: 'expiry-behind',
    severity: 'ticket',
    watches: { kind: 'lines', name: 'expiryBehindDays' },
    statistic: 'Maximum',
    threshold: { above: 2 },
    minutes: 60,
    // An organisation that was suspended is behind until its next pass has ended.
    periods: 3,
    breaks:
      'The records of an organisation should have been gone for over two days: no pass over them has begun and ended ' +
      'since. The table grows, and personal data outlives its retention. No alert is late.',
    act:
      '`job.given_up` or an error in the log of `expire-records` names the organisation. No error? Then the passes ' +
      'are too slow: five runs at a time remove 200 records a second each. Raise `EXPIRIES` in `infra/pipeline.ts` ' +
      'when many organisations wait; the backlog of an organisation alone ends by itself.',
  },
  {
    name: 'matches-overdue',
    severity: 'ticket',
    ...atFirstLine,
    watches: { kind: 'events', event: 'matches.overdue', loggedBy: ['record-matches'] },
    breaks:
      '`matches.overdue` in the log of `record-matches` names an organisation and an address whose matches have ' +
      'waited for a month. Their packed transactions expire after 90 days, and then these matches would be lost.',
    act:
      'Raise `records.perHour` of the stage until the organisation has caught up, or agree with the organisation ' +
      'to stop watching the address. What waits is recorded all the same.',
  },
  {
    name: 'list-drift',
    severity: 'ticket',
    ...atFirstLine,
    watches: { kind: 'events', event: 'list.drift', loggedBy: ['handover'] },
    breaks:
      'A record of an organisation and its entry in a list differ: a list may show a record wrongly. `handover` ' +
      'compares some 200 items of the table once a day.',
    act:
      'The log of `handover` names the organisation. Recount its lists (see [Recount lists](#recount-lists)), ' +
      'and look for the write that changed a record without its list.',
  },
  {
    name: 'job-given-up',
    severity: 'ticket',
    ...atFirstLine,
    watches: {
      kind: 'events',
      event: 'job.given_up',
      loggedBy: ['run-jobs', 'write-export', 'run-operator-jobs', 'expire-records'],
    },
    breaks:
      'A job of an organisation (bulk replay, review, export, recount, expiry) made no progress five times in a row, ' +
      'or the file of the export is larger than 10 GB. The job is `failed`, and its owner can read why. The upload ' +
      'of an export is deleted.',
    act:
      '`job.given_up` in the log of `run-jobs`, `write-export`, `run-operator-jobs` or `expire-records` states kind, ' +
      'job and reason: read the errors before it. Then [resume the replay](#bulk-replays); for an export or a ' +
      'review, the caller starts another, you for a recount, and the clock for an expiry. For a file that is too ' +
      'large, the caller exports shorter periods.',
  },
];
