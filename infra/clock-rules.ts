import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { PipelineName } from '../functions/pipelines/pipelines.ts';
import type { Stage } from './stages.ts';

/**
 * Makes the clock run functions, without retries: the next run is the retry. A rule needs two resources fewer than a
 * schedule: no role and no policy.
 */
export function createClockRules(
  scope: Construct,
  { canaryMinutes }: Stage,
  functions: Readonly<Record<PipelineName, LambdaFunction>>,
): void {
  const run = (id: string, name: PipelineName, every: Duration) =>
    new Rule(scope, id, {
      schedule: Schedule.rate(every),
      targets: [new LambdaTarget(functions[name], { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    });
  run('EachMinute', 'handover', Duration.minutes(1));
  run('Values', 'set-values', Duration.minutes(1));
  run('EachHour', 'expire-records', Duration.hours(1));
  if (canaryMinutes !== undefined) run('Canary', 'run-canary', Duration.minutes(canaryMinutes));
}
