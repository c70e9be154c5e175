import { Stack } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { allow } from './policy-statements.ts';
import type { Stage } from './stages.ts';

/** A schedule for each chain of the stage, which runs its watcher every minute. */
export function createWatches(scope: Construct, stage: Stage, watchChain: LambdaFunction): void {
  const group = new CfnScheduleGroup(scope, 'Watches', { name: `chainwatch-${stage.name}-watches` });
  const role = new Role(scope, 'WatchesRole', {
    // Only schedules of this account and group may assume the role.
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account, 'aws:SourceArn': group.attrArn } },
    }),
    inlinePolicies: {
      access: new PolicyDocument({ statements: [allow(['lambda:InvokeFunction'], [watchChain.functionArn])] }),
    },
  });
  for (const watch of stage.watches) {
    new CfnSchedule(scope, `Watch-${watch.chain}`, {
      name: watch.chain,
      groupName: group.ref,
      scheduleExpression: 'rate(1 minute)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: watchChain.functionArn,
        roleArn: role.roleArn,
        input: JSON.stringify(watch),
        // The next minute is the retry.
        retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
      },
    });
  }
}
