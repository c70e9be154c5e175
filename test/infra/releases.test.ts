import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { everyReleaseAlarm } from '../../infra/monitoring-release-alarms.ts';
import { readGatewayDocument } from '../../local/aws/gateway-document.ts';
import { everyStage, stageNamed } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';

const template = new ReadableTemplate('prod');
const prod = stageNamed('prod');
const name = 'chainwatch-prod';
const released = [
  'authorize',
  'evaluate-rules',
  'deliver',
  'list-transactions',
  'import-transaction',
  'list-events',
] as const;

const entries = Object.entries(template.resources);
const aliasOf = (handler: string) => {
  const found = entries.find(
    ([, { Type, Properties }]) => Type === 'AWS::Lambda::Alias' && Properties.FunctionName === `${name}-${handler}`,
  );
  if (found === undefined) throw new Error(`${handler} has no alias`);
  return { id: found[0], ...found[1] };
};

describe('A release', () => {
  it('moves the calls of the functions of every request and every alert, and of the busiest endpoints', () => {
    const functions = template.properties('AWS::Lambda::Alias').map(({ FunctionName }) => FunctionName);
    expect(functions.sort()).toEqual(released.map((handler) => `${name}-${handler}`).sort());
  });

  it.each(released)(
    'gives a tenth of the calls of %s to the new version, and takes them back by an alarm on this version',
    (handler) => {
      const { UpdatePolicy, DependsOn } = z
        .object({
          UpdatePolicy: z.object({ CodeDeployLambdaAliasUpdate: z.object({ DeploymentGroupName: z.string() }) }),
          DependsOn: z.array(z.string()),
        })
        .parse(aliasOf(handler));
      const { DeploymentGroupName } = UpdatePolicy.CodeDeployLambdaAliasUpdate;
      const own = everyReleaseAlarm(prod).filter((row) => row.name.startsWith(`${handler}-`));
      expect(own.length).toBeGreaterThan(0);
      const version = `${name}-${handler}.Version`;
      const alarms = ['api-5xx', ...own.map((row) => row.name.replace('<version>', version))].map(
        (alarm) => `${name}-${alarm}`,
      );
      const depended = DependsOn.map((id) => template.resources[id]?.Properties.AlarmName);
      // Otherwise calls would move to a version that no alarm watches yet.
      expect(depended).toEqual(expect.arrayContaining(alarms));
      expect(template.resources[DeploymentGroupName]?.Properties).toMatchObject({
        DeploymentGroupName: handler,
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent15Minutes',
        AlarmConfiguration: { Enabled: true, Alarms: alarms.map((Name) => ({ Name })) },
        AutoRollbackConfiguration: { Enabled: true, Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']) },
        DeploymentStyle: { DeploymentType: 'BLUE_GREEN', DeploymentOption: 'WITH_TRAFFIC_CONTROL' },
      });
      const existing = template.properties('AWS::CloudWatch::Alarm').map(({ AlarmName }) => AlarmName);
      expect(existing).toEqual(expect.arrayContaining(alarms));
    },
  );

  it('moves all calls at once in an emergency, whatever alarm rings', () => {
    const groups = new ReadableTemplate('emergency-prod').properties('AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(released.length);
    for (const group of groups) {
      expect(group).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce',
        AlarmConfiguration: { Enabled: false },
      });
    }
  });

  it('keeps the versions of the releases before, and not those that it takes back itself', () => {
    const versions = template.all('AWS::Lambda::Version');
    expect(versions).toHaveLength(released.length);
    for (const { DeletionPolicy } of versions) expect(DeletionPolicy).toBe('RetainExceptOnCreate');
  });

  it('is made by a role that CodeDeploy uses for this account alone', () => {
    const roles = template
      .properties('AWS::IAM::Role')
      .map(({ AssumeRolePolicyDocument }) => JSON.stringify(AssumeRolePolicyDocument))
      .filter((trust) => trust.includes('codedeploy.amazonaws.com'));
    expect(roles).toHaveLength(1);
    expect(roles[0]).toContain('"Condition":{"StringEquals":{"aws:SourceAccount":"AWS::AccountId"}}');
  });

  it('switches at once in stages that try nothing', () => {
    for (const stage of everyStage) {
      const configs = new ReadableTemplate(stage.name)
        .properties('AWS::CodeDeploy::DeploymentGroup')
        .map(({ DeploymentConfigName }) => DeploymentConfigName);
      const config = stage.gradualReleases ? 'LambdaCanary10Percent15Minutes' : 'LambdaAllAtOnce';
      expect(new Set(configs)).toEqual(new Set([`CodeDeployDefault.${config}`]));
    }
  });

  it('changes only the functions whose code changes, and those that tell their callers the version', () => {
    const telling = template
      .properties('AWS::Lambda::Function')
      .filter(({ Environment }) => JSON.stringify(Environment).includes('"VERSION"'))
      .map(({ FunctionName }) => FunctionName);
    expect(telling.sort()).toEqual([`${name}-deliver`, `${name}-health`]);
  });
});

describe('The callers of a released function', () => {
  it.each([
    ['deliver', 'deliveries.Arn'],
    ['deliver', 'retries.Arn'],
    ['evaluate-rules', 'prod.StreamArn'],
  ])('are event source mappings: %s is called by its alias for %s', (handler, source) => {
    const mappings = template
      .properties('AWS::Lambda::EventSourceMapping')
      .filter(({ EventSourceArn }) => String(EventSourceArn).endsWith(source))
      .map(({ FunctionName }) => FunctionName);
    expect(mappings).toContain(`${name}-${handler}:live`);
    expect(mappings).not.toContain(`${name}-${handler}`);
  });

  it('are the methods of the API and its authorizer', () => {
    const { operations, authorizers } = readGatewayDocument(template.one('AWS::ApiGateway::RestApi'));
    const uris = operations.map(({ 'x-amazon-apigateway-integration': { uri } }) => uri);
    for (const handler of ['list-transactions', 'import-transaction', 'list-events']) {
      expect(uris.filter((uri) => uri.includes(`function:${name}-${handler}:live/`))).toHaveLength(1);
    }
    expect(authorizers.apiKey?.authorizerUri).toContain(`function:${name}-authorize:live/invocations`);
  });
});
