import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  AwsIntegration,
  EndpointType,
  IdentitySource,
  LogGroupLogDestination,
  type Method,
  MethodLoggingLevel,
  ResponseTransferMode,
  RestApi,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway';
import { type IRole, PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { routes } from '../functions/routes.ts';
import { accessOf, DEFAULT_TIMEOUT_SECONDS, type Route } from '../lib/platform/http/route.ts';
import { serveUnder } from './api-domain.ts';
import { addGatewayResponses } from './api-gateway-responses.ts';
import type { CreateFunction } from './lambda-functions.ts';
import { allow } from './policy-statements.ts';
import type { Releases } from './releases.ts';
import type { Stage } from './stages.ts';
import { limitByAddress } from './web-acl.ts';

/**
 * Lambda gives processor time by memory: 0.29 of a processor for 512 MB. Loading the code of an endpoint takes 35 to
 * 115 ms of a whole processor (measured with Node 24 on x64), so that a first call waits for at most 0.4 s for it.
 */
const DEFAULT_MEMORY_MB = 512;

export interface ApiProps {
  readonly stage: Stage;
  readonly api: RestApi;
  readonly authorize: LambdaFunction;
  readonly createFunction: CreateFunction;
  readonly releases: Releases;
}

/** Adds the routes to the HTTP API: one method and one function per route. */
export function addRoutes(scope: Construct, { stage, api, authorize, createFunction, releases }: ApiProps): void {
  const called = (handler: string, created: LambdaFunction): IFunction => releases.aliasOf(handler, created) ?? created;
  const authorizing = called('pipelines/authorize', authorize);
  const handled = Object.values<Route>(routes).map((route) => ({
    route,
    handler: called(route.handler, handlerOf(route, createFunction)),
  }));
  const functionsOf = (isReading: boolean) =>
    handled.filter(({ route }) => (route.method === 'GET') === isReading).map(({ handler }) => handler);
  const reading = createInvoker(scope, 'ApiReadRole', [authorizing, ...functionsOf(true)]);
  const writing = createInvoker(scope, 'ApiWriteRole', functionsOf(false));
  const authorizer = new TokenAuthorizer(api, 'Authorizer', {
    handler: authorizing,
    assumeRole: reading,
    identitySource: IdentitySource.header('Authorization'),
    // A revoked key works at most this long; the contract allows 60 s.
    resultsCacheTtl: Duration.seconds(30),
  });
  for (const { route, handler } of handled) {
    const resource = api.root.resourceForPath(route.path);
    const isPublic = route.scope === 'public';
    const method = resource.addMethod(
      route.method,
      integrationOf(route, handler, route.method === 'GET' ? reading : writing),
      isPublic ? {} : { authorizer },
    );
    acknowledgeKeys(method, isPublic);
  }
  addGatewayResponses(api);
  if (stage.domain) serveUnder(stage.domain, scope, api);
  if (stage.limitsAddresses) limitByAddress(scope, stage, api);
}

const handlerOf = (route: Route, createFunction: CreateFunction) =>
  createFunction({
    handler: route.handler,
    access: accessOf(route),
    timeoutSeconds: route.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
    memoryMb: route.memoryMb ?? DEFAULT_MEMORY_MB,
  });

/**
 * A role with which API Gateway calls functions. Two roles replace a permission per function, which would be one more
 * resource per route. One role would not do for long: IAM limits its inline policy to 10,240 characters.
 */
function createInvoker(scope: Construct, id: string, functions: readonly IFunction[]): IRole {
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: {
      access: new PolicyDocument({
        statements: [
          allow(
            ['lambda:InvokeFunction'],
            functions.map(({ functionArn }) => functionArn),
          ),
        ],
      }),
    },
  });
  // The CDK would add a separate policy for the authorizer.
  return role.withoutPolicyUpdates();
}

/** No LambdaIntegration, because it always adds a permission to the function. */
function integrationOf(route: Route, { functionArn }: IFunction, invoker: IRole): AwsIntegration {
  return new AwsIntegration({
    service: 'lambda',
    proxy: true,
    path: route.stream
      ? `2021-11-15/functions/${functionArn}/response-streaming-invocations`
      : `2015-03-31/functions/${functionArn}/invocations`,
    options: {
      credentialsRole: invoker,
      ...(route.stream && {
        responseTransferMode: ResponseTransferMode.STREAM,
        timeout: Duration.seconds(route.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS),
      }),
    },
  });
}

/** The HTTP API without its routes. */
export function createRestApi(scope: Construct, stage: Stage): RestApi {
  const name = `chainwatch-${stage.name}`;
  const accessLog = new LogGroup(scope, 'AccessLog', {
    logGroupName: `/aws/apigateway/${name}`,
    retention: stage.logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const api = new RestApi(scope, 'Api', {
    restApiName: name,
    endpointTypes: [EndpointType.REGIONAL],
    // Callers use the domain, if there is one.
    disableExecuteApiEndpoint: stage.domain !== undefined,
    // Access logs need a role that exists once per account and region; a new account has no such role.
    cloudWatchRole: true,
    deployOptions: {
      stageName: stage.name,
      throttlingRateLimit: stage.throttle.rate,
      throttlingBurstLimit: stage.throttle.burst,
      tracingEnabled: true,
      loggingLevel: MethodLoggingLevel.ERROR,
      // Data traces would write bodies and headers to the log, including API keys.
      dataTraceEnabled: false,
      accessLogDestination: new LogGroupLogDestination(accessLog),
      accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
    },
  });
  // API Gateway would make this group at the first error, and keep it for ever. The name is that of API Gateway.
  const executionLog = new LogGroup(scope, 'ExecutionLog', {
    logGroupName: `API-Gateway-Execution-Logs_${api.restApiId}/${stage.name}`,
    retention: stage.logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  api.deploymentStage.node.addDependency(executionLog);
  Validations.of(api).acknowledge({
    id: 'AwsSolutions-APIG2',
    reason: 'Each function validates its request with the zod schemas of its route, which name every field that fails.',
  });
  if (!stage.limitsAddresses) {
    Validations.of(api.deploymentStage).acknowledge({
      id: 'AwsSolutions-APIG3',
      reason: 'Nobody but its makers uses this stage, which throttles; stages with users have a web ACL.',
    });
  }
  Validations.of(api).acknowledge({
    id: `AwsSolutions-IAM4[Policy::${LOG_POLICY}]`,
    reason: 'API Gateway asks for this very policy on the role by which it writes logs, one for the whole account.',
  });
  return api;
}

const LOG_POLICY = 'arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs';

/**
 * A line per request. The line names the resource, because a path contains ids. The line names no header, because the
 * `Authorization` header contains the key.
 */
const accessLogLine = {
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  organisationId: '$context.authorizer.organisationId',
  keyId: '$context.authorizer.keyId',
  method: '$context.httpMethod',
  resource: '$context.resourcePath',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  responseBytes: '$context.responseLength',
  error: '$context.error.responseType',
};

function acknowledgeKeys(method: Method, isPublic: boolean): void {
  Validations.of(method).acknowledge({
    id: 'AwsSolutions-COG4',
    reason:
      'Callers are programs with API keys, checked by our own authorizer; there are no user sign-ins to federate.',
  });
  if (isPublic) {
    Validations.of(method).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: 'Answers without a key by contract, and nothing of any organisation.',
    });
  }
}
