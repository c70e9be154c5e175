import { spawnSync } from 'node:child_process';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { LambdaClient } from '@aws-sdk/client-lambda';
import type { Stage } from '../stages.ts';
import { deploySteps } from './deploy-steps.ts';
import { deleteOldVersions } from './function-versions.ts';
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

// `npm run deploy -- STAGE [--emergency] [arguments of cdk deploy]`: preflight, then every stack of the stage, then the
// removal of old versions.
const stage = namedStage('deploy');
if (!(await preflight(stage, console.log))) process.exit(1);
for (const { args, env } of deploySteps(stage, await statusOf(stage), process.argv.slice(3))) {
  const { status } = spawnSync('cdk', args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}
try {
  await deleteOldVersions(new LambdaClient({ region: stage.env?.region }), stage, console.log);
} catch (error) {
  // The stage is deployed, and the next deploy tries again.
  console.error(`Old versions of functions stay: ${error}`);
}
