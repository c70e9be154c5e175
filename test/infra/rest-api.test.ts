import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { pipelines } from '../../functions/pipelines/pipelines.ts';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { readGatewayDocument } from '../../local/aws/gateway-document.ts';
import { stageNamed } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';

const stage = stageNamed('prod');
const template = new ReadableTemplate('prod');
const rows = Object.values<Route>(routes);
const nameOf = (handler: string): string => `chainwatch-prod-${basename(handler)}`;

/** What calls of a handler name: its alias if it has one, otherwise the function. */
const aliases = template.properties('AWS::Lambda::Alias').map(({ FunctionName }) => FunctionName);
const calledOf = (handler: string): string =>
  `arn:AWS::Partition:lambda:AWS::Region:AWS::AccountId:function:${nameOf(handler)}${
    aliases.includes(nameOf(handler)) ? ':live' : ''
  }`;

const { operations, authorizers, responses } = readGatewayDocument(template.one('AWS::ApiGateway::RestApi'));
const methods = new Map(
  operations.map(({ method, path, security, 'x-amazon-apigateway-integration': integration }) => [
    `${method} ${path}`,
    { security, ...integration },
  ]),
);

const roleOf = (kind: 'Read' | 'Write') =>
  Object.keys(template.resources).find((id) => id.startsWith(`Api${kind}Role`)) ?? '';
const kindOf = (method: string) => (method === 'GET' ? 'Read' : 'Write');
const Granted = z.tuple([
  z.object({
    PolicyDocument: z.object({ Statement: z.tuple([z.object({ Resource: z.array(z.string()) })]) }),
  }),
]);
const resourcesIn = (policies: unknown): string[] => Granted.parse(policies)[0].PolicyDocument.Statement[0].Resource;

