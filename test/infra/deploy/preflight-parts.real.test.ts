import { describe, expect, it } from '@jest/globals';
import { checkMemory, plannedFunctions } from '../../../infra/deploy/lambda-checks.ts';
import type { Stage } from '../../../infra/stages.ts';
import { env } from '../stage-variants.ts';
import { ReadableTemplate } from '../template.ts';
import { noStack, preflightInAccount, prod } from './ready-account.ts';

const found = preflightInAccount();

describe('preflight, before a domain', () => {
  const name = 'api.example.com';
  const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/1';
  const withDomain: Stage = { ...prod, domain: { name, certificateArn, step: 'made' } };
  const certificate = (Status: string, ...SubjectAlternativeNames: string[]) => ({
    certificate: { Certificate: { Status, SubjectAlternativeNames } },
  });

  it('finds an issued certificate that covers the name, also by a wildcard', async () => {
    const { canDeploy, text } = await found({}, withDomain);
    expect(text).toContain('the certificate of api.example.com is issued');
    expect(canDeploy).toBe(true);
    expect((await found(certificate('ISSUED', 'example.com', name), withDomain)).canDeploy).toBe(true);
  });

  it.each([
    [{ certificate: 'ResourceNotFoundException' }, `There is no certificate ${certificateArn}.`],
    [
      certificate('PENDING_VALIDATION', name),
      'The certificate of api.example.com is not issued yet: ACM waits for its DNS.',
    ],
    [certificate('EXPIRED', name), 'The certificate of api.example.com is not valid: ACM says EXPIRED.'],
    [
      certificate('ISSUED', 'example.com', '*.api.example.com'),
      'The certificate is for example.com, *.api.example.com, and not for api.example.com.',
    ],
  ])('refuses %j', async (less, sentence) => {
    const { canDeploy, text } = await found(less, withDomain);
    expect(text).toContain(`✗ ${sentence}`);
    expect(canDeploy).toBe(false);
  });

  it.each(['arn:aws:acm:us-east-1:123456789012:certificate/1', 'arn:aws:acm:eu-west-1:999999999999:certificate/1'])(
    'refuses %s, which is of another region or account',
    async (arn) => {
      const { canDeploy, text } = await found({}, { ...prod, domain: { name, certificateArn: arn, step: 'made' } });
      expect(text).toContain('API Gateway takes only certificates of account 123456789012 and region eu-west-1.');
      expect(text).toContain('Request a certificate for api.example.com in eu-west-1');
      expect(canDeploy).toBe(false);
    },
  );

  it('only warns about the certificate of a domain that is in use, so that a fix can deploy', async () => {
    const { canDeploy, text } = await found(certificate('EXPIRED', name), {
      ...prod,
      domain: { name, certificateArn, step: 'used' },
    });
    expect(text).toContain('! The certificate of api.example.com is not valid: ACM says EXPIRED.');
    expect(canDeploy).toBe(true);
  });
});

