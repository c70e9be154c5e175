import { Duration, NestedStack, Stack } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { watcher } from '../functions/pipelines/pipelines.ts';
import { type ChainId, chainOf } from '../lib/chains/registry.ts';
import type { CreateFunction } from './lambda-functions.ts';
import { allow } from './policy-statements.ts';
import { tagChain } from './stage-tags.ts';
import type { Stage } from './stages.ts';

/** The function that watches a chain, without the prefix of the stage. */
export const watcherName = (chain: ChainId): string => `watch-${chain}`;

/**
 * The memory of a watcher. A busy chain needs one whole core: Solana makes a block of 5 to 10 MB of JSON every 0.4 s.
 * A watcher with a million watched addresses needs some 410 MB, most of it for the process itself
 * (`npm run bench -- balances`).
 */
export const watcherMemoryMb = (chain: ChainId): number => (chainOf(chain).busy ? 1769 : 768);

/** The current run and the run that takes over. */
const RUNS_AT_ONCE = 2;

/**
 * Where the watchers of a stage belong: a stack of their own, so that chains take no room from endpoints. The stack is
 * nested, so it gets the names of table, queues and secrets as parameters and no export ties the two. The local stack
 * reads one template.
 */
export const watcherScope = (scope: Stack, stage: Stage): Construct =>
  new Construct(stage.name === 'local' ? scope : new NestedStack(scope, 'Chains'), 'Watchers');

/** Makes a function for each chain of the stage, and a schedule that runs the function every minute. */
export function createWatchers(scope: Construct, stage: Stage, createFunction: CreateFunction): void {
  const group = new CfnScheduleGroup(scope, 'Group', { name: `chainwatch-${stage.name}-chains` });
  const watches = stage.watches.map((watch) => ({
    watch,
    created: createFunction({
      ...watcher,
      handler: `pipelines/${watcherName(watch.chain)}`,
      bundle: 'pipelines/watch-chain',
      memoryMb: watcherMemoryMb(watch.chain),
      reservedConcurrency: RUNS_AT_ONCE,
      // A late run is useless, because the next run started.
      retryAttempts: 0,
      maxEventAge: Duration.minutes(1),
    }),
  }));
  const role = new Role(scope, 'ScheduleRole', {
    // Only schedules of this account and group may assume the role.
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account, 'aws:SourceArn': group.attrArn } },
    }),
    inlinePolicies: {
      access: new PolicyDocument({
        statements: watches.map(({ created }) => allow(['lambda:InvokeFunction'], [created.functionArn])),
      }),
    },
  });
  for (const { watch, created } of watches) {
    // With its role and its log group.
    tagChain(created.node.scope ?? created, watch.chain);
    new CfnSchedule(scope, `Schedule-${watch.chain}`, {
      name: watch.chain,
      groupName: group.ref,
      scheduleExpression: 'rate(1 minute)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: created.functionArn,
        roleArn: role.roleArn,
        input: JSON.stringify(watch),
        // The next minute is the retry.
        retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
      },
    });
  }
}