describe('The API', () => {
  it('has a method for every route and no other method', () => {
    expect([...methods.keys()].sort()).toEqual(rows.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('has a function and a source file for every route', () => {
    expect(new Set(rows.map(({ handler }) => handler)).size).toBe(rows.length);
    expect(rows.map(({ handler }) => handler).filter((handler) => !existsSync(`functions/${handler}.ts`))).toEqual([]);
  });

  it.each(rows)('calls $handler for $method $path', ({ method, path, handler, stream, timeoutSeconds, memoryMb }) => {
    const called = stream
      ? `2021-11-15/functions/${calledOf(handler)}/response-streaming-invocations`
      : `2015-03-31/functions/${calledOf(handler)}/invocations`;
    expect(methods.get(`${method} ${path}`)).toMatchObject({
      type: 'aws_proxy',
      uri: `arn:AWS::Partition:apigateway:AWS::Region:lambda:path/${called}`,
      responseTransferMode: stream ? 'STREAM' : 'BUFFERED',
      timeoutInMillis: stream ? (timeoutSeconds ?? 10) * 1000 : 29_000,
    });
    expect(template.one('AWS::Lambda::Function', { FunctionName: nameOf(handler) })).toMatchObject({
      Timeout: timeoutSeconds ?? 10,
      MemorySize: memoryMb ?? 512,
    });
  });

  it.each(rows)('calls the function of $method $path as the role of its kind of method', ({ method, path }) => {
    expect(methods.get(`${method} ${path}`)?.credentials).toBe(`${roleOf(kindOf(method))}.Arn`);
  });

  it.each(['Read', 'Write'] as const)('may call the functions of its routes and no other functions: %s', (kind) => {
    const { AssumeRolePolicyDocument, Policies } = template.resources[roleOf(kind)]?.Properties ?? {};
    expect(AssumeRolePolicyDocument).toMatchObject({
      Statement: [{ Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' } }],
    });
    const handlers = rows.filter(({ method }) => kindOf(method) === kind).map(({ handler }) => handler);
    const arns = [...handlers, ...(kind === 'Read' ? ['authorize'] : [])].map(calledOf);
    const statement = { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: expect.any(Array) };
    expect(Policies).toMatchObject([{ PolicyDocument: { Statement: [statement] } }]);
    expect(resourcesIn(Policies).sort()).toEqual(arns.sort());
    expect(authorizers.apiKey?.authorizerCredentials).toBe(`${roleOf('Read')}.Arn`);
  });

  it('needs no permission resource per function', () => {
    const principals = template.properties('AWS::Lambda::Permission').map(({ Principal }) => Principal);
    // The clocks of handover, set-values, expire-records, make-checkpoints and the canary, and the feedback of the
    // mail service.
    expect(principals).toEqual(Array(6).fill('events.amazonaws.com'));
  });

  it.each(rows)('requires a key for $method $path unless the route is public', ({ method, path, scope }) => {
    expect(methods.get(`${method} ${path}`)?.security).toEqual(scope === 'public' ? [] : [{ apiKey: [] }]);
  });

  it('requires a key for every route except the public routes of the contract', () => {
    const open = [...methods].filter(([, { security }]) => security.length === 0).map(([name]) => name);
    expect(open.sort()).toEqual([
      'DELETE /api/session',
      'GET /a/{token}',
      'GET /api/audit/key',
      'GET /api/email-link',
      'GET /api/health',
      'GET /api/openapi.json',
      'POST /api/canary/receipts',
      'POST /api/email-link',
      'POST /api/links/acknowledge',
      'POST /api/session/resume',
    ]);
  });

  it('has time-outs below the 29 s of API Gateway, except for streams', () => {
    const slow = rows.filter(({ stream, timeoutSeconds = 10 }) => !stream && timeoutSeconds >= 29);
    expect(slow.map(({ handler }) => handler)).toEqual([]);
  });

  it('authorizes by the Authorization header and caches the result for 30 s', () => {
    expect(Object.keys(authorizers)).toEqual(['apiKey']);
    expect(authorizers.apiKey).toMatchObject({
      type: 'token',
      identitySource: 'method.request.header.Authorization',
      authorizerResultTtlInSeconds: 30,
      authorizerUri: expect.stringMatching(/function:chainwatch-prod-authorize:live\/invocations$/),
    });
  });

  it('traces the share of the requests that the stage names, and no run of a pipeline', () => {
    expect(template.one('AWS::ApiGateway::Stage').TracingEnabled).toBe(true);
    expect(template.one('AWS::XRay::SamplingRule').SamplingRule).toMatchObject({
      FixedRate: stageNamed('prod').traces,
      ReservoirSize: 0,
      ServiceName: 'chainwatch-prod/prod',
    });
    for (const { FunctionName, TracingConfig } of template.properties('AWS::Lambda::Function')) {
      const isPipeline = Object.keys(pipelines).some((each) => FunctionName === `chainwatch-prod-${each}`);
      const isWatcher = String(FunctionName).startsWith('chainwatch-prod-watch-');
      expect(TracingConfig).toEqual({ Mode: isPipeline || isWatcher ? 'PassThrough' : 'Active' });
    }
  });

  it('publishes a route only when its function exists', () => {
    const [deployment] = template.all('AWS::ApiGateway::Deployment');
    const published = [deployment?.DependsOn].flat().map((id = '') => template.resources[id]);
    const named = published
      .filter((each) => each?.Type === 'AWS::Lambda::Function' || each?.Type === 'AWS::Lambda::Alias')
      .map((each) => `${each?.Properties.FunctionName}`);
    expect(named.sort()).toEqual(expect.arrayContaining(rows.map(({ handler }) => nameOf(handler))));
  });

  it('throttles at the rate of the stage', () => {
    expect(template.one('AWS::ApiGateway::Stage')).toMatchObject({
      StageName: 'prod',
      MethodSettings: [
        {
          HttpMethod: '*',
          ResourcePath: '/*',
          ThrottlingRateLimit: stage.throttle.rate,
          ThrottlingBurstLimit: stage.throttle.burst,
          DataTraceEnabled: false,
        },
      ],
    });
  });

  it('has the group of its execution logs before API Gateway makes one that never expires', () => {
    const groups = Object.entries(template.resources).filter(([, { Type }]) => Type === 'AWS::Logs::LogGroup');
    const found = groups.find(([, group]) => String(group.Properties.LogGroupName).startsWith('API-Gateway-Execution'));
    expect(found?.[1].Properties.LogGroupName).toBe('API-Gateway-Execution-Logs_chainwatch-prod/prod');
    const [apiStage] = template.all('AWS::ApiGateway::Stage');
    expect(apiStage?.DependsOn).toContain(found?.[0]);
  });

  it('logs one JSON line per request, without headers', () => {
    const { AccessLogSetting } = z
      .object({ AccessLogSetting: z.object({ Format: z.string(), DestinationArn: z.string() }) })
      .parse(template.one('AWS::ApiGateway::Stage'));
    expect(JSON.parse(AccessLogSetting.Format)).toMatchObject({ requestId: '$context.requestId' });
    expect(AccessLogSetting.Format).not.toMatch(/header|authorization|token/i);
    expect(AccessLogSetting.DestinationArn).toBe('/aws/apigateway/chainwatch-prod.Arn');
  });
});

describe('The responses of API Gateway itself', () => {
  const expected: Record<string, [status: number, code: string]> = {
    UNAUTHORIZED: [401, 'unauthorized'],
    ACCESS_DENIED: [403, 'organisation_suspended'],
    INVALID_API_KEY: [403, 'forbidden'],
    WAF_FILTERED: [403, 'forbidden'],
    RESOURCE_NOT_FOUND: [404, 'not_found'],
    MISSING_AUTHENTICATION_TOKEN: [404, 'not_found'],
    INVALID_SIGNATURE: [404, 'not_found'],
    EXPIRED_TOKEN: [404, 'not_found'],
    DEFAULT_4XX: [404, 'not_found'],
    BAD_REQUEST_BODY: [400, 'validation_failed'],
    BAD_REQUEST_PARAMETERS: [400, 'validation_failed'],
    REQUEST_TOO_LARGE: [413, 'payload_too_large'],
    UNSUPPORTED_MEDIA_TYPE: [415, 'unsupported_media_type'],
    THROTTLED: [429, 'rate_limited'],
    QUOTA_EXCEEDED: [429, 'rate_limited'],
    API_CONFIGURATION_ERROR: [500, 'internal'],
    AUTHORIZER_CONFIGURATION_ERROR: [500, 'internal'],
    AUTHORIZER_FAILURE: [503, 'unavailable'],
    INTEGRATION_FAILURE: [500, 'internal'],
    INTEGRATION_TIMEOUT: [500, 'internal'],
    DEFAULT_5XX: [500, 'internal'],
  };
  const answer = (type: string) => {
    const response = responses[type];
    if (response === undefined) throw new Error(`No response ${type}`);
    return response;
  };

  it('cover every response type of API Gateway', () => {
    expect(Object.keys(responses).sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(Object.entries(expected))('are problem documents: %s answers %j', (type, [status, code]) => {
    const { statusCode, responseParameters, responseTemplates } = answer(type);
    expect(statusCode).toBe(status);
    expect(Object.keys(responseTemplates)).toEqual(['application/json']);
    expect(JSON.parse(responseTemplates['application/json'] ?? '')).toEqual({
      type: `urn:problem-type:chainwatch:${code}`,
      title: expect.any(String),
      status,
      code,
      detail: expect.any(String),
      requestId: '$context.requestId',
    });
    expect(responseParameters).toMatchObject({
      'gatewayresponse.header.Content-Type': "'application/problem+json'",
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
    });
  });

  it.each(['THROTTLED', 'QUOTA_EXCEEDED'])('contain the time of the next try: %s', (type) => {
    expect(answer(type).responseParameters['gatewayresponse.header.Retry-After']).toMatch(/^'\d+'$/);
  });
});
