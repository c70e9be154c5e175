import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { AwsSolutionsChecks } from 'cdk-nag';
import { stages } from '../../infra/stages.ts';
import { chainIds } from '../../lib/chains/registry.ts';
import { everyStage, ReadableTemplate, stageNamed } from './template.ts';

const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

const templates = new Map(everyStage.map((stage) => [stage.name, new ReadableTemplate(stage)]));
const templateOf = (name: string): ReadableTemplate => {
  const template = templates.get(stageNamed(name).name);
  if (template === undefined) throw new Error(`No template of ${name}`);
  return template;
};

describe.each(everyStage)('Stage $name', (stage) => {
  const template = templateOf(stage.name);

  it('has at most 450 resources, because a stack holds at most 500', () => {
    expect(Object.keys(template.resources).length).toBeLessThanOrEqual(450);
  });

  it('is wired like every other stage, except for the watched chains', () => {
    const types = (of: ReadableTemplate) => Object.values(of.resources).map(({ Type }) => Type);
    const own = ['AWS::SNS::Subscription', 'AWS::Scheduler::Schedule'];
    const wiring = (name: string) => types(templateOf(name)).filter((type) => !own.includes(type));
    expect(wiring(stage.name).sort()).toEqual(wiring('prod').sort());
  });

  it('has one schedule for each watched chain', () => {
    const names = template.properties('AWS::Scheduler::Schedule').map(({ Name }) => Name);
    expect(names.sort()).toEqual(stage.watches.map(({ chain }) => chain).sort());
    expect(new Set(names).size).toBe(names.length);
  });

  it('keeps every log for the retention of the stage', () => {
    const groups = template.properties('AWS::Logs::LogGroup');
    const logging = template.properties('AWS::Lambda::Function').map(({ LoggingConfig }) => LoggingConfig);
    for (const { LogGroupName } of groups.filter(
      (group) => !String(group.LogGroupName).startsWith('/aws/apigateway/'),
    )) {
      expect(logging).toContainEqual({ LogGroup: LogGroupName });
    }
    for (const group of groups) expect(group.RetentionInDays).toBe(stage.logRetention);
  });

  it('has no AwsSolutions finding without an acknowledged reason', () => {
    const { violations } = new AwsSolutionsChecks().validateScope(template.stack);
    const findings = violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    );
    expect(findings).toEqual([]);
  });
});

describe.each(stages)('Deployed stage $name', ({ name }) => {
  const template = templateOf(name);

  it('reserves the concurrency that docs/operations.md states', () => {
    const reserved = template
      .properties('AWS::Lambda::Function')
      .reduce((sum, { ReservedConcurrentExecutions = 0 }) => sum + Number(ReservedConcurrentExecutions), 0);
    expect(operations).toContain(`${reserved} in \`${name}\``);
  });

  it('connects to public addresses only', () => {
    const policies = template
      .properties('AWS::Lambda::Function')
      .map(({ Environment }) => JSON.stringify(Environment).match(/"OUTBOUND_POLICY":"(\w+)"/)?.[1])
      .filter((policy) => policy !== undefined);
    expect(new Set(policies)).toEqual(new Set(['strict']));
  });

  it('contains nothing of the local stack', () => {
    expect(template.text).not.toMatch(/anvil|loopback|localhost|127\.0\.0\.1/i);
  });
});

describe('The stages', () => {
  it('include dev, staging and prod for deployment', () => {
    expect(stages.map(({ name }) => name)).toEqual(['dev', 'staging', 'prod']);
  });

  it('watch test networks in dev and staging, main networks in prod and every chain locally', () => {
    const watched = (name: string) => stageNamed(name).watches.map(({ chain }) => chain);
    for (const name of ['dev', 'staging']) expect(watched(name)).toEqual(['sepolia', 'solana-devnet', 'xrp-testnet']);
    // A chain that joins the registry is not watched in prod until somebody adds the chain to the stage.
    const evm = ['ethereum', 'base', 'arbitrum', 'optimism', 'polygon', 'bsc', 'avalanche'];
    expect(watched('prod')).toEqual([...evm, 'solana', 'xrp']);
    expect(watched('local')).toEqual(chainIds);
  });
});

describe('The data', () => {
  const policiesOf = (name: string) =>
    ['AWS::DynamoDB::Table', 'AWS::SecretsManager::Secret', 'AWS::S3::Bucket']
      .flatMap((type) => templateOf(name).all(type))
      .map(({ DeletionPolicy }) => DeletionPolicy);

  it('of prod survives a mistaken delete and can be restored to any second', () => {
    expect(templateOf('prod').one('AWS::DynamoDB::Table')).toMatchObject({
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
    });
    expect(policiesOf('prod')).toEqual(['Retain', 'Retain', 'Retain', 'Retain']);
    expect(templateOf('prod').stack.terminationProtection).toBe(true);
  });

  it.each(['dev', 'staging'])('of %s is deleted with its stack', (name) => {
    expect(policiesOf(name)).toEqual(['Delete', 'Delete', 'Delete', 'Delete']);
  });
});
