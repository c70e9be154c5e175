import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Stage } from '../stages.ts';
import type { PlacedStack } from './deploy-steps.ts';
import { type Finding, isNamed, ok, refused, warning } from './finding.ts';

/** The status of a stack; undefined if there is none. */
export async function statusOf({ name, region }: PlacedStack): Promise<string | undefined> {
  try {
    const command = new DescribeStacksCommand({ StackName: name });
    const { Stacks } = await new CloudFormationClient({ region }).send(command);
    return Stacks?.[0]?.StackStatus;
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

/** Whether a stage that was deleted has left its table or its secrets, whose names the next creation needs. */
export async function checkKeptNames({ name }: Stage, region: string): Promise<Finding> {
  const stack = `chainwatch-${name}`;
  if ((await statusOf({ name: stack, region })) !== undefined) return ok(`the stack ${stack} exists`);
  const dynamodb = new DynamoDBClient({ region });
  const secrets = new SecretsManagerClient({ region });
  const taken = await Promise.all([
    exists(`table ${stack}`, () => dynamodb.send(new DescribeTableCommand({ TableName: stack }))),
    ...['data-key', 'rpc-urls'].map((each) =>
      exists(`secret ${stack}/${each}`, () =>
        secrets.send(new DescribeSecretCommand({ SecretId: `${stack}/${each}` })),
      ),
    ),
  ]);
  const kept = taken.filter((each) => each !== undefined);
  return kept.length === 0
    ? ok('no deleted stage has left its names')
    : refused(
        `A deleted stage has left ${kept.join(', ')}: the names are taken.`,
        'Import them (`cdk import`), or keep their content elsewhere and delete them. A secret keeps its name until ' +
          '`aws secretsmanager delete-secret --force-delete-without-recovery`.',
      );
}

/** @returns the text if the call finds what it asks for. */
async function exists(text: string, call: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await call();
    return text;
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException')) return undefined;
    throw error;
  }
}

/** Warns of what AWS may refuse a new account, as long as the stage has not deployed it. */
export async function checkLastStacks(stage: Stage, region: string): Promise<Finding> {
  const parts = [...((stage.console ?? true) ? ['console'] : []), 'budget'];
  const statuses = await Promise.all(
    parts.map(async (part) => ({ part, status: await statusOf({ name: `chainwatch-${stage.name}-${part}`, region }) })),
  );
  const missing = statuses.filter(({ status }) => status === undefined).map(({ part }) => REFUSALS[part]);
  return missing.length === 0
    ? ok(`the account has accepted ${parts.join(' and ')}`)
    : warning(
        `A new account may refuse ${missing.join(', and ')}. They deploy last.`,
        'If AWS refuses: docs/operations.md, A new account. Without a console, everything else deploys.',
      );
}

const REFUSALS: Readonly<Record<string, string>> = {
  console: 'the distribution of the console (CloudFront verifies accounts)',
  budget: 'the budget (AWS Budgets: for a day, or until the paying account enables it)',
};
