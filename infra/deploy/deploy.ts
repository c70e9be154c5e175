import { spawnSync } from 'node:child_process';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { Stage } from '../stages.ts';
import { deploySteps } from './deploy-steps.ts';
import { namedStage } from './named-stage.ts';
import { preflight } from './preflight.ts';

/** The status of the main stack of the stage; undefined if there is none. */
async function statusOf({ name, env }: Stage): Promise<string | undefined> {
  try {
    const command = new DescribeStacksCommand({ StackName: `chainwatch-${name}` });
    const { Stacks } = await new CloudFormationClient({ region: env?.region }).send(command);
    return Stacks?.[0]?.StackStatus;
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

// `npm run deploy -- STAGE [arguments of cdk deploy]`: preflight, then every stack of the stage.
const stage = namedStage('deploy');
if (!(await preflight(stage, console.log))) process.exit(1);
for (const { args, env } of deploySteps(stage, await statusOf(stage), process.argv.slice(3))) {
  const { status } = spawnSync('cdk', args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}
