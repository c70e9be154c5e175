import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Match } from './gateway-routes.ts';
import { ACCOUNT } from './template.ts';

/** A request as received, with the fields that the gateway adds. */
export interface GatewayRequest {
  readonly httpMethod: string;
  /** Path and query as in the request line. */
  readonly target: string;
  /** Alternating names and values as sent, repeated headers included. */
  readonly rawHeaders: readonly string[];
  readonly sourceIp: string;
  readonly requestId: string;
  readonly receivedAt: Date;
  readonly apiId: string;
  readonly stage: string;
}

/** The part of a request target before and after the question mark. */
export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/**
 * The event of a Lambda proxy integration, payload version 1.0, as API Gateway sends it. If a header or query parameter
 * repeats, the single-valued map holds the last value. Empty maps and an empty body are null.
 */
export function proxyEvent(
  request: GatewayRequest,
  { method, pathParameters }: Match,
  body: Buffer,
  authorizer: APIGatewayProxyEvent['requestContext']['authorizer'],
): APIGatewayProxyEvent {
  const { path, query } = splitTarget(request.target);
  const headers = grouped(pairs(request.rawHeaders));
  const parameters = grouped([...new URLSearchParams(query)]);
  return {
    resource: method.resourcePath,
    path,
    httpMethod: request.httpMethod,
    headers: lastOfEach(headers),
    multiValueHeaders: headers,
    queryStringParameters: nullIfEmpty(lastOfEach(parameters)),
    multiValueQueryStringParameters: nullIfEmpty(parameters),
    pathParameters: nullIfEmpty(pathParameters),
    stageVariables: null,
    requestContext: requestContext(request, method, path, headers, authorizer),
    body: body.length === 0 ? null : body.toString('utf8'),
    // The API declares no binary media types, so API Gateway treats every body as text.
    isBase64Encoded: false,
  };
}

function requestContext(
  request: GatewayRequest,
  method: Match['method'],
  path: string,
  headers: Record<string, string[]>,
  authorizer: APIGatewayProxyEvent['requestContext']['authorizer'],
): APIGatewayProxyEvent['requestContext'] {
  const header = (name: string) =>
    Object.entries(headers)
      .find(([key]) => key.toLowerCase() === name)?.[1]
      .at(-1) ?? null;
  return {
    accountId: ACCOUNT,
    apiId: request.apiId,
    authorizer,
    domainName: header('host') ?? undefined,
    extendedRequestId: request.requestId,
    httpMethod: request.httpMethod,
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
      sourceIp: request.sourceIp,
      user: null,
      userAgent: header('user-agent'),
      userArn: null,
    },
    path,
    protocol: 'HTTP/1.1',
    requestId: request.requestId,
    requestTime: commonLogTime(request.receivedAt),
    requestTimeEpoch: request.receivedAt.getTime(),
    // API Gateway has an id of its own for each path.
    resourceId: method.resourcePath,
    resourcePath: method.resourcePath,
    stage: request.stage,
  };
}

function pairs(flat: readonly string[]): [string, string][] {
  const out: [string, string][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) out.push([flat[i] ?? '', flat[i + 1] ?? '']);
  return out;
}

function grouped(entries: readonly (readonly [string, string])[]): Record<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, value] of entries) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  return Object.fromEntries(groups);
}

const lastOfEach = (groups: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([name, values]) => [name, values.at(-1) ?? '']));

const nullIfEmpty = <T extends object>(map: T): T | null => (Object.keys(map).length === 0 ? null : map);

/** Formats a time as in `21/Nov/2026:08:41:00 +0000`. */
function commonLogTime(time: Date): string {
  const [, day, month, year, clock] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+) GMT$/.exec(time.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${clock} +0000`;
}
