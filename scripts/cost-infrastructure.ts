import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Source } from 'aws-cdk-lib/aws-s3-deployment';
import * as z from 'zod';
import { releasedNames } from '../infra/released-functions.ts';
import { addStacks } from '../infra/stage-stacks.ts';
import type { Stage } from '../infra/stages.ts';
import { type LineMetric, lineMetrics } from '../lib/platform/metrics.ts';

const Filter = z.object({ MetricTransformations: z.array(z.object({ MetricName: z.string() })) });
const Alarm = z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional() });
const Secret = z.object({ ReplicaRegions: z.array(z.unknown()).default([]) });
const WebAcl = z.object({ Rules: z.array(z.unknown()) });
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
  /** Access control lists of AWS WAF, and the rules in them. */
  readonly webAcls: number;
  readonly webRules: number;
  /** Whether the table has backups, and copies of them in another region. */
  readonly hasBackups: boolean;
  /** The share of the requests that X-Ray traces. */
  readonly traces: number;
  readonly natGateways: number;
  /** Public IP addresses. */
  readonly addresses: number;
}

/** Reads the parts from the templates of the stage. */
export function infrastructureOf(stage: Stage): Infrastructure {
  const context = { 'aws:cdk:disable-asset-staging': true };
  const app = new App({ analyticsReporting: false, builtinCloudFormationValidation: false, context });
  // The code of the functions costs nothing.
  const codeOf = () => Code.fromInline('exports.handler = async () => {};');
  addStacks(app, { stage, codeOf, pages: Source.data('index.html', '') });
  const { directory } = app.synth();
  // With the templates of nested stacks.
  const resources = globSync(join(directory, '*.template.json')).flatMap((file) => {
    const template = z.object({ Resources }).parse(JSON.parse(readFileSync(file, 'utf8')));
    return Object.values(template.Resources);
  });
  const of = (type: string) => resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);
  const alarms = of('AWS::CloudWatch::Alarm').map((each) => Alarm.parse(each).Metrics ?? [{ MetricStat: true }]);
  const metrics = of('AWS::Logs::MetricFilter').flatMap((each) => Filter.parse(each).MetricTransformations);
  const mappings = of('AWS::Lambda::EventSourceMapping').map(
    (each) => Mapping.parse(each).EventSourceArn['Fn::GetAtt'],
  );
  return {
    alarmMetrics: alarms.flat().filter(({ MetricStat }) => MetricStat !== undefined).length,
    customMetrics: new Set(metrics.map(({ MetricName }) => MetricName)).size + lineMetricsOf(stage),
    // A replica in another region costs what a secret costs.
    secrets: of('AWS::SecretsManager::Secret').reduce(
      (sum, each) => sum + 1 + Secret.parse(each).ReplicaRegions.length,
      0,
    ),
    keys: of('AWS::KMS::Key').length,
    polledQueues: mappings.filter(([, attribute]) => attribute === 'Arn').length,
    schedules: of('AWS::Scheduler::Schedule').length,
    webAcls: of('AWS::WAFv2::WebACL').length,
    webRules: of('AWS::WAFv2::WebACL').flatMap((each) => WebAcl.parse(each).Rules).length,
    traces: stage.traces,
    natGateways: of('AWS::EC2::NatGateway').length,
    addresses: of('AWS::EC2::EIP').length,
    hasBackups: of('AWS::Backup::BackupPlan').length > 0,
  };
}

/** The outcomes of an attempt: delivered, retrying, failed, superseded. */
const OUTCOMES = 4;

/** A metric costs once for each value of its dimension. Released functions have one version most of the time. */
const lineMetricsOf = ({ watches }: Stage): number => {
  const values = new Map([
    ['chain', watches.length],
    ['outcome', OUTCOMES],
    ['function', releasedNames.length],
  ]);
  return Object.values<LineMetric>(lineMetrics).reduce(
    (sum, { dimensions: [dimension = ''] }) => sum + (values.get(dimension) ?? 1),
    0,
  );
};
