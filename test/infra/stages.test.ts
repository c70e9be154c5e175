import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { deployments } from '../../infra/deployments.ts';
import { stages, stagesOf } from '../../infra/stages.ts';
import { chainIds } from '../../lib/chains/registry.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { deployedStages, everyStage, stageNamed } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';

const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

const templates = new Map(everyStage.map((stage) => [stage.name, new ReadableTemplate(stage.name)]));
const templateOf = (name: string): ReadableTemplate => {
  const template = templates.get(stageNamed(name).name);
  if (template === undefined) throw new Error(`No template of ${name}`);
  return template;
};

const Limited = z.object({ Environment: z.object({ Variables: z.object({ WALLET_LIMIT: z.string() }) }) });

/** Resources of the main stack beside the two of each endpoint (ADR 79). In prod they were 183 on 2026-11-29. */
const BESIDE_ENDPOINTS = 190;

describe.each(deployedStages)('Main stack of $name', ({ name }) => {
  it(`has at most ${BESIDE_ENDPOINTS} resources beside a function and a role for each endpoint`, () => {
    const { counts, resources } = templateOf(name);
    const beside = (counts[0] ?? Number.NaN) - 2 * Object.keys(routes).length;
    const own = Object.entries(resources).filter(([id]) => !id.startsWith('Watchers'));
    const most = [...Map.groupBy(own, ([, { Type }]) => Type)]
      .sort(([, one], [, other]) => other.length - one.length)
      .map(([type, { length }]) => `${length} ${type}`);
    const advice =
      `The stack has ${beside} resources beside those of endpoints. All: ${most.join(', ')}. Alarms belong into ` +
      'the monitoring stack, and what a chain needs into the nested stack of the watchers. An endpoint of a resource ' +
      'that exists shares its log group. If what you add belongs into the main stack all the same, raise the limit ' +
      'by its resources, and say so in ADR 79.';
    expect(beside <= BESIDE_ENDPOINTS ? '' : advice).toBe('');
  });
});

describe.each(everyStage)('Stage $name', (stage) => {
  const template = templateOf(stage.name);

  it('has room for more: at most 450 resources of the 500 of a stack', () => {
    // Nobody deploys the local stack, and its only template has the chains, too.
    const parts = stage.name === 'local' ? [] : [template, new ReadableTemplate(stage.name, 'monitoring')];
    const most = Math.max(0, ...parts.flatMap(({ counts }) => counts));
    const advice =
      `A stack has ${most} resources, and CloudFormation allows 500. Do not raise the limit of this test. Put the ` +
      'functions of the next new resource into a nested stack, as infra/chain-watchers.ts does. A function that is ' +
      'deployed cannot move: the nested stack would make it before the main stack deletes it, under the same name.';
    expect(most > 450 ? advice : '').toBe('');
  });

  it('has two resources for an endpoint: its function and its role', () => {
    for (const { handler } of Object.values<Route>(routes)) {
      const own = `Functions${basename(handler).replaceAll('-', '')}`;
      const types = Object.entries(template.resources)
        .filter(([id]) => new RegExp(`^${own}(Role|Function)[0-9A-F]{8}$`).test(id))
        .map(([, { Type }]) => Type);
      expect([handler, types.sort()]).toEqual([handler, ['AWS::IAM::Role', 'AWS::Lambda::Function']]);
    }
    expect(template.all('AWS::ApiGateway::Method')).toEqual([]);
  });

  it('is wired like every other stage, except for the watched chains and the clock of the canary', () => {
    const types = (of: ReadableTemplate) =>
      Object.entries(of.resources)
        .filter(([id]) => !id.startsWith('Watchers') && !id.startsWith('FrontProof'))
        .map(([, { Type }]) => Type);
    const own = [
      'AWS::SNS::Subscription',
      'AWS::CloudFormation::Stack',
      'AWS::WAFv2::WebACL',
      'AWS::WAFv2::WebACLAssociation',
    ];
    const wiring = (name: string) => types(templateOf(name)).filter((type) => !own.includes(type));
    const missing = stage.canaryMinutes === undefined ? ['AWS::Events::Rule', 'AWS::Lambda::Permission'] : [];
    expect([...wiring(stage.name), ...missing].sort()).toEqual(wiring('prod').sort());
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
      (group) => !/^(\/aws\/apigateway\/|API-Gateway-Execution-Logs_)/.test(String(group.LogGroupName)),
    )) {
      // Failed runs are logged, and the lines about each other run are not.
      expect(logging).toContainEqual({ LogGroup: LogGroupName, LogFormat: 'JSON', SystemLogLevel: 'WARN' });
    }
    for (const group of groups) expect(group.RetentionInDays).toBe(stage.logRetention);
  });

  it('leaves records for at least 35 days, and transactions for ever by default', () => {
    const { deliveries, decisions, events, audit, transactions } = stage.retention;
    expect(audit).toBeGreaterThanOrEqual(400);
    expect(Math.min(deliveries, decisions, events)).toBeGreaterThanOrEqual(35);
    expect(transactions).toBeUndefined();
    for (const handler of ['expire-records', 'evaluate-rules', 'evaluate-pending']) {
      const FunctionName = `chainwatch-${stage.name}-${handler}`;
      expect(template.one('AWS::Lambda::Function', { FunctionName })).toMatchObject({
        Environment: {
          Variables: {
            DELIVERY_DAYS: String(deliveries),
            DECISION_DAYS: String(decisions),
            EVENT_DAYS: String(events),
            AUDIT_DAYS: String(audit),
          },
        },
      });
    }
  });

  it('limits an organisation to 10,000 wallets where it deploys, and to 1,000,000 on one machine', () => {
    const limits = ['create-wallet', 'get-me'].map((handler) => {
      const FunctionName = `chainwatch-${stage.name}-${handler}`;
      return Limited.parse(template.one('AWS::Lambda::Function', { FunctionName })).Environment.Variables.WALLET_LIMIT;
    });
    const limit = stage.name === 'local' ? '1000000' : '10000';
    expect(limits).toEqual([limit, limit]);
  });

  it('has no AwsSolutions finding without an acknowledged reason', () => {
    expect(template.findings).toEqual([]);
  });
});

