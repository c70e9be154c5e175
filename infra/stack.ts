import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import { serviceUrl } from './api-domain.ts';
import { createArchiveBucket } from './archive-bucket.ts';
import { createWatchers, watcherScope } from './chain-watchers.ts';
import { createCheckpointKey } from './checkpoint-key.ts';
import { createTable } from './dynamodb-table.ts';
import { createExportBucket } from './export-bucket.ts';
import { functionName, functionsOf } from './lambda-functions.ts';
import { createConfigurationSet, forwardFeedback } from './mail.ts';
import type { Network } from './network-stack.ts';
import { Pipeline } from './pipeline.ts';
import { Releases } from './releases.ts';
import { addRoutes, createRestApi } from './rest-api.ts';
import { createQueues, createRetrySchedules } from './sqs-queues.ts';
import { createSecrets } from './stage-secrets.ts';
import type { Stage } from './stages.ts';

export interface ChainwatchProps {
  readonly stage: Stage;
  /** Whether stack and table of a stage that keeps its data refuse their deletion. A stack that is created must not. */
  readonly isProtected?: boolean;
  /** Whether released functions change at once, and no alarm undoes the release. */
  readonly isEmergency?: boolean;
  /** The network of the function that posts webhooks; without a network, its addresses are any of AWS. */
  readonly network?: Network;
  /** The bundle of a handler. */
  readonly codeOf: (handler: string) => Code;
}

/**
 * The resources of a stage:
 *
 *   API ─▶ routes ─▶ table ─ stream ─▶ evaluate-rules ─▶ deliveries ─▶ deliver ─▶ retries, retry schedules ─▶ deliver
 *   clock ─▶ watch-<chain>, one function for each chain in a nested stack ─▶ table
 *   clock ─▶ handover ─▶ deliveries, retries        operators ─▶ admin
 *   replay routes, handover ─▶ run-jobs        admin, handover ─▶ run-operator-jobs
 *   export routes, handover ─▶ write-export ─▶ export bucket        clock, handover ─▶ expire-records ─▶ archive bucket
 *   clock ─▶ make-checkpoints ─▶ signing key, table, deliveries
 *   SES ─ bounces, complaints ─▶ receive-mail-feedback ─▶ table
 */
export class ChainwatchStack extends Stack {
  readonly api: SpecRestApi;

  constructor(scope: Construct, { stage, codeOf, network, isProtected = true, isEmergency = false }: ChainwatchProps) {
    super(scope, `chainwatch-${stage.name}`, {
      // The CDK refuses to deploy with credentials of another account.
      ...(stage.env && { env: stage.env }),
      terminationProtection: stage.keepsData && isProtected,
    });

    const table = createTable(this, stage, isProtected);
    const secrets = createSecrets(this, stage);
    const queues = createQueues(this, stage);
    const schedules = createRetrySchedules(this, stage, queues.retries);
    const buckets = {
      exportBucket: createExportBucket(this, stage),
      archiveBucket: createArchiveBucket(this, stage),
    };
    const configurationSet = createConfigurationSet(this, stage);
    this.api = createRestApi(this, stage);
    const mail = { mailFrom: stage.mailFrom, configurationSet, serviceUrl: serviceUrl(this.api, stage) };
    new CfnOutput(this, 'ApiUrl', { value: mail.serviceUrl });
    const resources = {
      table,
      secrets,
      checkpointKey: createCheckpointKey(this, stage),
      queues,
      schedules,
      ...buckets,
      ...mail,
      functionPrefix: functionName(stage, ''),
    };

    const createFunction = functionsOf(this, stage, resources, codeOf);
    const releases = new Releases(this, 'Releases', { stage, isEmergency, alarms: new Alarms(this, 'Alarms', stage) });
    const pipeline = new Pipeline(this, 'Pipeline', { stage, table, queues, createFunction, releases, network });
    forwardFeedback(this, configurationSet, pipeline.functions['receive-mail-feedback']);
    if (stage.watches.length > 0) {
      const watchers = watcherScope(this, stage);
      createWatchers(watchers, stage, functionsOf(watchers, stage, resources, codeOf));
    }
    addRoutes(this, { stage, api: this.api, authorize: pipeline.functions.authorize, createFunction, releases });
  }
}
