import { type AlarmRow, absent } from './monitoring-alarm.ts';
import type { Stage } from './stages.ts';

/** The alarm of missing successes rings after so many runs. */
const RUNS = 3;

/** What the canary finds: whether the service keeps its promise from end to end. */
export const canaryAlarms = (stage: Stage): AlarmRow[] => {
  const { canaryMinutes } = stage;
  if (canaryMinutes === undefined) return [];
  const minutes = RUNS * canaryMinutes;
  return [
    {
      name: 'canary-unverified',
      severity: 'page',
      ...absent(stage, { name: 'canaryRuns', dimensions: { outcome: 'verified' } }, minutes, 1),
      breaks:
        `For ${minutes} minutes no run of the canary got its webhook, so customers may get none. Either the API ` +
        'refuses requests, or alerts do not reach receivers. Or the canary itself does not run.',
      act:
        '`canary.completed` in the log of `run-canary` states the outcome, and the line before it states why. After ' +
        '`late`, search the log of `deliver` for the organisation. No line of the canary? Then check the rule that ' +
        'calls `run-canary`. See [The canary](#the-canary).',
    },
    {
      name: 'canary-slow',
      severity: 'ticket',
      watches: { kind: 'lines', name: 'canaryMs', dimensions: { outcome: 'verified' } },
      statistic: 'p90',
      threshold: { above: 10_000 },
      minutes: 2 * minutes,
      periods: 1,
      breaks:
        'One of ten webhooks of the canary came more than 10 s after its import: alerts of all organisations are late.',
      act:
        'The dashboard shows which step is slow: the evaluation age, the delay of deliveries, or the latency of the ' +
        'API. Continue with the alarms of that step.',
    },
  ];
};