describe('preflight, about the receivers of alarms', () => {
  const subscribed = (SubscriptionArn: string) => ({
    subscriptions: { Subscriptions: [{ SubscriptionArn, Protocol: 'email', Endpoint: 'on-call@example.com' }] },
  });

  it('names an address that has not confirmed, for pages and for tickets', async () => {
    const { canDeploy, text } = await found(subscribed('PendingConfirmation'));
    expect(text).toContain('! on-call@example.com has not confirmed its subscription: no page reaches it.');
    expect(text).toContain(
      'aws sns subscribe --topic-arn arn:aws:sns:eu-west-1:123456789012:chainwatch-prod-pages --protocol email ' +
        '--notification-endpoint on-call@example.com',
    );
    expect(text).toContain(
      '! operators@example.com has no subscription to arn:aws:sns:eu-west-1:123456789012:chainwatch-prod-tickets.',
    );
    expect(canDeploy).toBe(true);
  });

  it('says before the first deploy who must confirm a mail', async () => {
    const { canDeploy, text } = await found({ subscriptions: 'NotFound: Topic does not exist' });
    expect(text).toContain('the topic of the pages: on-call@example.com then gets a mail that it must confirm');
    expect(canDeploy).toBe(true);
  });

  const topicArn = 'arn:aws:sns:eu-west-1:123456789012:pager';
  const withTopic = (arn: string): Stage => ({
    ...prod,
    alarms: { page: { topicArn: arn }, ticket: { topicArn: arn } },
  });
  const topic = (SubscriptionsConfirmed: string, Principal: unknown) => ({
    topic: {
      Attributes: {
        SubscriptionsConfirmed,
        SubscriptionsPending: '2',
        Policy: JSON.stringify({ Statement: [{ Effect: 'Allow', Principal, Action: 'sns:Publish' }] }),
      },
    },
  });
  const Service = ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'];

  it('takes a topic of the operator that has a confirmed subscription and lets the services publish', async () => {
    const { canDeploy, text } = await found(topic('1', { Service }), withTopic(topicArn));
    expect(text).toContain(`✓ ${topicArn} takes the pages`);
    expect(text).toContain(`✓ ${topicArn} takes the tickets`);
    expect(canDeploy).toBe(true);
  });

  it('names a topic of the operator without a confirmed subscription', async () => {
    const { canDeploy, text } = await found(topic('0', { Service }), withTopic(topicArn));
    expect(text).toContain(`! No subscription of ${topicArn} is confirmed, and 2 are not yet: nobody gets the pages.`);
    expect(canDeploy).toBe(true);
  });

  it('names the services that may not publish: AWS Budgets, with the policy that SNS makes', async () => {
    const ofAccount = await found(topic('1', { AWS: '*' }), withTopic(topicArn));
    expect(ofAccount.text).toContain(`✓ ${topicArn} takes the pages`);
    expect(ofAccount.text).toContain(
      `! The policy of ${topicArn} does not let budgets.amazonaws.com publish: tickets are lost.`,
    );
    const closed = await found(topic('1', { Service: 'budgets.amazonaws.com' }), withTopic(topicArn));
    expect(closed.text).toContain('does not let cloudwatch.amazonaws.com publish: pages are lost.');
  });

  it('refuses a topic that does not exist, or that is elsewhere', async () => {
    const absent = await found({}, withTopic(topicArn));
    expect(absent.text).toContain(`✗ There is no topic ${topicArn} for the pages.`);
    expect(absent.canDeploy).toBe(false);
    const elsewhere = await found({}, withTopic('arn:aws:sns:us-east-1:123456789012:pager'));
    expect(elsewhere.text).toContain('✗ The topic of the pages belongs to account 123456789012 and region us-east-1');
    expect(elsewhere.canDeploy).toBe(false);
  });
});

/** The names that the deletion of a stack of prod leaves. */
const keptNames = (part?: 'backups' | 'copies'): string[] =>
  Object.values(new ReadableTemplate('prod', part).resources)
    .filter(({ DeletionPolicy }) => DeletionPolicy?.startsWith('Retain'))
    .flatMap(({ Properties: { TableName, BucketName, BackupVaultName, Name } }) => [
      TableName ?? BucketName ?? BackupVaultName ?? Name,
    ])
    .filter((name) => typeof name === 'string')
    .map((name) => name.replace('AWS::AccountId', env.account).replace('AWS::Region', env.region));

