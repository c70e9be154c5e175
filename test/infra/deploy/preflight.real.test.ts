import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { plannedFunctions } from '../../../infra/deploy/lambda-checks.ts';
import { preflightInAccount, prod, urls } from './ready-account.ts';

const found = preflightInAccount();

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
    const wanted = plannedFunctions(prod).filter(({ reserved }) => reserved !== undefined);
    const sum = wanted.reduce((all, { reserved = 0 }) => all + reserved, 0);
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