describe.each(deployedStages)('Deployed stage $name', ({ name }) => {
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

  it('watch no chain before somebody has named it, because its RPC URLs are missing', () => {
    expect(new ReadableTemplate('first-prod').all('AWS::Scheduler::Schedule')).toEqual([]);
    for (const { watches } of stages) expect(watches).toEqual([]);
    expect(stageNamed('local').watches.map(({ chain }) => chain)).toEqual(chainIds);
  });

  it('deploy into the account and the region of their deployment only', () => {
    for (const { environment } of deployedStages.map(({ name }) => templateOf(name))) {
      expect(environment).toBe('aws://123456789012/eu-west-1');
    }
  });

  it('require somebody who hears the alarms of prod', () => {
    const { alarms: _, ...unheard } = deployments.prod;
    // @ts-expect-error The compiler refuses a deployment of prod that names nobody.
    expect(stagesOf({ ...deployments, prod: unheard }).map(({ name }) => name)).toContain('prod');
  });

  it('contain no name that only the makers of the service own', () => {
    for (const stage of deployedStages) expect(JSON.stringify(stage)).not.toContain('chainwatch.dev');
    expect(templateOf('prod').text).not.toContain('chainwatch.dev');
  });
});

describe('The secrets', () => {
  // CloudFormation would generate another data key for other options, and write a value of the template over the URLs.
  it.each(everyStage)('of $name keep their values in every deploy', ({ name, limitsAddresses }) => {
    const secrets = templateOf(name).properties('AWS::SecretsManager::Secret');
    const generated = ['data-key', ...(limitsAddresses ? ['front-proof'] : [])];
    expect(secrets).toHaveLength(generated.length + 1);
    for (const secret of generated) {
      expect(secrets).toContainEqual(
        expect.objectContaining({
          Name: `chainwatch-${name}/${secret}`,
          GenerateSecretString: { ExcludePunctuation: true, PasswordLength: 64 },
        }),
      );
    }
    const urls = secrets.find(({ Name }) => Name === `chainwatch-${name}/rpc-urls`);
    expect(Object.keys(urls ?? {}).filter((property) => property !== 'Tags')).toEqual(['Name']);
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
    expect(new Set(policiesOf('prod'))).toEqual(new Set(['RetainExceptOnCreate']));
    expect(templateOf('prod').isProtected).toBe(true);
  });

  it.each(['dev', 'staging'])('of %s is deleted with its stack', (name) => {
    expect(new Set(policiesOf(name))).toEqual(new Set(['Delete']));
  });
});
