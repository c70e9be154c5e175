import * as z from 'zod';
import { queueMappings, streamMappings } from './event-source-mappings.ts';
import { gatewayDocumentOf } from './gateway-document.ts';
import type { RequiredPermission } from './grants.ts';
import type { Iam } from './iam.ts';
import { arnOf, type ResolvedTemplate } from './template.ts';
import { functionArnIn } from './template-functions.ts';

const Logging = z.object({
  FunctionName: z.string(),
  LoggingConfig: z.object({ LogGroup: z.string() }),
  TracingConfig: z.object({ Mode: z.string() }).default({ Mode: 'PassThrough' }),
});
const Schedule = z.object({ Target: z.object({ Arn: z.string(), RoleArn: z.string() }) });

/**
 * Checks the permissions that the services themselves need, which no request of a function shows. Lambda writes logs,
 * sends traces and reads event sources with the role of the function. API Gateway and the scheduler invoke functions
 * with other roles.
 * @throws Error that names the first role without a permission that its service needs.
 */
export function checkServiceRoles(template: ResolvedTemplate, iam: Iam): void {
  const each = (actions: readonly string[], resource: string): RequiredPermission[] =>
    actions.map((action) => ({ action, resource }));

  for (const { properties } of template.resources('AWS::Lambda::Function', Logging)) {
    const { FunctionName, LoggingConfig, TracingConfig } = properties;
    const group = arnOf('AWS::Logs::LogGroup', LoggingConfig.LogGroup);
    iam.checkFunction(FunctionName, each(['logs:CreateLogStream', 'logs:PutLogEvents'], group));
    if (TracingConfig.Mode === 'Active') {
      iam.checkFunction(FunctionName, each(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*'));
    }
  }
  for (const { functionName, streamArn, onFailure } of streamMappings(template)) {
    const reading = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
    const actions = reading.map((action) => `dynamodb:${action}`);
    iam.checkFunction(functionName, each(actions, streamArn));
    if (onFailure !== undefined) iam.checkFunction(functionName, each(['sqs:SendMessage'], onFailure));
  }
  for (const { functionName, queueArn } of queueMappings(template)) {
    const actions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
    iam.checkFunction(functionName, each(actions, queueArn));
  }

  const { operations, authorizers } = gatewayDocumentOf(template);
  const schedules = template.resources('AWS::Scheduler::Schedule', Schedule);
  const calls = [
    ...operations.map(({ 'x-amazon-apigateway-integration': { credentials, uri } }) => [credentials, uri] as const),
    ...Object.values(authorizers).map((each) => [each.authorizerCredentials, each.authorizerUri] as const),
    ...schedules.map(({ properties: { Target } }) => [Target.RoleArn, Target.Arn] as const),
  ];
  for (const [role, called] of calls) {
    iam.checkRole(role, each(['lambda:InvokeFunction'], functionArnIn(called)));
  }
}
