import { describe, expect, it } from '@jest/globals';
import { eventBus } from '../../../local/aws/event-rules.ts';
import { resolveTemplate } from '../../../local/aws/template.ts';

const Arn = 'arn:aws:lambda:us-east-1:000000000000:function:receiver';
const rule = {
  Type: 'AWS::Events::Rule',
  Properties: { EventPattern: { source: ['aws.ses'], detail: { tags: ['a', 'b'] } }, Targets: [{ Arn }] },
};
const permission = {
  Type: 'AWS::Lambda::Permission',
  Properties: { FunctionName: Arn, Principal: 'events.amazonaws.com', Action: 'lambda:InvokeFunction' },
};

function aBus(Resources: object) {
  const invoked: unknown[] = [];
  const invokeLater = (...given: unknown[]) => void invoked.push(given);
  return {
    invoked,
    put: eventBus(resolveTemplate({ Resources }, { stackName: 's', awsEndpoint: '' }), { invokeLater }),
  };
}

describe('The emulated bus of EventBridge', () => {
  it('invokes the target of a rule for an event that matches, also by one value of a list', () => {
    const { invoked, put } = aBus({ Rule: rule, Permission: permission });
    const event = { source: 'aws.ses', detail: { tags: ['x', 'b'] } };
    put(event);
    put({ source: 'aws.s3', detail: { tags: ['b'] } });
    put({ source: 'aws.ses', detail: { tags: ['x'] } });
    expect(invoked).toEqual([['receiver', event]]);
  });

  it('refuses a rule whose target EventBridge may not invoke', () => {
    expect(() => aBus({ Rule: rule })).toThrow('lacks the permission to invoke receiver');
  });
});