describe('preflight, about names and quotas', () => {
  it('names what a deleted stage has left: table, secrets, buckets and vaults', async () => {
    expect((await found({ stacks: noStack })).text).toContain('no deleted stage has left its names');
    const kept = await found({ stacks: noStack, table: { Table: { TableName: 'chainwatch-prod' } } });
    expect(kept.text).toContain('A deleted stage has left table chainwatch-prod: the names are taken.');
    expect(kept.canDeploy).toBe(false);
    const secrets = await found({ stacks: noStack, keptSecret: { Name: 'chainwatch-prod/data-key' } });
    expect(secrets.text).toContain('secret chainwatch-prod/data-key, secret chainwatch-prod/rpc-urls');
    const buckets = await found({ stacks: noStack, keptBucket: {} });
    expect(buckets.text).toContain(
      'left bucket chainwatch-prod-exports-123456789012-eu-west-1, ' +
        'bucket chainwatch-prod-archive-123456789012-eu-west-1: the names are taken.',
    );
    const vault = { BackupVaultList: [{ BackupVaultName: 'chainwatch-prod-eu-west-1' }] };
    const vaults = await found({ stacks: noStack, elsewhere: { keptVaults: vault } });
    expect(vaults.text).toContain('has left vault chainwatch-prod-eu-west-1 in eu-central-1: the names are taken.');
    expect(vaults.canDeploy).toBe(false);
  });

  it('asks for every name that the deletion of a stage leaves', async () => {
    const everything = await found({
      stacks: noStack,
      table: { Table: {} },
      keptSecret: {},
      keptBucket: {},
      keptVaults: { BackupVaultList: [{ BackupVaultName: 'chainwatch-prod-eu-west-1' }] },
    });
    const kept = [...keptNames(), ...keptNames('backups'), ...keptNames('copies')];
    expect(kept).toHaveLength(8);
    for (const name of kept) expect(everything.text).toContain(name);
  });

  it('warns when AWS Backup does not copy tables, and only a stage with copies asks', async () => {
    const backupSettings = { ResourceTypeOptInPreference: { DynamoDB: true }, ResourceTypeManagementPreference: {} };
    const { canDeploy, text } = await found({ backupSettings });
    expect(text).toContain(
      '! In AWS Backup of eu-west-1, DynamoDB is not under full management: no copy reaches eu-central-1.',
    );
    expect(text).toContain('aws backup update-region-settings --region eu-west-1');
    expect(canDeploy).toBe(true);
    const off = { ResourceTypeOptInPreference: { DynamoDB: false } };
    expect((await found({ backupSettings: off })).text).toContain('not opted in and not under full management');
    const { replicaRegion: _, ...alone } = prod;
    expect((await found({ backupSettings: off }, alone)).text).not.toContain('In AWS Backup of');
  });

  it('names the functions that are larger than those of a new account', () => {
    expect(checkMemory(plannedFunctions(prod))).toMatchObject({ level: 'ok' });
    expect(checkMemory([{ name: 'chainwatch-prod-watch-solana', memoryMb: 4096 }])).toEqual({
      level: 'warning',
      text: 'A new account has functions of 3008 MB of memory at most, and chainwatch-prod-watch-solana needs 4096.',
      todo: 'If the deploy fails by `MemorySize`, ask AWS Support for functions of 10,240 MB.',
    });
  });
});

describe('preflight, about what AWS may refuse a new account', () => {
  it('says what no call can tell of CloudFront and AWS Budgets', async () => {
    const { canDeploy, text } = await found({ stacks: noStack });
    expect(text).toContain(
      '! The account has no distribution of CloudFront, which refuses a new account until AWS has',
    );
    expect(text).toContain('! The account has no budget, and AWS Budgets refuses some accounts');
    expect(text.match(/No call can tell beforehand/g)).toHaveLength(2);
    expect(canDeploy).toBe(true);
  });

  it('says nothing of them where the account has both already, or the stage has no console', async () => {
    const older = await found({
      stacks: noStack,
      distributions: { DistributionList: { Quantity: 1 } },
      budgets: { Budgets: [{ BudgetName: 'all', TimeUnit: 'MONTHLY', BudgetType: 'COST' }] },
    });
    expect(older.text).toContain('✓ CloudFront serves a distribution for the account already');
    expect(older.text).toContain('✓ the account has a budget already');
    expect((await found({ stacks: noStack }, { ...prod, console: false })).text).toContain('needs no CloudFront');
  });

  it('repeats what AWS Budgets answers to a refused account, and that the credentials can be the reason', async () => {
    const { canDeploy, text } = await found({ stacks: noStack, budgets: 'AccessDeniedException' });
    expect(text).toContain('! AWS Budgets refuses to list the budgets (AccessDeniedException');
    expect(text).toContain('or to these credentials only.');
    expect(text).toContain('Let the credentials do `budgets:ViewBudget`');
    const refused = await found({ stacks: noStack, distributions: 'AccessDenied: not authorized' });
    expect(refused.text).toContain('! CloudFront: unknown (AccessDenied: not authorized)');
    expect(canDeploy && refused.canDeploy).toBe(true);
  });
});
