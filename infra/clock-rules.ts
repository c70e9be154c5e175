import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { PipelineName } from '../functions/pipelines/pipelines.ts';
import type { Stage } from './stages.ts';

/** How many minutes lie between two runs of a function that the clock runs. */
export const clockMinutes = ({ canaryMinutes }: Stage): Readonly<Partial<Record<PipelineName, number>>> => ({
  handover: 1,
  'set-values': 1,
  'expire-records': 60,
  'make-checkpoints': 15,
  ...(canaryMinutes !== undefined && { 'run-canary': canaryMinutes }),
});

/** The ids of the rules in the template. */
const RULES = {
  EachMinute: 'handover',
  Values: 'set-values',
  EachHour: 'expire-records',
  Checkpoints: 'make-checkpoints',
  Canary: 'run-canary',
} as const satisfies Record<string, PipelineName>;

/**
 * Makes the clock run functions, without retries: the next run is the retry. A rule needs two resources fewer than a
 * schedule: no role and no policy.
 */
export function createClockRules(
  scope: Construct,
  stage: Stage,
  functions: Readonly<Record<PipelineName, LambdaFunction>>,
): void {
  const minutes = clockMinutes(stage);
  for (const [id, name] of Object.entries(RULES)) {
    const every = minutes[name];
    if (every === undefined) continue;
    new Rule(scope, id, {
      schedule: Schedule.rate(Duration.minutes(every)),
      targets: [new LambdaTarget(functions[name], { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    });
  }
}
