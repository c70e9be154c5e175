import { describe, expect, it } from '@jest/globals';
import { variants } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';

const backups = new ReadableTemplate('prod', 'backups');
const copies = new ReadableTemplate('prod', 'copies');
const tablesOf = (template: ReadableTemplate) =>
  template.properties('AWS::Backup::BackupSelection').map(({ BackupSelection }) => BackupSelection);

describe('The backups of prod', () => {
  it('are made each day and each month, and each is copied into the vault of the other region', () => {
    const copied = (DeleteAfterDays: number) => [
      {
        DestinationBackupVaultArn:
          'arn:AWS::Partition:backup:eu-central-1:AWS::AccountId:backup-vault:chainwatch-prod-AWS::Region',
        Lifecycle: { DeleteAfterDays },
      },
    ];
    expect(backups.one('AWS::Backup::BackupPlan').BackupPlan).toMatchObject({
      BackupPlanRule: [
        {
          RuleName: 'daily',
          ScheduleExpression: 'cron(0 3 * * ? *)',
          Lifecycle: { DeleteAfterDays: 3 },
          CopyActions: copied(7),
        },
        {
          RuleName: 'monthly',
          ScheduleExpression: 'cron(0 12 1 * ? *)',
          Lifecycle: { DeleteAfterDays: 3 },
          CopyActions: copied(90),
        },
      ],
    });
  });

  it('are of the table that is in service', () => {
    const table = 'arn:AWS::Partition:dynamodb:AWS::Region:AWS::AccountId:table/chainwatch-prod';
    expect(tablesOf(backups)).toMatchObject([{ Resources: [table] }]);
    expect(tablesOf(new ReadableTemplate('other-prod', 'backups'))).toMatchObject([
      { Resources: [`${table}-restored`] },
    ]);
  });

  it('lie in vaults that nobody empties, one in each region, and that survive their stacks', () => {
    expect(backups.environment).toBe('aws://123456789012/eu-west-1');
    expect(copies.environment).toBe('aws://123456789012/eu-central-1');
    for (const template of [backups, copies]) {
      const [vault] = template.all('AWS::Backup::BackupVault');
      expect(vault).toMatchObject({
        DeletionPolicy: 'RetainExceptOnCreate',
        Properties: {
          BackupVaultName: 'chainwatch-prod-AWS::Region',
          AccessPolicy: {
            Statement: [
              {
                Effect: 'Deny',
                Principal: { AWS: '*' },
                Action: ['backup:DeleteRecoveryPoint', 'backup:UpdateRecoveryPointLifecycle'],
              },
            ],
          },
        },
      });
      expect(template.isProtected).toBe(true);
      expect(template.findings).toEqual([]);
    }
  });

  it('are made and restored by a role that only AWS Backup assumes', () => {
    const role = backups.one('AWS::IAM::Role');
    expect(role).toMatchObject({
      RoleName: 'chainwatch-prod-AWS::Region',
      AssumeRolePolicyDocument: { Statement: [{ Principal: { Service: 'backup.amazonaws.com' } }] },
    });
    expect(JSON.stringify(role.ManagedPolicyArns)).toMatch(/PolicyForBackup.*PolicyForRestores/);
  });

  it('are deployed after the vault of their copies', () => {
    expect(backups.dependencies).toContain('chainwatch-prod-copies');
  });

  it('leave nothing behind when their creation fails', () => {
    expect(new ReadableTemplate('first-prod', 'backups').isProtected).toBe(false);
  });

  it('are made only where a stage names another region', () => {
    expect(Object.values(variants).filter(({ stage }) => stage.replicaRegion).length).toBeGreaterThan(0);
    expect(() => new ReadableTemplate('dev', 'backups')).toThrow('ENOENT');
  });
});
