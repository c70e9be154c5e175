import { Stack } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { chainOf } from '../lib/chains/registry.ts';
import type { Watch } from './chain-watch.ts';
import { allow } from './policy-statements.ts';
import type { Stage } from './stages.ts';

/** The functions that watch chains, by what the blocks of a chain demand. */
export const WATCHERS = { usual: 'watch-chain', busy: 'watch-busy-chain' } as const;

/** What a watch demands of its function. */
const kindOf = ({ chain }: Watch): keyof typeof WATCHERS => (chainOf(chain).busy ? 'busy' : 'usual');

/** How many chains of the stage a function watches. */
export const watchesOf = ({ watches }: Stage, kind: keyof typeof WATCHERS): number =>
  watches.filter((watch) => kindOf(watch) === kind).length;

/** A schedule for each chain of the stage, which runs its watcher every minute. */
export function createWatches(
  scope: Construct,
  stage: Stage,
  functions: Readonly<Record<(typeof WATCHERS)[keyof typeof WATCHERS], LambdaFunction>>,
): void {
  const group = new CfnScheduleGroup(scope, 'Watches', { name: `chainwatch-${stage.name}-watches` });
  const role = new Role(scope, 'WatchesRole', {
    // Only schedules of this account and group may assume the role.
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account, 'aws:SourceArn': group.attrArn } },
    }),
    inlinePolicies: {
      access: new PolicyDocument({
        statements: [
          allow(
            ['lambda:InvokeFunction'],
            Object.values(WATCHERS).map((name) => functions[name].functionArn),
          ),
        ],
      }),
    },
  });
  for (const watch of stage.watches) {
    new CfnSchedule(scope, `Watch-${watch.chain}`, {
      name: watch.chain,
      groupName: group.ref,
      scheduleExpression: 'rate(1 minute)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: functions[WATCHERS[kindOf(watch)]].functionArn,
        roleArn: role.roleArn,
        input: JSON.stringify(watch),
        // The next minute is the retry.
        retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
      },
    });
  }
}
