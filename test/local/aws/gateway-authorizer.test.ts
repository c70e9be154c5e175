import { describe, expect, it } from '@jest/globals';
import { authorizersOf } from '../../../local/aws/gateway-authorizer.ts';
import type { Lambda } from '../../../local/aws/lambda.ts';
import type { Outcome } from '../../../local/aws/lambda-outcome.ts';

const ARN = 'arn:aws:execute-api:us-east-1:000000000000:api/local/GET/api/wallets';

/** An authorizer with a TTL of 30 s, whose function gives the set answer, and the number of invocations. */
function authorizer(answer: () => Outcome) {
  const authorizers = {
    keys: {
      type: 'token' as const,
      authorizerUri: 'arn:x/arn:aws:lambda:r:a:function:authorize/invocations',
      authorizerCredentials: 'role',
      authorizerResultTtlInSeconds: 30,
      identitySource: 'method.request.header.Authorization',
    },
  };
  const asked: unknown[] = [];
  const clock = { now: 0 };
  const faults: string[] = [];
  const invoke: Lambda['invoke'] = async (_, event, isAnswer = () => false) => {
    asked.push(event);
    const outcome = answer();
    if (!outcome.ok && !isAnswer(outcome.error)) faults.push(outcome.error.errorMessage);
    return outcome;
  };
  const made = authorizersOf({ authorizers }, { invoke }, () => clock.now).get('keys');
  if (made === undefined) throw new Error('no authorizer');
  return { judge: (token: string | undefined) => made.judge(token, ARN), asked, faults, clock };
}

const policy = (Effect: string, Resource = '*', context: unknown = {}): Outcome => ({
  ok: true,
  result: {
    principalId: 'p',
    context,
    policyDocument: { Statement: [{ Effect, Action: 'execute-api:Invoke', Resource }] },
  },
});
const thrown = (errorMessage: string): Outcome => ({
  ok: false,
  error: { errorType: 'Error', errorMessage, trace: [] },
});

describe('The emulated TOKEN authorizer', () => {
  it('accepts a caller whom the policy allows, and passes the context as strings', async () => {
    const { judge, asked } = authorizer(() =>
      policy('Allow', 'arn:aws:execute-api:*:*:api/local/*', { scope: 'read', n: 1 }),
    );
    expect(await judge('Bearer a')).toEqual({ caller: { principalId: 'p', scope: 'read', n: '1' } });
    expect(asked).toEqual([{ type: 'TOKEN', authorizationToken: 'Bearer a', methodArn: ARN }]);
  });

  it.each([
    ['there is no token', undefined, policy('Allow'), 'UNAUTHORIZED'],
    ['the function says Unauthorized', 'x', thrown('Unauthorized'), 'UNAUTHORIZED'],
    ['the function fails', 'x', thrown('boom'), 'AUTHORIZER_FAILURE'],
    ['the policy denies', 'x', policy('Deny'), 'ACCESS_DENIED'],
    ['the policy is for something else', 'x', policy('Allow', 'arn:aws:execute-api:*:*:other/*'), 'ACCESS_DENIED'],
    ['the context holds more than scalars', 'x', policy('Allow', '*', { a: [] }), 'AUTHORIZER_CONFIGURATION_ERROR'],
  ])('refuses a request when %s', async (_, token, answer, refused) => {
    expect(await authorizer(() => answer).judge(token)).toEqual({ refused });
  });

  it('logs every failure of the function except a refusal', async () => {
    const refusing = authorizer(() => thrown('Unauthorized'));
    await refusing.judge('a');
    expect(refusing.faults).toEqual([]);
    const failing = authorizer(() => thrown('boom'));
    await failing.judge('a');
    expect(failing.faults).toEqual(['boom']);
  });

  it('does not invoke the function without a token', async () => {
    const { judge, asked } = authorizer(() => policy('Allow'));
    await judge('');
    expect(asked).toEqual([]);
  });

  it('caches an answer per token for the TTL of the template', async () => {
    const { judge, asked, clock } = authorizer(() => policy('Allow'));
    await judge('a');
    clock.now = 29_999;
    await judge('a');
    expect(asked).toHaveLength(1);
    await judge('b');
    expect(asked).toHaveLength(2);
    clock.now = 30_000;
    await judge('a');
    expect(asked).toHaveLength(3);
  });

  it('does not cache a failure', async () => {
    const { judge, asked } = authorizer(() => thrown('boom'));
    await judge('a');
    await judge('a');
    expect(asked).toHaveLength(2);
  });
});
