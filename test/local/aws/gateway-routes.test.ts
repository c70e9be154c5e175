import { describe, expect, it } from '@jest/globals';
import { Routes } from '../../../local/aws/gateway-routes.ts';
import { resolveTemplate } from '../../../local/aws/template.ts';

const resource = (parent: unknown, PathPart: string) => ({
  Type: 'AWS::ApiGateway::Resource',
  Properties: { ParentId: parent, PathPart },
});
const method = (resourceId: string, HttpMethod: string, functionName: string) => ({
  Type: 'AWS::ApiGateway::Method',
  Properties: {
    HttpMethod,
    ResourceId: { Ref: resourceId },
    AuthorizationType: 'NONE',
    Integration: {
      Type: 'AWS_PROXY',
      Uri: `arn:x:lambda:path/functions/arn:aws:lambda:r:a:function:${functionName}/invocations`,
    },
  },
});

const routes = new Routes(
  resolveTemplate(
    {
      Resources: {
        Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'api' } },
        Hooks: resource({ 'Fn::GetAtt': ['Api', 'RootResourceId'] }, 'hooks'),
        Hook: resource({ Ref: 'Hooks' }, '{id}'),
        Test: resource({ Ref: 'Hook' }, 'test'),
        All: resource({ Ref: 'Hooks' }, 'all'),
        List: method('Hooks', 'GET', 'list'),
        Get: method('Hook', 'GET', 'get'),
        Try: method('Test', 'POST', 'try'),
        GetAll: method('All', 'GET', 'all'),
      },
    },
    { stackName: 's', awsEndpoint: 'http://x' },
  ),
);
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
