import { describe, expect, it } from '@jest/globals';
import { Routes } from '../../../local/aws/gateway-routes.ts';

const operation = (method: string, path: string, functionName: string) => ({
  operationId: functionName,
  method,
  path,
  security: [],
  responses: {},
  'x-amazon-apigateway-integration': {
    type: 'aws_proxy' as const,
    httpMethod: 'POST' as const,
    uri: `arn:x:lambda:path/functions/arn:aws:lambda:r:a:function:${functionName}/invocations`,
    credentials: 'role',
    responseTransferMode: 'BUFFERED' as const,
    timeoutInMillis: 29_000,
  },
});

const routes = new Routes({
  operations: [
    operation('GET', '/hooks', 'list'),
    operation('GET', '/hooks/{id}', 'get'),
    operation('POST', '/hooks/{id}/test', 'try'),
    operation('GET', '/hooks/all', 'all'),
  ],
});
const matched = (httpMethod: string, path: string) => {
  const match = routes.match(httpMethod, path);
  return match && { to: match.method.functionName, at: match.method.resourcePath, with: match.pathParameters };
};

describe('The routes of the local API', () => {
  it('match fixed paths and variables', () => {
    expect(matched('GET', '/hooks')).toEqual({ to: 'list', at: '/hooks', with: {} });
    expect(matched('GET', '/hooks/7')).toEqual({ to: 'get', at: '/hooks/{id}', with: { id: '7' } });
    expect(matched('POST', '/hooks/7/test')).toEqual({ to: 'try', at: '/hooks/{id}/test', with: { id: '7' } });
  });

  it('prefer a fixed part to a variable', () => {
    expect(matched('GET', '/hooks/all')).toMatchObject({ to: 'all' });
  });

  it('pass variables decoded, or unchanged if the encoding is invalid', () => {
    expect(matched('GET', '/hooks/a%2Fb%20c')).toMatchObject({ with: { id: 'a/b c' } });
    expect(matched('GET', '/hooks/%zz')).toMatchObject({ with: { id: '%zz' } });
  });

  it.each([
    ['GET', '/'],
    ['GET', '/nothing'],
    ['GET', '/hooks/'],
    ['GET', '/hooks/7/'],
    ['GET', '/hooks/7/8'],
    ['DELETE', '/hooks/7'],
    ['POST', '/hooks/all'],
    ['GET', '//hooks'],
  ])('do not match %s %s', (httpMethod, path) => {
    expect(matched(httpMethod, path)).toBeUndefined();
  });
});
