import { describe, expect, it } from '@jest/globals';
import { GatewayResponses } from '../../../local/aws/gateway-responses.ts';

const responsesOf = (all: Record<string, { statusCode?: number; parameters?: object; templates: object }>) =>
  new GatewayResponses({
    responses: Object.fromEntries(
      Object.entries(all).map(([type, { statusCode, parameters, templates }]) => [
        type,
        { statusCode, responseParameters: { ...parameters }, responseTemplates: { ...templates } },
      ]),
    ),
  });

const responses = responsesOf({
  MISSING_AUTHENTICATION_TOKEN: {
    statusCode: 404,
    parameters: {
      'gatewayresponse.header.Content-Type': "'application/problem+json'",
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
    },
    templates: { 'application/json': '{"code":"not_found","requestId":"$context.requestId"}' },
  },
  DEFAULT_5XX: { templates: { 'text/plain': '$context.error.responseType' } },
});

describe('The gateway responses of the local API', () => {
  it('have the status, headers and body of the document, with the request id', () => {
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

  it('are the defaults of API Gateway if the document defines no responses', () => {
    expect(responses.answer('UNAUTHORIZED', 'id')).toMatchObject({ status: 401, body: '{"message":"UNAUTHORIZED"}' });
  });

  it('throw for an unsupported variable instead of leaving it out', () => {
    const unknown = responsesOf({ THROTTLED: { templates: { a: '$context.identity.sourceIp' } } });
    expect(() => unknown.answer('THROTTLED', 'id')).toThrow('$context.identity');
  });
});
