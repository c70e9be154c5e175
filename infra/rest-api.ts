import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { type IRole, PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';
import type { Construct } from 'constructs';
import { routes } from '../functions/routes.ts';
import { accessOf, DEFAULT_TIMEOUT_SECONDS, type Route } from '../lib/platform/http/route.ts';
import { apiDefinition, calledArn, type Invokers } from './api-definition.ts';
import { serveUnder } from './api-domain.ts';
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
  readonly api: SpecRestApi;
  readonly authorize: LambdaFunction;
  readonly createFunction: CreateFunction;
  readonly releases: Releases;
}

/** Makes a function for each route, and opens the API to its callers. */
export function addRoutes(scope: Construct, { stage, api, authorize, createFunction, releases }: ApiProps): void {
  const called = (handler: string, created: LambdaFunction): IFunction => releases.aliasOf(handler, created) ?? created;
  const functions = [
    called('pipelines/authorize', authorize),
    ...Object.values<Route>(routes).map((route) => called(route.handler, handlerOf(route, createFunction))),
  ];
  // A new route must not be public before its function exists: the document names functions without references.
  api.latestDeployment?.node.addDependency(...functions);
  if (stage.domain) serveUnder(stage.domain, scope, api);
  if (stage.limitsAddresses) limitByAddress(scope, stage, api);
  if (stage.traces > 0) sampleTraces(scope, stage, api);
}

/** Without a rule X-Ray would trace one request a second and 5 % of the others. */
function sampleTraces(scope: Construct, stage: Stage, api: SpecRestApi): void {
  new CfnSamplingRule(scope, 'Traces', {
    samplingRule: {
      ruleName: `chainwatch-${stage.name}`,
      version: 1,
      priority: 1000,
      fixedRate: stage.traces,
      reservoirSize: 0,
      serviceName: `${api.restApiName}/${stage.name}`,
      serviceType: 'AWS::ApiGateway::Stage',
      host: '*',
      httpMethod: '*',
      urlPath: '*',
      resourceArn: '*',
    },
  });
}

const handlerOf = (route: Route, createFunction: CreateFunction) =>
  createFunction({
    handler: route.handler,
    access: accessOf(route),
    timeoutSeconds: route.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
    memoryMb: route.memoryMb ?? DEFAULT_MEMORY_MB,
  });

/**
 * The roles with which API Gateway calls functions. Two roles replace a permission per function, which would be one
 * more resource per route. One role would not do for long: IAM limits its inline policy to 10,240 characters.
 */
function createInvokers(scope: Construct, stage: Stage): Invokers {
  const handlersOf = (isReading: boolean): string[] =>
    Object.values<Route>(routes)
      .filter(({ method }) => (method === 'GET') === isReading)
      .map(({ handler }) => handler);
  const invoker = (id: string, handlers: readonly string[]): IRole => {
    const called = handlers.map((handler) => calledArn(scope, stage, handler));
    const role = new Role(scope, id, {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        access: new PolicyDocument({ statements: [allow(['lambda:InvokeFunction'], called)] }),
      },
    });
    return role.withoutPolicyUpdates();
  };
  return {
    reading: invoker('ApiReadRole', ['pipelines/authorize', ...handlersOf(true)]),
    writing: invoker('ApiWriteRole', handlersOf(false)),
  };
}

/** The HTTP API with its methods. Their functions follow. */
export function createRestApi(scope: Construct, stage: Stage): SpecRestApi {
  const name = `chainwatch-${stage.name}`;
  const accessLog = new LogGroup(scope, 'AccessLog', {
    logGroupName: `/aws/apigateway/${name}`,
    retention: stage.logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const api = new SpecRestApi(scope, 'RestApi', {
    restApiName: name,
    apiDefinition: apiDefinition(scope, stage, createInvokers(scope, stage)),
    endpointTypes: [EndpointType.REGIONAL],
    disableExecuteApiEndpoint: stage.domain?.step === 'only',
    // Access logs need a role that exists once per account and region; a new account has no such role.
    cloudWatchRole: true,
    deployOptions: {
      stageName: stage.name,
      throttlingRateLimit: stage.throttle.rate,
      throttlingBurstLimit: stage.throttle.burst,
      tracingEnabled: stage.traces > 0,
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
