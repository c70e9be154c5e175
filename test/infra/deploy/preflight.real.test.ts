import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { reservationsOf } from '../../../infra/deploy/concurrency-check.ts';
import { preflight } from '../../../infra/deploy/preflight.ts';
import type { Stage } from '../../../infra/stages.ts';
import { stageNamed } from '../stage-variants.ts';
import { type Account, startAwsAccount } from './aws-account.ts';

// Scenario: an account in eu-west-1 in which everything is ready. Each test takes one thing away.
const prod = stageNamed('prod');
const chains = prod.watches.map(({ chain }) => chain);
const urls = Object.fromEntries(chains.map((chain) => [chain, [`https://${chain}.example.com`]]));
const ready: Account = {
  callerIdentity: { Account: '123456789012', Arn: 'arn:aws:sts::123456789012:assumed-role/Deploy/me', UserId: 'AROA' },
  bootstrap: { Parameter: { Name: '/cdk-bootstrap/hnb659fds/version', Type: 'String', Value: '28' } },
  accountSettings: { AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 } },
  functionConcurrency: 'ResourceNotFoundException',
  gatewayAccount: { throttleSettings: { burstLimit: 5000, rateLimit: 10_000 } },
  mailAccount: { ProductionAccessEnabled: true, SendingEnabled: true, SendQuota: { Max24HourSend: 50_000 } },
  mailIdentity: { IdentityType: 'DOMAIN', VerifiedForSendingStatus: true },
  secret: { Name: 'chainwatch-prod/rpc-urls', SecretString: JSON.stringify(urls) },
  stacks: {
    Stacks: [{ StackName: 'chainwatch-prod', CreationTime: '2026-11-01T00:00:00Z', StackStatus: 'UPDATE_COMPLETE' }],
  },
  table: 'ResourceNotFoundException',
  keptSecret: 'ResourceNotFoundException',
};
const answers = { current: ready };
let aws: Awaited<ReturnType<typeof startAwsAccount>>;
const before = { ...process.env };
const credentials = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret', AWS_MAX_ATTEMPTS: '1' };

beforeAll(async () => {
  aws = await startAwsAccount(answers);
  Object.assign(process.env, credentials, { AWS_ENDPOINT_URL: aws.url, AWS_REGION: 'eu-west-1' });
});
beforeEach(() => {
  answers.current = ready;
});
afterAll(async () => {
  process.env = before;
  await aws.stop();
});

async function found(less: Partial<Account>, stage: Stage = prod): Promise<{ canDeploy: boolean; text: string }> {
  answers.current = { ...ready, ...less };
  const lines: string[] = [];
  const canDeploy = await preflight(stage, (line) => lines.push(line));
  return { canDeploy, text: lines.join('\n') };
}

