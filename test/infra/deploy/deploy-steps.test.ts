import { describe, expect, it } from '@jest/globals';
import { deploySteps } from '../../../infra/deploy/deploy-steps.ts';
import { stageNamed } from '../stage-variants.ts';
import { ReadableTemplate } from '../template.ts';

const [dev, prod] = [stageNamed('dev'), stageNamed('prod')];

describe('A deploy', () => {
  it('calls the CDK once with every stack of the stage and the further arguments', () => {
    expect(deploySteps(dev, undefined, ['--require-approval', 'never'])).toEqual([
      { args: ['deploy', 'chainwatch-dev*', '--require-approval', 'never'], env: { STAGE: 'dev' } },
    ]);
    expect(deploySteps(prod, 'UPDATE_COMPLETE', [])).toEqual([
      { args: ['deploy', 'chainwatch-prod*'], env: { STAGE: 'prod' } },
    ]);
  });

  it('tells the stacks of an emergency, of which the CDK knows nothing', () => {
    expect(deploySteps(prod, 'UPDATE_ROLLBACK_COMPLETE', ['--emergency', '--verbose'])).toEqual([
      { args: ['deploy', 'chainwatch-prod*', '--verbose'], env: { STAGE: 'prod', EMERGENCY: 'true' } },
    ]);
  });

  it.each([undefined, 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'CREATE_FAILED', 'REVIEW_IN_PROGRESS'])(
    'creates prod without protection, and protects it afterwards, when the status is %s',
    (status) => {
      expect(deploySteps(prod, status, []).map(({ env }) => env)).toEqual([
        { STAGE: 'prod', FIRST_DEPLOY: 'true' },
        { STAGE: 'prod' },
      ]);
    },
  );

  it.each(['CREATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'])('keeps the protection when the status is %s', (status) => {
    expect(deploySteps(prod, status, [])).toHaveLength(1);
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
