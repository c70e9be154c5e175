import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { BackupClient, DescribeRegionSettingsCommand } from '@aws-sdk/client-backup';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import {
  GetEmailIdentityCommand,
  GetAccountCommand as GetMailAccountCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import * as z from 'zod';
import type { Stage } from '../stages.ts';
import { type Finding, isNamed, ok, refused, warning } from './finding.ts';

/** Whether SES sends to everybody, or still to verified addresses only, and as many mails as the stage needs. */
export async function checkMailAccount({ quotas }: Stage, region: string): Promise<Finding> {
  const account = await new SESv2Client({ region }).send(new GetMailAccountCommand({}));
  if (account.SendingEnabled === false) {
    return warning('SES has stopped the sending of this account.', 'Read the reason in the SES console.');
  }
  if (!account.ProductionAccessEnabled) {
    return warning('SES is in the sandbox: mail reaches verified addresses only.', 'Request production access in SES.');
  }
  const mails = account.SendQuota?.Max24HourSend ?? 0;
  return mails >= quotas.mailsPerDay
    ? ok(`SES sends ${mails} mails a day`)
    : warning(
        `SES sends ${mails} mails a day, and the stage needs ${quotas.mailsPerDay}: e-mails beyond fail.`,
        'Ask for more under Service Quotas, Amazon SES, or lower `quotas.mailsPerDay` in infra/deployments.ts.',
      );
}

/** Whether the domain of the sender is a verified identity. */
export async function checkMailIdentity({ mailFrom }: Stage, region: string): Promise<Finding> {
  const domain = mailFrom.slice(mailFrom.indexOf('@') + 1);
  try {
    const command = new GetEmailIdentityCommand({ EmailIdentity: domain });
    const { VerifiedForSendingStatus } = await new SESv2Client({ region }).send(command);
    if (VerifiedForSendingStatus) return ok(`SES identity ${domain} is verified`);
    return warning(`SES has not verified ${domain}: e-mails fail.`, 'Publish the DKIM records of SES in its DNS.');
  } catch (error) {
    if (!isNamed(error, 'NotFoundException')) throw error;
    return warning(
      `${domain}, the domain of mailFrom, is no SES identity: e-mails fail.`,
      `Run: aws sesv2 create-email-identity --email-identity ${domain} --region ${region}; publish its DKIM records.`,
    );
  }
}

/** The role by which API Gateway writes logs, and the throttle of the account, which bounds those of its stages. */
export async function checkGateway({ throttle }: Stage, region: string): Promise<Finding> {
  const { cloudwatchRoleArn, throttleSettings } = await new APIGatewayClient({ region }).send(
    new GetAccountCommand({}),
  );
  const rate = throttleSettings?.rateLimit ?? 0;
  if (rate < throttle.rate) {
    return warning(
      `API Gateway lets ${rate} requests a second into the account, and the stage ${throttle.rate} into each method.`,
      'Ask for more under Service Quotas, Amazon API Gateway, or lower `throttle` in infra/stages.ts.',
    );
  }
  return ok(
    cloudwatchRoleArn === undefined
      ? 'API Gateway has no role for its logs yet: the deploy sets it'
      : `API Gateway writes logs as ${cloudwatchRoleArn}: the deploy sets its own role`,
  );
}

/**
 * Whether AWS Backup backs up tables in the region and copies them into another region. The plan names its table, so
 * AWS backs it up without the opt-in, too; the copies need the full management by AWS Backup.
 */
export async function checkBackup({ replicaRegion }: Stage, region: string): Promise<Finding> {
  if (replicaRegion === undefined) return ok('the stage has no `replicaRegion`, and needs no AWS Backup');
  const settings = await new BackupClient({ region }).send(new DescribeRegionSettingsCommand({}));
  const missing = [
    ...(settings.ResourceTypeOptInPreference?.DynamoDB ? [] : ['opted in']),
    ...(settings.ResourceTypeManagementPreference?.DynamoDB ? [] : ['under full management']),
  ];
  return missing.length === 0
    ? ok(`AWS Backup copies tables of ${region}`)
    : warning(
        `In AWS Backup of ${region}, DynamoDB is not ${missing.join(' and not ')}: no copy reaches ${replicaRegion}.`,
        `Run: aws backup update-region-settings --region ${region} --resource-type-opt-in-preference DynamoDB=true ` +
          '--resource-type-management-preference DynamoDB=true',
      );
}

const Urls = z.record(z.string(), z.array(z.url()));

/** What a secret contains: its URLs by chain, or why there are none. */
type Content = Readonly<Record<string, readonly string[]>> | 'absent' | 'malformed';

/** Whether the secret of the stage has RPC URLs for every watched chain. */
export async function checkRpcUrls({ name, watches }: Stage, region: string): Promise<Finding> {
  const SecretId = `chainwatch-${name}/rpc-urls`;
  const chains = watches.map(({ chain }) => chain);
  const content = await contentOf(SecretId, region);
  if (content === 'absent') {
    return chains.length === 0
      ? ok('no chain is watched yet')
      : refused(
          `${SecretId} has no value yet, and \`chains\` names ${chains.join(', ')}.`,
          'Deploy with `chains: []`, fill in the secret, name the chains and deploy again.',
        );
  }
  const value = '{"CHAIN":["https://…"]}';
  const todo = `Run: aws secretsmanager put-secret-value --secret-id ${SecretId} --secret-string '${value}'`;
  if (content === 'malformed') return refused(`${SecretId} is no JSON object of URLs by chain.`, todo);
  const missing = chains.filter((chain) => (content[chain] ?? []).length === 0);
  return missing.length === 0
    ? ok(`${chains.length} watched chains have RPC URLs`)
    : refused(`${SecretId} has no URL for ${missing.join(', ')}.`, todo);
}

async function contentOf(SecretId: string, region: string): Promise<Content> {
  try {
    const { SecretString } = await new SecretsManagerClient({ region }).send(new GetSecretValueCommand({ SecretId }));
    return Urls.parse(JSON.parse(SecretString ?? '{}'));
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException')) return 'absent';
    // The text of the error might quote the URLs, which contain keys.
    if (error instanceof SyntaxError || error instanceof z.ZodError) return 'malformed';
    throw error;
  }
}
