import { BackupClient, paginateListBackupVaults } from '@aws-sdk/client-backup';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { vaultName } from '../backup-stacks.ts';
import type { Deployment } from '../deployments.ts';
import { bucketName } from '../export-bucket.ts';
import type { Stage } from '../stages.ts';
import type { PlacedStack } from './deploy-steps.ts';
import { type Finding, isNamed, ok, refused } from './finding.ts';

/** The status of a stack; undefined if there is none. */
export async function statusOf({ name, region }: PlacedStack): Promise<string | undefined> {
  try {
    const command = new DescribeStacksCommand({ StackName: name });
    const { Stacks } = await new CloudFormationClient({ region }).send(command);
    return Stacks?.[0]?.StackStatus;
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

/** A stack, and what its deletion leaves under a fixed name. */
interface Kept {
  readonly stack: PlacedStack;
  readonly names: Readonly<Record<string, () => Promise<boolean>>>;
}

/** Whether a stage that was deleted has left something whose name the next creation needs. */
export async function checkKeptNames(stage: Stage, place: Deployment['env']): Promise<Finding> {
  const taken = await Promise.all(
    keptBy(stage, place).map(async ({ stack, names }) => {
      if ((await statusOf(stack)) !== undefined) return [];
      const found = Object.entries(names).map(async ([name, exists]) => ((await exists()) ? [name] : []));
      return (await Promise.all(found)).flat();
    }),
  );
  const kept = taken.flat();
  return kept.length === 0
    ? ok('no deleted stage has left its names')
    : refused(
        `A deleted stage has left ${kept.join(', ')}: the names are taken.`,
        'Import them (`cdk import`), or keep their content elsewhere and delete them. A secret keeps its name until ' +
          '`aws secretsmanager delete-secret --force-delete-without-recovery`.',
      );
}

function keptBy(stage: Stage, { account, region }: Deployment['env']): Kept[] {
  const main = `chainwatch-${stage.name}`;
  const dynamodb = new DynamoDBClient({ region });
  const secrets = new SecretsManagerClient({ region });
  const s3 = new S3Client({ region });
  const buckets = (['exports', 'archive'] as const).map((content) => bucketName(stage, content, account, region));
  const ofMain = {
    [`table ${main}`]: () => isThere(() => dynamodb.send(new DescribeTableCommand({ TableName: main }))),
    ...Object.fromEntries(
      ['data-key', 'rpc-urls', 'front-proof'].map((each) => [
        `secret ${main}/${each}`,
        () => isThere(() => secrets.send(new DescribeSecretCommand({ SecretId: `${main}/${each}` }))),
      ]),
    ),
    ...Object.fromEntries(
      buckets.map((Bucket) => [`bucket ${Bucket}`, () => isThere(() => s3.send(new HeadBucketCommand({ Bucket })))]),
    ),
  };
  const vault = (part: string, of: string): Kept => ({
    stack: { name: `${main}-${part}`, region: of },
    names: { [`vault ${vaultName(stage)} in ${of}`]: () => hasVault(vaultName(stage), of) },
  });
  const { replicaRegion } = stage;
  return [
    { stack: { name: main, region }, names: ofMain },
    ...(replicaRegion === undefined ? [] : [vault('backups', region), vault('copies', replicaRegion)]),
  ];
}

/** Whether the call finds what it asks for. S3 answers `NotFound`. */
async function isThere(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException') || isNamed(error, 'NotFound')) return false;
    throw error;
  }
}

/** By the list: for a vault that does not exist, AWS Backup answers that the caller may not read it. */
async function hasVault(name: string, region: string): Promise<boolean> {
  const client = new BackupClient({ region });
  for await (const { BackupVaultList = [] } of paginateListBackupVaults({ client }, {})) {
    if (BackupVaultList.some(({ BackupVaultName }) => BackupVaultName === name)) return true;
  }
  return false;
}
