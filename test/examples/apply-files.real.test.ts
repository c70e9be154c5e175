import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { newOrganisation } from '../support/api.ts';
import { stackUrl } from '../support/stack-url.ts';
import { root } from './receiver-process.ts';

/** Without a saved connection of the user who runs the tests. */
const home = mkdtempSync(join(tmpdir(), 'apply-files-'));
afterAll(() => rmSync(home, { recursive: true }));

const secrets = {
  TREASURY_WEBHOOK_SECRET: 'secret-of-the-treasury',
  SECURITY_WEBHOOK_SECRET: 'secret-of-the-guards',
  OPERATIONS_WEBHOOK_SECRET: 'secret-of-operations',
  SLACK_WEBHOOK_URL: 'https://hooks.slack.com/services/T0/B0/not-a-real-one',
};

describe.each(globSync('examples/apply/*.yaml', { cwd: root }).sort())('chainwatch apply -f %s', (file) => {
  it('makes what the file states, and then finds nothing to change', async () => {
    const { api, apiKey } = await newOrganisation();
    const service = { CHAINWATCH_URL: stackUrl('STACK_URL'), CHAINWATCH_API_KEY: apiKey };
    const apply = () =>
      spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'cli/chainwatch.ts', 'apply', '-f', file], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, ...service, ...secrets },
      });
    expect(apply()).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Done\.$/m) });
    const [rules, webhooks] = await Promise.all([api.ok(routes.listRules), api.ok(routes.listWebhooks)]);
    expect(rules.meta.total).toBeGreaterThanOrEqual(5);
    expect(webhooks.meta.total).toBe(1);
    expect(apply()).toMatchObject({ status: 0, stdout: 'Nothing to change.\n', stderr: '' });
  });
});
