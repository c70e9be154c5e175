import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { deployedStages } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';

const Tags = z.array(z.object({ Key: z.string(), Value: z.string() }));
const tagsOf = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Tags.parse(value ?? []).map(({ Key, Value }) => [Key, Value]));

/** What costs money and can have tags. */
const BILLED = [
  'AWS::Lambda::Function',
  'AWS::DynamoDB::Table',
  'AWS::SQS::Queue',
  'AWS::S3::Bucket',
  'AWS::Logs::LogGroup',
  'AWS::SecretsManager::Secret',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::KMS::Key',
  'AWS::SNS::Topic',
  'AWS::WAFv2::WebACL',
  'AWS::CloudFront::Distribution',
  'AWS::CloudWatch::Alarm',
  'AWS::EC2::NatGateway',
  'AWS::EC2::EIP',
];

describe('The tags', () => {
  it('say service and stage of everything that costs, in every stack', () => {
    const seen = new Set<string>();
    for (const [variant, parts] of [
      ['prod', [undefined, 'monitoring', 'console']],
      ['other-prod', [undefined, 'network']],
    ] as const) {
      for (const part of parts) {
        for (const [id, { Type, Properties }] of Object.entries(new ReadableTemplate(variant, part).resources)) {
          if (!BILLED.includes(Type)) continue;
          seen.add(Type);
          expect([id, tagsOf(Properties.Tags)]).toEqual([
            id,
            expect.objectContaining({ service: 'chainwatch', stage: 'prod' }),
          ]);
        }
      }
    }
    expect([...seen].sort()).toEqual([...BILLED].sort());
  });

  it('are also those of the backups, whose resources have their own property', () => {
    const tags = { service: 'chainwatch', stage: 'prod' };
    for (const part of ['backups', 'copies'] as const) {
      expect(new ReadableTemplate('prod', part).one('AWS::Backup::BackupVault').BackupVaultTags).toEqual(tags);
    }
  });

  it('say the chain of each watcher and of its logs, and of nothing else', () => {
    const resources = Object.values(new ReadableTemplate('prod').resources);
    const withChain = resources.filter(({ Properties }) => JSON.stringify(Properties.Tags ?? []).includes('"chain"'));
    const names = withChain.map(({ Properties }) => [
      tagsOf(Properties.Tags).chain,
      Properties.FunctionName ?? Properties.LogGroupName,
    ]);
    const watches = deployedStages.find(({ name }) => name === 'prod')?.watches ?? [];
    for (const { chain } of watches) {
      expect(names).toContainEqual([chain, `chainwatch-prod-watch-${chain}`]);
      expect(names).toContainEqual([chain, `/aws/lambda/chainwatch-prod-watch-${chain}`]);
    }
    // With the role of each.
    expect(withChain).toHaveLength(3 * watches.length);
  });

  it.each(deployedStages)('of $name are what its budget counts', ({ name, monthlyBudgetUsd }) => {
    expect(new ReadableTemplate(name, 'budget').one('AWS::Budgets::Budget')).toMatchObject({
      Budget: {
        BudgetLimit: { Amount: monthlyBudgetUsd, Unit: 'USD' },
        CostFilters: { TagKeyValue: [`user:stage$${name}`] },
      },
    });
  });
});
