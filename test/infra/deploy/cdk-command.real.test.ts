import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

/** Runs a command of the CDK without a network, in an environment that names no stage. */
function run(command: string, args: readonly string[]): { status: number | null; text: string } {
  const { STAGE: _, ...env } = process.env;
  const offline = { AWS_ENDPOINT_URL: 'http://127.0.0.1:9', AWS_REGION: 'eu-west-1', AWS_MAX_ATTEMPTS: '1' };
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: { ...env, ...offline } });
  return { status, text: stdout + stderr };
}

describe('The CDK without a stage', () => {
  it('reaches no account by a bootstrap that names none', () => {
    const plain = run('npx', ['cdk', 'bootstrap']);
    expect(plain.text).toContain('Specify an environment name');
    expect(plain.text).not.toContain('444455556666');
    expect(plain.status).not.toBe(0);
  });

  it.each(['bootstrap', 'diff', 'deploy', 'destroy'])('refuses `npm run cdk -- %s` and names the stages', (command) => {
    const { status, text } = run('npm', ['run', '--silent', 'cdk', '--', command]);
    expect(text).toContain('STAGE is not set. Name one of dev, staging, prod');
    expect(status).not.toBe(0);
  });
});
