import { clockMinutes } from '../../infra/clock-rules.ts';
import { type AwsMetric, ofBackups, ofFunction } from '../../infra/monitoring-alarm.ts';
import type { Stage } from '../../infra/stages.ts';
import { metricNamespace } from '../../lib/platform/metrics.ts';
import { metricName, type Point } from './played-alarm.ts';

const DAY = 24 * 60;

/** When the parts of a stage begin, and when all of it ends, in minutes. */
interface Life {
  readonly begins: number;
  /** When the chains of the stage begin: they come with a later deploy. */
  readonly chainsBegin: number;
  readonly ends: number;
}

/** What a stage without any fault and without customers publishes. */
export function healthyStage(stage: Stage, { begins, chainsBegin, ends }: Life): Point[] {
  const each = (minutes: number, from: number, metric: string, value: number, lag = 0): Point[] =>
    // A rate begins one period after its rule.
    Array.from({ length: Math.max(0, Math.floor((ends - from - lag) / minutes)) }, (_, n) => ({
      metric,
      at: from + lag + (n + 1) * minutes,
      value,
    }));
  const aws = ({ namespace, name, dimensions }: AwsMetric) => metricName(namespace, name, dimensions);
  const line = (name: string, dimensions: Readonly<Record<string, string>>) =>
    metricName(metricNamespace(stage.name), name, dimensions);
  const clock = Object.entries(clockMinutes(stage));
  return [
    ...clock.flatMap(([name, minutes]) => each(minutes, begins, aws(ofFunction(stage, name, 'Invocations')), 1)),
    ...clock.flatMap(([name, minutes]) => each(minutes, begins, aws(ofFunction(stage, name, 'Errors')), 0)),
    // A run of the canary lasts up to a minute.
    ...each(stage.canaryMinutes ?? 5, begins, line('canaryRuns', { outcome: 'verified' }), 1, 1),
    ...each(stage.canaryMinutes ?? 5, begins, line('canaryMs', { outcome: 'verified' }), 1500, 1),
    ...each(60, begins, line('expiryBehindDays', {}), 0),
    ...stage.watches.flatMap(({ chain }) => [
      // The first run ends after two minutes, and until then the chain has no lease that `handover` could measure.
      ...each(1, chainsBegin, line('watcherIdleSeconds', { chain }), 20, 2),
      ...each(1, chainsBegin, line('watcherMemoryPercent', { chain }), 30, 2),
      ...each(1, chainsBegin, aws(ofFunction(stage, `watch-${chain}`, 'Invocations')), 1),
      ...each(1, chainsBegin, aws(ofFunction(stage, `watch-${chain}`, 'Errors')), 0),
    ]),
    // A plan backs up once a day at its own hour: the first backup and its copy may come a day after the stage.
    ...['NumberOfBackupJobsCompleted', 'NumberOfCopyJobsCompleted'].flatMap((name) =>
      each(DAY, begins, aws(ofBackups(stage, name)), 1, 60),
    ),
  ];
}
