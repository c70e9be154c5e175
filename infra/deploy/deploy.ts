import { spawnSync } from 'node:child_process';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { deploySteps, isToCreate, protectedStacks } from './deploy-steps.ts';
import { statusOf } from './first-deploy-checks.ts';
import { deleteOldVersions } from './function-versions.ts';
import { namedStage } from './named-stage.ts';
import { preflight } from './preflight.ts';

// `npm run deploy -- STAGE [--emergency] [arguments of cdk deploy]`: preflight, then every stack of the stage, then the
// removal of old versions.
const stage = namedStage('deploy');
if (!(await preflight(stage, console.log))) process.exit(1);
const created: string[] = [];
for (const stack of protectedStacks(stage)) {
  if (isToCreate(await statusOf(stack))) created.push(stack.name);
}
for (const { args, env } of deploySteps(stage, created, process.argv.slice(3))) {
  const { status } = spawnSync('npm', ['run', '--silent', 'cdk', '--', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}
try {
  await deleteOldVersions(new LambdaClient({ region: stage.env?.region }), stage, console.log);
} catch (error) {
  // The stage is deployed, and the next deploy tries again.
  console.error(`Old versions of functions stay: ${error}`);
}
