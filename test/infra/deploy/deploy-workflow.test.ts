import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';
import { stages } from '../../../infra/stages.ts';

const folder = join(import.meta.dirname, '../../../.github/workflows');
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

const Permissions = z.record(z.string(), z.string());
const Step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
});
const Chain = z.object({
  permissions: Permissions,
  concurrency: z.object({ group: z.string(), 'cancel-in-progress': z.boolean().default(false) }),
  jobs: z.record(
    z.string(),
    z.strictObject({
      uses: z.string(),
      needs: z.string().optional(),
      with: z.object({ stage: z.string() }).optional(),
    }),
  ),
});
const OneStage = z.object({
  permissions: Permissions,
  jobs: z.object({ deploy: z.object({ environment: z.string(), steps: z.array(Step) }) }),
});

const chain = Chain.parse(parse(textOf('deploy.yml')));
const oneStage = OneStage.parse(parse(textOf('deploy-stage.yml')));
const { environment, steps } = oneStage.jobs.deploy;

describe('The workflow that deploys', () => {
  it('deploys every stage, each after the one before', () => {
    const { test: _, ...others } = chain.jobs;
    const jobs = Object.values(others);
    expect(jobs.map((job) => job.with?.stage)).toEqual(stages.map(({ name }) => name));
    expect(jobs.map(({ needs }) => needs)).toEqual(['test', 'dev', 'staging']);
    expect(Object.keys(others)).toEqual(['dev', 'staging', 'prod']);
    expect(new Set(jobs.map(({ uses }) => uses))).toEqual(new Set(['./.github/workflows/deploy-stage.yml']));
  });

  it('runs every check of the commit before the first deploy', () => {
    expect(chain.jobs.test).toEqual({ uses: './.github/workflows/ci.yml' });
    expect(parse(textOf('ci.yml')).on).toHaveProperty('workflow_call');
  });

  it('deploys once at a time, and never stops halfway', () => {
    expect(chain.concurrency).toEqual({ group: 'deploy', 'cancel-in-progress': false });
  });

  it('waits for the approval of the environment of each stage', () => {
    expect(environment).toBe(`\${{ inputs.stage }}`);
  });

  it('asks the stage after each deploy whether it answers', () => {
    const runs = steps.flatMap(({ run }) => run ?? []);
    expect(runs).toEqual([
      'npm ci',
      'npm run deploy -- "$STAGE" --require-approval never --outputs-file outputs.json',
      'npm run smoke -- outputs.json',
    ]);
  });

  it('may read the code and prove its identity to AWS, and nothing else', () => {
    for (const { permissions } of [chain, oneStage]) {
      expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    }
  });

  it('assumes a role by OIDC, and uses no secret', () => {
    const credentials = steps.find(({ uses }) => uses?.startsWith('aws-actions/configure-aws-credentials@'));
    expect(credentials?.with).toEqual({
      'role-to-assume': `\${{ vars.DEPLOY_ROLE_ARN }}`,
      'aws-region': `\${{ vars.AWS_REGION }}`,
    });
    for (const name of ['deploy.yml', 'deploy-stage.yml']) {
      expect(textOf(name)).not.toMatch(/secrets\.|secrets: inherit|access-key|AKIA/i);
    }
  });

  it('puts no input into the text of a command', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });
});

describe('The workflows', () => {
  it.each(['ci.yml', 'deploy.yml', 'deploy-stage.yml'])('of %s use the actions of one commit each', (name) => {
    const used = [...textOf(name).matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
    expect(used.length).toBeGreaterThan(0);
    const others = used.filter((action) => !action.startsWith('./'));
    for (const action of others) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });
});
