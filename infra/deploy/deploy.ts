import { spawnSync } from 'node:child_process';
import { deploySteps, isToCreate, protectedStacks } from './deploy-steps.ts';
import { statusOf } from './first-deploy-checks.ts';
import { namedStage } from './named-stage.ts';
import { preflight } from './preflight.ts';

// `npm run deploy -- STAGE [arguments of cdk deploy]`: preflight, then every stack of the stage.
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
