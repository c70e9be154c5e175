import { Stack } from 'aws-cdk-lib';
import { ApiDefinition } from 'aws-cdk-lib/aws-apigateway';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { routes } from '../functions/routes.ts';
import { DEFAULT_TIMEOUT_SECONDS, type Route } from '../lib/platform/http/route.ts';
import { gatewayResponses } from './api-gateway-responses.ts';
import { functionName } from './lambda-functions.ts';
import { lambdaArn } from './policy-statements.ts';
import { calledName } from './released-functions.ts';
import type { Stage } from './stages.ts';

/** A revoked key works at most this long; the contract allows 60 s. */
const AUTHORIZER_TTL_SECONDS = 30;

/** The roles with which API Gateway calls functions: those of GET routes and the authorizer, and all others. */
export interface Invokers {
  readonly reading: IRole;
  readonly writing: IRole;
}

/** What API Gateway calls for a handler: its alias if it is released gradually, otherwise the function. */
export const calledArn = (scope: Construct, stage: Stage, handler: string): string =>
  lambdaArn(Stack.of(scope), calledName(handler, functionName(stage, handler)));

/**
 * The API as an OpenAPI document with the extensions of API Gateway: an operation for each route. A method and its
 * resource would be two resources of the stack for each route. The document has no schemas: the functions validate, and
 * API Gateway reads OpenAPI 3.0 only in part. Functions are named by ARNs that need no reference, because functions
 * refer to the API.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html
 */
export function apiDefinition(scope: Construct, stage: Stage, { reading, writing }: Invokers): ApiDefinition {
  const uriOf = (handler: string, call: string): string => {
    const { partition, region } = Stack.of(scope);
    return `arn:${partition}:apigateway:${region}:lambda:path/${call.replace('*', calledArn(scope, stage, handler))}`;
  };
  const operationOf = ([operationId, route]: [string, Route]) => ({
    operationId,
    security: route.scope === 'public' ? [] : [{ apiKey: [] }],
    responses: {},
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: uriOf(route.handler, route.stream ? STREAMED : BUFFERED),
      credentials: (route.method === 'GET' ? reading : writing).roleArn,
      ...(route.stream && {
        responseTransferMode: 'STREAM',
        timeoutInMillis: (route.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
      }),
    },
  });
  const byPath = Map.groupBy(Object.entries<Route>(routes), ([, { path }]) => path);
  return ApiDefinition.fromInline({
    openapi: '3.0.1',
    info: { title: `chainwatch-${stage.name}`, version: '1' },
    paths: Object.fromEntries(
      [...byPath].map(([path, rows]) => [
        path,
        Object.fromEntries(rows.map((row) => [row[1].method.toLowerCase(), operationOf(row)])),
      ]),
    ),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          name: 'Authorization',
          in: 'header',
          'x-amazon-apigateway-authtype': 'custom',
          'x-amazon-apigateway-authorizer': {
            type: 'token',
            identitySource: 'method.request.header.Authorization',
            authorizerUri: uriOf('pipelines/authorize', BUFFERED),
            authorizerCredentials: reading.roleArn,
            authorizerResultTtlInSeconds: AUTHORIZER_TTL_SECONDS,
          },
        },
      },
    },
    'x-amazon-apigateway-gateway-responses': gatewayResponses(),
  });
}

/** The paths of Lambda's API, with `*` for the ARN of the function. */
const BUFFERED = '2015-03-31/functions/*/invocations';
const STREAMED = '2021-11-15/functions/*/response-streaming-invocations';
