import { describe, expect, it } from '@jest/globals';
import { type GatewayRequest, proxyEvent } from '../../../local/aws/gateway-event.ts';

const match = {
  method: {
    resourcePath: '/api/wallets/{id}',
    functionName: 'f',
    authorizer: undefined,
    streams: false,
    timeoutMs: 29_000,
  },
  pathParameters: { id: '7' },
};
const request: GatewayRequest = {
  httpMethod: 'GET',
  target: '/api/wallets/7?tag=a&tag=b%20c&empty=',
  rawHeaders: ['Host', 'x:1', 'X-Twice', 'one', 'X-Twice', 'two', 'User-Agent', 'test'],
  sourceIp: '127.0.0.1',
  requestId: 'id-1',
  receivedAt: new Date('2026-11-21T08:41:05.250Z'),
  apiId: 'api',
  stage: 'local',
};

describe('The event of a Lambda proxy integration', () => {
  const event = proxyEvent(request, match, Buffer.from('{"a":"é"}'), { principalId: 'p' });

  it('contains all values of repeated headers and parameters, and the last one in the single-valued maps', () => {
    expect(event.multiValueHeaders['X-Twice']).toEqual(['one', 'two']);
    expect(event.headers['X-Twice']).toBe('two');
    expect(event.multiValueQueryStringParameters).toEqual({ tag: ['a', 'b c'], empty: [''] });
    expect(event.queryStringParameters).toEqual({ tag: 'b c', empty: '' });
  });

  it('contains path, parameters and body', () => {
    expect(event).toMatchObject({
      resource: '/api/wallets/{id}',
      path: '/api/wallets/7',
      pathParameters: { id: '7' },
      body: '{"a":"é"}',
      isBase64Encoded: false,
    });
  });

  it('contains the request id and the caller', () => {
    expect(event.requestContext).toMatchObject({
      requestId: 'id-1',
      stage: 'local',
      resourcePath: '/api/wallets/{id}',
      requestTime: '21/Nov/2026:08:41:05 +0000',
      requestTimeEpoch: 1795250465250,
      domainName: 'x:1',
      authorizer: { principalId: 'p' },
      identity: { sourceIp: '127.0.0.1', userAgent: 'test' },
    });
  });

  it('has null for empty maps and an empty body', () => {
    const bare = proxyEvent(
      { ...request, target: '/api/wallets' },
      { ...match, pathParameters: {} },
      Buffer.alloc(0),
      null,
    );
    expect(bare).toMatchObject({
      body: null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: null,
    });
  });
});
