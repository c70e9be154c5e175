import { BudgetsClient, DescribeBudgetsCommand } from '@aws-sdk/client-budgets';
import { CloudFrontClient, ListDistributionsCommand } from '@aws-sdk/client-cloudfront';
import type { Deployment } from '../deployments.ts';
import type { Stage } from '../stages.ts';
import { type Finding, isNamed, ok, warning } from './finding.ts';
import { statusOf } from './first-deploy-checks.ts';

type Place = Deployment['env'];

const GUIDE = 'If AWS refuses: docs/operations.md, A new account.';

/**
 * Whether CloudFront serves a distribution for the account. Only the creation of a distribution shows whether AWS has
 * verified an account: CloudFront lists nothing, without an error, for an account that it refuses.
 */
export async function checkCloudFront({ name, console }: Stage, { region }: Place): Promise<Finding> {
  if (console === false) return ok('the stage has no console, and needs no CloudFront');
  if ((await statusOf({ name: `chainwatch-${name}-console`, region })) !== undefined) return ok('the console exists');
  const { DistributionList } = await new CloudFrontClient({ region }).send(
    new ListDistributionsCommand({ MaxItems: 1 }),
  );
  return (DistributionList?.Quantity ?? 0) > 0
    ? ok('CloudFront serves a distribution for the account already')
    : warning(
        'The account has no distribution of CloudFront, which refuses a new account until AWS has verified it. No ' +
          'call can tell beforehand. The console deploys after the data and the alarms.',
        `${GUIDE} With \`console: false\`, everything else deploys.`,
      );
}

/**
 * Whether AWS Budgets answers for the account. An answer without a budget does not show that AWS lets the account
 * make one, and a refusal can be of the account or of the credentials.
 */
export async function checkBudgets({ name }: Stage, { account, region }: Place): Promise<Finding> {
  if ((await statusOf({ name: `chainwatch-${name}-budget`, region })) !== undefined) return ok('the budget exists');
  try {
    const command = new DescribeBudgetsCommand({ AccountId: account, MaxResults: 1 });
    const { Budgets = [] } = await new BudgetsClient({ region }).send(command);
    return Budgets.length > 0
      ? ok('the account has a budget already')
      : warning(
          'The account has no budget, and AWS Budgets refuses some accounts: for a day, or until the paying account ' +
            'enables it. No call can tell beforehand. The budget deploys last.',
          GUIDE,
        );
  } catch (error) {
    if (!isNamed(error, 'AccessDeniedException')) throw error;
    return warning(
      `AWS Budgets refuses to list the budgets (${String(error)}): either to the account, whose first deploy then ` +
        'fails at its last stack, or to these credentials only.',
      `Let the credentials do \`budgets:ViewBudget\`, and run preflight again. ${GUIDE}`,
    );
  }
}
