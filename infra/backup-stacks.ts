import { type App, ArnFormat, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupSelection, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { tableName } from './dynamodb-table.ts';
import type { Stage } from './stages.ts';

/**
 * The vaults of both regions have one name, so that one alarm sees the jobs of either. The name contains the region of
 * the stage: a stage that moves into the region of its copies makes vaults beside them.
 */
export const vaultName = ({ name, env }: Stage): string => `chainwatch-${name}-${env?.region}`;

/** Each backup holds the whole table, so few are kept (docs/adr/0040-backups-in-another-region.md). */
export const BACKUPS = [
  { name: 'daily', hour: '3', day: '*', perMonth: 365.25 / 12, keptDays: 3, copyKeptDays: 7 },
  // At another hour: of two rules at the same time, AWS Backup runs one.
  { name: 'monthly', hour: '12', day: '1', perMonth: 1, keptDays: 3, copyKeptDays: 90 },
] as const;

interface Props {
  readonly stage: Stage;
  readonly isProtected: boolean;
  /** The region of the copies. */
  readonly replicaRegion: string;
}

/** Backs up the table that is in service, and copies each backup into the vault of another region. */
export class BackupStack extends Stack {
  constructor(scope: App, { stage, isProtected, replicaRegion }: Props) {
    super(scope, `chainwatch-${stage.name}-backups`, {
      ...(stage.env && { env: stage.env }),
      terminationProtection: isProtected,
    });
    const destinationBackupVault = BackupVault.fromBackupVaultArn(
      this,
      'Copies',
      this.formatArn({
        service: 'backup',
        region: replicaRegion,
        resource: 'backup-vault',
        resourceName: vaultName(stage),
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    );
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: `chainwatch-${stage.name}`,
      backupVault: createVault(this, stage),
      backupPlanRules: BACKUPS.map(
        ({ name, hour, day, keptDays, copyKeptDays }) =>
          new BackupPlanRule({
            ruleName: name,
            scheduleExpression: Schedule.cron({ minute: '0', hour, day }),
            startWindow: Duration.hours(1),
            completionWindow: Duration.hours(8),
            deleteAfter: Duration.days(keptDays),
            copyActions: [{ destinationBackupVault, deleteAfter: Duration.days(copyKeptDays) }],
          }),
      ),
    });
    new BackupSelection(this, 'Table', {
      backupPlan: plan,
      role: createRole(this, stage),
      // By name: after a restore, the table is not of the main stack.
      resources: [
        BackupResource.fromArn(
          this.formatArn({ service: 'dynamodb', resource: 'table', resourceName: tableName(stage) }),
        ),
      ],
    });
  }
}

/** The vault of the copies, in another region. Deploys before the plan that copies into it. */
export class CopiesStack extends Stack {
  constructor(scope: App, { stage, isProtected, replicaRegion }: Props) {
    super(scope, `chainwatch-${stage.name}-copies`, {
      ...(stage.env && { env: { account: stage.env.account, region: replicaRegion } }),
      terminationProtection: isProtected,
    });
    createVault(this, stage);
  }
}

/** A vault from which nobody deletes a backup before its time. AWS Backup encrypts it with the key of the account. */
const createVault = (scope: Construct, stage: Stage): BackupVault =>
  new BackupVault(scope, 'Vault', {
    backupVaultName: vaultName(stage),
    blockRecoveryPointDeletion: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });

/** AWS Backup assumes this role to back up the table, and to restore it, also in the other region. */
function createRole(scope: Construct, stage: Stage): Role {
  const policies = ['AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForRestores'].map(
    (policy) => `service-role/${policy}`,
  );
  const role = new Role(scope, 'Role', {
    roleName: vaultName(stage),
    assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    managedPolicies: policies.map((policy) => ManagedPolicy.fromAwsManagedPolicyName(policy)),
  });
  for (const policy of policies) {
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${policy}]`,
      reason: 'AWS Backup asks for this policy. Only AWS Backup assumes the role.',
    });
  }
  return role;
}
