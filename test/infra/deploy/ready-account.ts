import { afterAll, beforeAll } from '@jest/globals';
import { preflight } from '../../../infra/deploy/preflight.ts';
import type { Stage } from '../../../infra/stages.ts';
import { stageNamed } from '../stage-variants.ts';
import { type Account, startAwsAccount } from './aws-account.ts';

// Scenario: an account in eu-west-1 in which everything is ready. Each test takes one thing away.
export const prod = stageNamed('prod');
const chains = prod.watches.map(({ chain }) => chain);
export const urls = Object.fromEntries(chains.map((chain) => [chain, [`https://${chain}.example.com`]]));
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
  keptBucket: 'NotFound',
  keptVaults: { BackupVaultList: [] },
  backupSettings: {
    ResourceTypeOptInPreference: { DynamoDB: true },
    ResourceTypeManagementPreference: { DynamoDB: true },
  },
  certificate: { Certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['*.example.com'] } },
  subscriptions: {
    Subscriptions: ['on-call', 'operators'].map((name) => ({
      SubscriptionArn: `arn:aws:sns:eu-west-1:123456789012:chainwatch-prod-pages:${name}`,
      Protocol: 'email',
      Endpoint: `${name}@example.com`,
    })),
  },
  topic: 'NotFound: Topic does not exist',
  distributions: { DistributionList: { Quantity: 0 } },
  budgets: { Budgets: [] },
};

/** What CloudFormation answers when there is no stack. */
export const noStack = 'ValidationError: Stack with id chainwatch-prod does not exist';

const credentials = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret', AWS_MAX_ATTEMPTS: '1' };

/** What preflight says of an account that lacks `less`, and whether the stage can deploy. */
type Found = (less: Partial<Account>, stage?: Stage) => Promise<{ canDeploy: boolean; text: string }>;

/** Plays the account while the tests of a file run. */
export function preflightInAccount(): Found {
  const answers = { current: ready };
  const before = { ...process.env };
  let aws: Awaited<ReturnType<typeof startAwsAccount>> | undefined;
  beforeAll(async () => {
    aws = await startAwsAccount(answers);
    Object.assign(process.env, credentials, { AWS_ENDPOINT_URL: aws.url, AWS_REGION: 'eu-west-1' });
  });
  afterAll(async () => {
    process.env = before;
    await aws?.stop();
  });
  return async (less, stage = prod) => {
    answers.current = { ...ready, ...less };
    const lines: string[] = [];
    const canDeploy = await preflight(stage, (line) => lines.push(line));
    return { canDeploy, text: lines.join('\n') };
  };
}
