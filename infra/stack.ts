import { Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import { createTable } from './dynamodb-table.ts';
import { createExportBucket } from './export-bucket.ts';
import { functionName, functionsOf } from './lambda-functions.ts';
import { Pipeline } from './pipeline.ts';
import { createApi } from './rest-api.ts';
import { createQueues, createRetrySchedules } from './sqs-queues.ts';
import { createSecrets } from './stage-secrets.ts';
import type { Stage } from './stages.ts';

export interface ChainwatchProps {
  readonly stage: Stage;
  /** The bundle of a handler. */
  readonly codeOf: (handler: string) => Code;
}

/**
 * The resources of a stage:
 *
 *   API ─▶ routes ─▶ table ─ stream ─▶ evaluate-rules ─▶ deliveries ─▶ deliver ─▶ retries, retry schedules ─▶ deliver
 *   clock, for each chain ─▶ watch-chain ─▶ table
 *   clock ─▶ reconcile ─▶ deliveries, retries        operators and replay routes ─▶ admin
 *   export routes, reconcile ─▶ write-export ─▶ export bucket
 */
export class ChainwatchStack extends Stack {
  readonly api: RestApi;

  constructor(scope: Construct, { stage, codeOf }: ChainwatchProps) {
    super(scope, `chainwatch-${stage.name}`, { terminationProtection: stage.keepsData });

    const table = createTable(this, stage);
    const secrets = createSecrets(this, stage);
    const queues = createQueues(this, stage);
    const schedules = createRetrySchedules(this, stage, queues.retries);
    const adminFunctionName = functionName(stage, 'admin');
    const exportBucket = createExportBucket(this, stage);
    const mailDomain = stage.mailFrom.slice(stage.mailFrom.indexOf('@') + 1);
    const functionNames = {
      adminFunctionName,
      recountFunctionName: functionName(stage, 'recount-lists'),
      exportFunctionName: functionName(stage, 'write-export'),
    };
    const resources = { table, secrets, queues, schedules, exportBucket, ...functionNames, mailDomain };

    const createFunction = functionsOf(this, stage, resources, codeOf);
    const pipeline = new Pipeline(this, 'Pipeline', { stage, table, queues, createFunction });
    this.api = createApi(this, { stage, authorize: pipeline.functions.authorize, createFunction });

    new Alarms(this, 'Alarms', { stage, api: this.api, pipelines: pipeline.functions, queues });
  }
}
