import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import { topicArnOf } from './monitoring-stack.ts';
import { STAGE_TAG } from './stage-tags.ts';
import type { Stage } from './stages.ts';

/** A mail comes when this share is spent, and when the forecast exceeds all. */
const SPENT_PERCENT = 80;

/**
 * A budget instead of an alarm on billing metrics, which exist in one region only and know no forecast. The budget is a
 * stack of its own, because AWS Budgets refuses some accounts: a refusal must not take the alarms back.
 */
export class BudgetStack extends Stack {
  constructor(scope: Construct, stage: Stage) {
    super(scope, `chainwatch-${stage.name}-budget`, stage.env && { env: stage.env });
    const subscribers = [{ subscriptionType: 'SNS', address: topicArnOf(this, stage, 'ticket') }];
    const notification = { comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' };
    new CfnBudget(this, 'Spend', {
      budget: {
        // An account has the names of all regions in one list.
        budgetName: `chainwatch-${stage.name}-${this.region}-spend`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: stage.monthlyBudgetUsd, unit: 'USD' },
        // Stages may share an account.
        costFilters: { TagKeyValue: [`user:${STAGE_TAG}$${stage.name}`] },
      },
      notificationsWithSubscribers: [
        { notification: { ...notification, notificationType: 'ACTUAL', threshold: SPENT_PERCENT }, subscribers },
        { notification: { ...notification, notificationType: 'FORECASTED', threshold: 100 }, subscribers },
      ],
    });
  }
}
