import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Deployment } from '../deployments.ts';
import { type Finding, isNamed, ok, refused } from './finding.ts';

type Place = Deployment['env'];

/** The oldest version of `cdk bootstrap` with which the CDK deploys these stacks. */
const BOOTSTRAP_VERSION = 6;

/** Whether the credentials are of the account of the stage. */
export async function checkAccount({ account, region }: Place): Promise<Finding> {
  const pinned = `infra/deployments.ts pins ${account}`;
  try {
    const { Account, Arn } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}));
    if (Account === account) return ok(`account ${account}, as ${Arn}`);
    return refused(
      `The credentials are of account ${Account} (${Arn}), but ${pinned}.`,
      'Use credentials of the other account, or write the account into infra/deployments.ts.',
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refused(`There are no usable credentials (${reason}).`, 'Set AWS_PROFILE, or sign in with `aws sso login`.');
  }
}

/** Whether the region of the environment or the profile, if there is one, is the region of the stage. */
export async function checkRegion({ region }: Place): Promise<Finding> {
  const given =
    process.env.AWS_DEFAULT_REGION ?? (await new STSClient({}).config.region().catch(() => undefined)) ?? region;
  return given === region
    ? ok(`region ${region}`)
    : refused(
        `The region of the environment is ${given}, but infra/deployments.ts pins ${region}.`,
        `Set AWS_REGION=${region}, or write the region into infra/deployments.ts.`,
      );
}

/** Whether `cdk bootstrap` has run. The CDK keeps its version in a parameter. */
export async function checkBootstrap({ account, region }: Place): Promise<Finding> {
  const todo = `Run: npx cdk bootstrap aws://${account}/${region}`;
  try {
    const command = new GetParameterCommand({ Name: '/cdk-bootstrap/hnb659fds/version' });
    const { Parameter } = await new SSMClient({ region }).send(command);
    const version = Number(Parameter?.Value);
    return version >= BOOTSTRAP_VERSION
      ? ok(`bootstrap version ${version} in ${region}`)
      : refused(
          `The bootstrap version in ${region} is ${Parameter?.Value}, and must be ${BOOTSTRAP_VERSION} or more.`,
          todo,
        );
  } catch (error) {
    if (isNamed(error, 'ParameterNotFound')) return refused(`The CDK is not bootstrapped in ${region}.`, todo);
    throw error;
  }
}
