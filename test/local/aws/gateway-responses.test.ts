import { describe, expect, it } from '@jest/globals';
import { GatewayResponses } from '../../../local/aws/gateway-responses.ts';
import { resolveTemplate } from '../../../local/aws/template.ts';

const response = (ResponseType: string, more: object) => ({
  Type: 'AWS::ApiGateway::GatewayResponse',
  Properties: { ResponseType, ...more },
});
const responsesOf = (Resources: Record<string, object>) =>
  new GatewayResponses(resolveTemplate({ Resources }, { stackName: 's', awsEndpoint: 'http://x' }));

const responses = responsesOf({
  NoRoute: response('MISSING_AUTHENTICATION_TOKEN', {
    StatusCode: '404',
    ResponseParameters: {
      'gatewayresponse.header.Content-Type': "'application/problem+json'",
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
    },
    ResponseTemplates: { 'application/json': '{"code":"not_found","requestId":"$context.requestId"}' },
  }),
  Server: response('DEFAULT_5XX', { ResponseTemplates: { 'text/plain': '$context.error.responseType' } }),
});

describe('The gateway responses of the local API', () => {
  it('have the status, headers and body of the template, with the request id', () => {
    expect(responses.answer('MISSING_AUTHENTICATION_TOKEN', 'id-1')).toEqual({
      status: 404,
      headers: {
        'Content-Type': 'application/problem+json',
        'X-Request-Id': 'id-1',
        'x-amzn-ErrorType': 'MISSING_AUTHENTICATION_TOKEN',
      },
      body: '{"code":"not_found","requestId":"id-1"}',
    });
  });

  it('use the default body of their class and keep their own status', () => {
    expect(responses.answer('INTEGRATION_TIMEOUT', 'id')).toMatchObject({
      status: 504,
      headers: { 'Content-Type': 'text/plain' },
      body: 'INTEGRATION_TIMEOUT',
    });
  });

  it('are the defaults of API Gateway if the template defines no responses', () => {
    expect(responses.answer('UNAUTHORIZED', 'id')).toMatchObject({ status: 401, body: '{"message":"UNAUTHORIZED"}' });
  });

  it('throw for an unsupported variable instead of leaving it out', () => {
    const unknown = responsesOf({
      A: response('THROTTLED', { ResponseTemplates: { a: '$context.identity.sourceIp' } }),
    });
    expect(() => unknown.answer('THROTTLED', 'id')).toThrow('$context.identity');
  });
});
