import { describe, expect, it } from '@jest/globals';
import { deploySteps, isToCreate, protectedStacks } from '../../../infra/deploy/deploy-steps.ts';
import { stageNamed } from '../stage-variants.ts';
import { ReadableTemplate } from '../template.ts';

const [dev, prod] = [stageNamed('dev'), stageNamed('prod')];
const names = protectedStacks(prod).map(({ name }) => name);

describe('A deploy', () => {
  it('calls the CDK once with every stack of the stage and the further arguments', () => {
    expect(deploySteps(dev, [], ['--require-approval', 'never'])).toEqual([
      { args: ['deploy', 'chainwatch-dev*', '--require-approval', 'never'], env: { STAGE: 'dev' } },
    ]);
    expect(deploySteps(prod, [], [])).toEqual([{ args: ['deploy', 'chainwatch-prod*'], env: { STAGE: 'prod' } }]);
  });

  it('creates prod without protection, and protects it before anything else is created', () => {
    expect(deploySteps(prod, names, [])).toEqual([
      {
        args: ['deploy', 'chainwatch-prod'],
        env: { STAGE: 'prod', CREATED_STACKS: 'chainwatch-prod,chainwatch-prod-copies,chainwatch-prod-backups' },
      },
      {
        args: ['deploy', 'chainwatch-prod-backups'],
        env: { STAGE: 'prod', CREATED_STACKS: 'chainwatch-prod-copies,chainwatch-prod-backups' },
      },
      { args: ['deploy', 'chainwatch-prod*'], env: { STAGE: 'prod' } },
    ]);
    // The second call deploys the main stack with its protection, and the alarms, before the backups.
    expect(new ReadableTemplate('prod', 'backups').dependencies).toContain('chainwatch-prod-copies');
    expect(new ReadableTemplate('prod', 'copies').dependencies).toContain('chainwatch-prod-monitoring');
    expect(new ReadableTemplate('prod', 'monitoring').dependencies).toContain('chainwatch-prod');
  });

  it('creates a stack that comes later without its protection, and keeps that of the others', () => {
    expect(deploySteps({ ...prod, egress: 'nat' }, ['chainwatch-prod-network'], [])).toMatchObject([
      { args: ['deploy', 'chainwatch-prod'], env: { CREATED_STACKS: 'chainwatch-prod-network' } },
      { args: ['deploy', 'chainwatch-prod*'], env: { STAGE: 'prod' } },
    ]);
  });

  it('tells the stacks of an emergency, of which the CDK knows nothing', () => {
    expect(deploySteps(prod, [], ['--emergency', '--verbose'])).toEqual([
      { args: ['deploy', 'chainwatch-prod*', '--verbose'], env: { STAGE: 'prod', EMERGENCY: 'true' } },
    ]);
  });

  it('protects exactly the stacks of which the templates of prod say so', () => {
    const stage = { ...prod, egress: 'nat' } as const;
    const parts = ['network', undefined, 'copies', 'backups', 'monitoring', 'console', 'budget'] as const;
    const isProtected = parts.filter((part) => new ReadableTemplate('other-prod', part).isProtected);
    const region = prod.env?.region;
    expect(protectedStacks(stage)).toEqual(
      isProtected.map((part) => ({
        name: ['chainwatch-prod', ...(part ? [part] : [])].join('-'),
        region: part === 'copies' ? prod.replicaRegion : region,
      })),
    );
    expect(protectedStacks(dev)).toEqual([]);
  });
});

describe('A stack', () => {
  it.each([undefined, 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'CREATE_FAILED', 'REVIEW_IN_PROGRESS'])(
    'is created by the next deploy when the status is %s',
    (status) => {
      expect(isToCreate(status)).toBe(true);
    },
  );

  it.each(['CREATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'])('exists when the status is %s', (status) => {
    expect(isToCreate(status)).toBe(false);
  });
});

describe('A stack that is created', () => {
  const created = new ReadableTemplate('first-prod');

  it('can be deleted again, so that a failed creation leaves nothing that the next deploy meets', () => {
    expect(created.isProtected).toBe(false);
    expect(created.one('AWS::DynamoDB::Table').DeletionProtectionEnabled).toBe(false);
    const named = Object.values(created.resources).filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain');
    // The role of the gateway's logs has no name of its own, so that the next creation makes another.
    expect(named.map(({ Type }) => Type).sort()).toEqual(['AWS::ApiGateway::Account', 'AWS::IAM::Role']);
    expect(named.map(({ Properties }) => Properties.RoleName)).toEqual([undefined, undefined]);
  });
});
