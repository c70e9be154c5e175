import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import { ChainwatchStack } from '../infra/stack.ts';
import type { Stage } from '../infra/stages.ts';

const Filter = z.object({ MetricTransformations: z.array(z.object({ MetricName: z.string() })) });
const Alarm = z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional() });
const Mapping = z.object({ EventSourceArn: z.looseObject({ 'Fn::GetAtt': z.array(z.string()) }) });
const Resources = z.record(
  z.string(),
  z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
);

/** The parts of a stage that cost something each month, whether they are used or not. */
export interface Infrastructure {
  /** The metrics that alarms read: an alarm on a quotient reads two. */
  readonly alarmMetrics: number;
  /** The metrics of log lines. */
  readonly customMetrics: number;
  readonly secrets: number;
  readonly keys: number;
  /** Queues that Lambda polls. */
  readonly polledQueues: number;
  readonly schedules: number;
}

/** Reads the parts from the template of the stage. */
export function infrastructureOf(stage: Stage): Infrastructure {
  const app = new App({ analyticsReporting: false, builtinCloudFormationValidation: false });
  // The code of the functions costs nothing.
  const codeOf = () => Code.fromInline('exports.handler = async () => {};');
  const stack = new ChainwatchStack(app, { stage, codeOf });
  const { template } = app.synth().getStackByName(stack.stackName);
  const resources = Object.values(z.object({ Resources }).parse(template).Resources);
  const of = (type: string) => resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);
  const alarms = of('AWS::CloudWatch::Alarm').map((each) => Alarm.parse(each).Metrics ?? [{ MetricStat: true }]);
  const metrics = of('AWS::Logs::MetricFilter').flatMap((each) => Filter.parse(each).MetricTransformations);
  const mappings = of('AWS::Lambda::EventSourceMapping').map(
    (each) => Mapping.parse(each).EventSourceArn['Fn::GetAtt'],
  );
  return {
    alarmMetrics: alarms.flat().filter(({ MetricStat }) => MetricStat !== undefined).length,
    customMetrics: new Set(metrics.map(({ MetricName }) => MetricName)).size,
    secrets: of('AWS::SecretsManager::Secret').length,
    keys: of('AWS::KMS::Key').length,
    polledQueues: mappings.filter(([, attribute]) => attribute === 'Arn').length,
    schedules: of('AWS::Scheduler::Schedule').length,
  };
}
