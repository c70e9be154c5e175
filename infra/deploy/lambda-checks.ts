import { GetAccountSettingsCommand, GetFunctionConcurrencyCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { App } from 'aws-cdk-lib';
import { CfnFunction, Code } from 'aws-cdk-lib/aws-lambda';
import { ChainwatchStack } from '../stack.ts';
import type { Stage } from '../stages.ts';
import { type Finding, isNamed, ok, refused, warning } from './finding.ts';

/** Lambda keeps this much concurrency for functions without a reservation. */
const UNRESERVED = 100;

/** A quota below this slows a stage that has customers. AWS raises it on request, without cost. */
const ENOUGH = 1000;

/** Part of the room for code beyond which a deploy says so: CloudWatch has no metric of it. */
const FULL = 0.8;

const QUOTA = 'Ask for 1,000 "Concurrent executions" under Service Quotas, AWS Lambda.';

/** The memory of the largest function in an account that AWS has not raised yet, in MB. */
const NEW_ACCOUNT_MB = 3008;

/** A function as a deploy makes it. */
export interface PlannedFunction {
  readonly name: string;
  /** The concurrency that it reserves, if it reserves some. */
  readonly reserved?: number | undefined;
  readonly memoryMb: number;
}

/** The functions of the stage. */
export function plannedFunctions(stage: Stage): PlannedFunction[] {
  const app = new App({ analyticsReporting: false, builtinCloudFormationValidation: false });
  const stack = new ChainwatchStack(app, { stage, codeOf: () => Code.fromInline('exports.handler = () => {};') });
  return stack.node
    .findAll()
    .filter((each) => each instanceof CfnFunction)
    .flatMap(({ functionName: name, reservedConcurrentExecutions: reserved, memorySize: memoryMb = 0 }) =>
      name === undefined ? [] : [{ name, reserved, memoryMb }],
    );
}

/** Whether a new account takes functions of this memory. No call of AWS tells the limit of an account. */
export function checkMemory(functions: readonly PlannedFunction[]): Finding {
  const large = functions.filter(({ memoryMb }) => memoryMb > NEW_ACCOUNT_MB);
  return large.length === 0
    ? ok(`no function needs more than the ${NEW_ACCOUNT_MB} MB of memory of a new account`)
    : warning(
        `A new account has functions of ${NEW_ACCOUNT_MB} MB of memory at most, and ` +
          `${large.map(({ name, memoryMb }) => `${name} needs ${memoryMb}`).join(', ')}.`,
        'If the deploy fails by `MemorySize`, ask AWS Support for functions of 10,240 MB.',
      );
}

/** Whether the account has the Lambda concurrency that the stage reserves, beside what others have reserved. */
export async function checkConcurrency(
  functions: readonly PlannedFunction[],
  { quotas: { concurrentRuns } }: Stage,
  region: string,
): Promise<Finding> {
  const lambda = new LambdaClient({ region });
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  const quota = AccountLimit?.ConcurrentExecutions ?? 0;
  const reserving = functions.filter(({ reserved }) => reserved !== undefined);
  const wanted = sumOf(reserving.map(({ reserved = 0 }) => reserved));
  // What an earlier deploy of the stage has reserved is part of what it wants.
  const own = sumOf(await Promise.all(reserving.map(({ name }) => reservedBy(lambda, name))));
  const free = (AccountLimit?.UnreservedConcurrentExecutions ?? 0) + own;
  const text = `Lambda concurrency ${quota}, the stage reserves ${wanted}`;
  if (wanted > 0 && free - wanted < UNRESERVED) {
    return refused(
      `${text}, and ${free} are free: AWS keeps ${UNRESERVED} unreserved.`,
      `${QUOTA} Or set \`reserve: false\` for the stage in infra/deployments.ts.`,
    );
  }
  if (quota !== concurrentRuns) {
    return warning(
      `${text}, but \`quotas.concurrentRuns\` of the stage is ${concurrentRuns}: the alarm compares with it.`,
      `Write ${quota} into infra/deployments.ts.`,
    );
  }
  return quota < ENOUGH ? warning(`${text}: all functions of the account share it.`, QUOTA) : ok(text);
}

/** Whether the account has room for the code of further versions, which releases keep. */
export async function checkCodeStorage(region: string): Promise<Finding> {
  const { AccountLimit, AccountUsage } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}));
  const share = (AccountUsage?.TotalCodeSize ?? 0) / (AccountLimit?.TotalCodeSize ?? Number.POSITIVE_INFINITY);
  const text = `Lambda stores ${Math.round(100 * share)} % of the code that the account may have`;
  return share > FULL ? warning(`${text}.`, 'Delete old versions of functions, or ask AWS for more.') : ok(text);
}

async function reservedBy(lambda: LambdaClient, FunctionName: string): Promise<number> {
  try {
    const answer = await lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }));
    return answer.ReservedConcurrentExecutions ?? 0;
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException')) return 0;
    throw error;
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
