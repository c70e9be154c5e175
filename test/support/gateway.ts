import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import * as z from 'zod';
import type { Limit } from '../../lib/platform/http/respond.ts';
import { organisation, uuid } from './records.ts';

/** The parts of a request that a test sets. `body` is sent unchanged. */
export interface Request {
  readonly headers?: Record<string, string>;
  readonly query?: Record<string, string[]>;
  readonly params?: Record<string, string>;
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
  /** The context of the authorizer; null for a public endpoint. */
  readonly authorizer?: Record<string, unknown> | null;
}

/** The authorizer's context of a key. */
export const aKey = (scope: string, more: Record<string, unknown> = {}) => ({
  organisationId: organisation,
  keyId: uuid(90),
  actorName: 'Key%20of%20Ada',
  scope,
  ...more,
});

/** The authorizer's context of a person. */
export const aPerson = (scope: string, more: Record<string, unknown> = {}) => ({
  organisationId: organisation,
  personId: 'person:ada',
  actorName: 'Ada%20Lovelace',
  scope,
  ...more,
});

/** A rate limit that accepts every key, for tests without a table. */
export const unlimited: Limit = async () => {};

export const requestId = 'a-request-id';
export const json = { 'Content-Type': 'application/json' };

/** The event of API Gateway's proxy integration (REST, payload 1.0) for a request with an admin key. */
export function anApiEvent({
  headers = {},
  query = {},
  params = {},
  body = null,
  isBase64Encoded = false,
  authorizer = aKey('admin'),
}: Request = {}): APIGatewayProxyEvent {
  const last = Object.entries(query).map(([name, values]) => [name, values.at(-1)]);
  return {
    httpMethod: 'POST',
    path: '/api/things',
    resource: '/api/things',
    headers,
    multiValueHeaders: {},
    queryStringParameters: Object.fromEntries(last),
    multiValueQueryStringParameters: query,
    pathParameters: params,
    stageVariables: null,
    body,
    isBase64Encoded,
    requestContext: {
      accountId: '123456789012',
      apiId: 'api',
      authorizer,
      httpMethod: 'POST',
      identity: {
        accessKey: null,
        accountId: null,
        apiKey: null,
        apiKeyId: null,
        caller: null,
        clientCert: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: '192.0.2.1',
        user: null,
        userAgent: null,
        userArn: null,
      },
      path: '/test/api/things',
      protocol: 'HTTP/1.1',
      requestId,
      requestTimeEpoch: Date.parse('2026-01-31T09:00:00.000Z'),
      resourceId: 'r',
      resourcePath: '/api/things',
      stage: 'test',
    },
  };
}

export const context: Context = {
  awsRequestId: 'another-id',
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'fn',
  functionVersion: '1',
  invokedFunctionArn: 'arn',
  logGroupName: 'group',
  logStreamName: 'stream',
  memoryLimitInMB: '256',
  getRemainingTimeInMillis: () => 10_000,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
};

const Problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string(),
  requestId: z.string(),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
});

/** The problem document of an answer. @throws Error when the answer is not a correct problem document. */
export function problemOf({
  statusCode,
  headers = {},
  body,
}: Pick<APIGatewayProxyResult, 'statusCode' | 'headers' | 'body'>) {
  const problem = Problem.parse(JSON.parse(body));
  const agrees =
    problem.status === statusCode &&
    problem.requestId === headers['X-Request-Id'] &&
    headers['Content-Type'] === 'application/problem+json';
  if (!agrees)
    throw new Error(`The answer is not a problem document: ${statusCode} ${JSON.stringify(headers)} ${body}`);
  return { ...problem, paths: problem.errors?.map(({ path }) => path) };
}