describe('preflight', () => {
  it('lets a stage deploy into an account that has everything', async () => {
    const { canDeploy, text } = await found({});
    expect(text).not.toMatch(/→|unknown/);
    expect(canDeploy).toBe(true);
  });

  it('refuses another account and asks nothing else of it', async () => {
    const other = { Account: '999999999999', Arn: 'arn:aws:iam::999999999999:user/me', UserId: 'AIDA' };
    const { canDeploy, text } = await found({ callerIdentity: other });
    expect(text).toContain('The credentials are of account 999999999999');
    expect(text).not.toContain('bootstrap');
    expect(canDeploy).toBe(false);
  });

  it('refuses another region', async () => {
    process.env.AWS_REGION = 'us-east-1';
    const { canDeploy, text } = await found({}).finally(() => Object.assign(process.env, { AWS_REGION: 'eu-west-1' }));
    expect(text).toContain('Set AWS_REGION=eu-west-1');
    expect(canDeploy).toBe(false);
  });

  it('names the command that bootstraps the account', async () => {
    const { canDeploy, text } = await found({ bootstrap: 'ParameterNotFound' });
    expect(text).toContain('npx cdk bootstrap aws://123456789012/eu-west-1');
    expect(canDeploy).toBe(false);
  });

  it('names the command that bootstraps the region of the copies', async () => {
    const { canDeploy, text } = await found({ elsewhere: { bootstrap: 'ParameterNotFound' } });
    expect(text).toContain('bootstrap version 28 in eu-west-1');
    expect(text).toContain('npx cdk bootstrap aws://123456789012/eu-central-1');
    expect(canDeploy).toBe(false);
  });

  it('lets a stage without reservations and chains deploy into a new account, and asks for a quota', async () => {
    const { canDeploy, text } = await found(
      {
        accountSettings: { AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 } },
        mailAccount: { ProductionAccessEnabled: false, SendingEnabled: true },
        mailIdentity: 'NotFoundException',
        secret: 'ResourceNotFoundException',
      },
      { ...prod, reserve: false, watches: [], quotas: { ...prod.quotas, concurrentRuns: 10 } },
    );
    expect(text).toContain('Ask for 1,000 "Concurrent executions"');
    expect(text).toContain('SES is in the sandbox');
    expect(text).toContain('aws sesv2 create-email-identity --email-identity example.com --region eu-west-1');
    expect(canDeploy).toBe(true);
  });

  it('refuses reservations that leave less than 100 unreserved, and counts those of the last deploy', async () => {
    const wanted = [...reservationsOf(prod)];
    const sum = wanted.reduce((all, [, reserved]) => all + reserved, 0);
    const settings = (free: number) => ({
      accountSettings: { AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: free } },
    });
    expect(await found(settings(sum + 99))).toMatchObject({ canDeploy: false });
    expect(await found(settings(sum + 100))).toMatchObject({ canDeploy: true });
    const again = { functionConcurrency: { ReservedConcurrentExecutions: 10 } };
    expect(await found({ ...settings(sum + 100 - 10 * wanted.length), ...again })).toMatchObject({ canDeploy: true });
  });

  it('warns when the quota of the account is not that of the stage, and when its code storage fills up', async () => {
    const AccountLimit = { ConcurrentExecutions: 2000, UnreservedConcurrentExecutions: 2000, TotalCodeSize: 80 };
    const { canDeploy, text } = await found({ accountSettings: { AccountLimit, AccountUsage: { TotalCodeSize: 68 } } });
    expect(text).toContain('`quotas.concurrentRuns` of the stage is 1000');
    expect(text).toContain('Lambda stores 85 % of the code that the account may have.');
    expect(canDeploy).toBe(true);
  });

  it('warns when SES allows fewer mails a day than the stage needs', async () => {
    const { canDeploy, text } = await found({}, { ...prod, quotas: { ...prod.quotas, mailsPerDay: 50_001 } });
    expect(text).toContain('SES sends 50000 mails a day, and the stage needs 50001');
    expect(canDeploy).toBe(true);
  });

  it('refuses a watched chain without RPC URLs, also before the secret exists', async () => {
    const { solana: _, ...others } = urls;
    const incomplete = await found({ secret: { SecretString: JSON.stringify(others) } });
    expect(incomplete.text).toContain('chainwatch-prod/rpc-urls has no URL for solana.');
    expect(incomplete.canDeploy).toBe(false);
    const malformed = await found({ secret: { SecretString: '{"solana": "https://key@example.com"}' } });
    expect(malformed.text).toContain('chainwatch-prod/rpc-urls is no JSON object of URLs by chain.');
    expect(malformed.text).not.toContain('key@');
    const absent = await found({ secret: 'ResourceNotFoundException' });
    expect(absent.text).toContain('Deploy with `chains: []`');
    expect(absent.canDeploy).toBe(false);
  });

  it('names what a deleted stage has left, and what AWS may refuse a new account', async () => {
    const stacks = 'ValidationError: Stack with id chainwatch-prod does not exist';
    const first = await found({ stacks });
    expect(first.text).toContain('A new account may refuse the distribution of the console');
    expect(first.text).toContain('and the budget');
    expect(first.text).toContain('no deleted stage has left its names');
    expect(first.canDeploy).toBe(true);
    const kept = await found({ stacks, table: { Table: { TableName: 'chainwatch-prod' } } });
    expect(kept.text).toContain('A deleted stage has left table chainwatch-prod: the names are taken.');
    expect(kept.canDeploy).toBe(false);
    const secrets = await found({ stacks, keptSecret: { Name: 'chainwatch-prod/data-key' } });
    expect(secrets.text).toContain('secret chainwatch-prod/data-key, secret chainwatch-prod/rpc-urls');
    const { text } = await found({ stacks }, { ...prod, console: false });
    expect(text).not.toContain('CloudFront');
  });

  it('warns about a throttle of the account below that of the stage, and about what it may not read', async () => {
    const { canDeploy, text } = await found({
      gatewayAccount: { throttleSettings: { burstLimit: 100, rateLimit: 500 } },
      mailAccount: 'AccessDeniedException',
    });
    expect(text).toContain('API Gateway lets 500 requests a second into the account');
    expect(text).toContain('SES account: unknown (AccessDeniedException');
    expect(canDeploy).toBe(true);
  });

  it('ends with 1 as a command when the account of the checkout is another', () => {
    const run = spawnSync(process.execPath, ['infra/deploy/run-preflight.ts', 'dev'], {
      encoding: 'utf8',
      env: { ...process.env, AWS_ENDPOINT_URL: 'http://127.0.0.1:9', AWS_REGION: 'eu-central-1' },
    });
    expect(run.stdout).toContain('There are no usable credentials');
    expect(run.status).toBe(1);
  });
});
