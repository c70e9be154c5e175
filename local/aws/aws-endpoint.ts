import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { messageOf } from '../processes/user-error.ts';
import { type Answer, AwsError, ok, parsed } from './aws-answer.ts';
import { ConnectionSeveredError, forward } from './forward.ts';
import type { RequiredPermission } from './grants.ts';
import type { Iam } from './iam.ts';
import type { Lambda } from './lambda.ts';
import { OneTime, type OneTimeSchedules } from './one-time-schedules.ts';
import {
  permissionsForTarget,
  permissionsToInvoke,
  permissionsToSchedule,
  permissionsToSendMail,
} from './required-permissions.ts';
import type { Secret } from './secrets-manager.ts';
import { type Mailbox, PAGE_HEADERS, SendEmail } from './ses.ts';
import { forwardToSqs } from './sqs-forward.ts';
import { ACCOUNT, REGION } from './template.ts';
import { functionNameIn } from './template-functions.ts';

/** What the server plays with. */
export interface AwsParts {
  readonly lambda: Lambda;
  readonly secrets: readonly Secret[];
  readonly schedules: OneTimeSchedules;
  readonly mailbox: Mailbox;
  /** The emulators, to which requests are handed on. */
  readonly sqsEndpoint: string;
  readonly dynamoDbEndpoint: string;
  /** Whether functions may do what they ask for. */
  readonly iam: Iam;
}

interface Call {
  readonly parts: AwsParts;
  readonly request: IncomingMessage;
  readonly body: string;
  readonly url: URL;
  /** What the pattern of the path captured. */
  readonly name: string;
  /** @throws AwsError when the function that sent the request may not do these. */
  needs(told: () => readonly RequiredPermission[]): void;
}

/**
 * REST operations by method and path; the others come as POST / and name theirs in a header. Each tells what it needs before
 * it does anything.
 */
const operations: readonly [method: string, path: RegExp, operation: (call: Call) => Promise<Answer> | Answer][] = [
  ['POST', /^\/2015-03-31\/functions\/([^/]+)\/invocations$/, invoke],
  ['POST', /^\/schedules\/([^/]+)$/, createSchedule],
  ['GET', /^\/schedules\/([^/]+)$/, getSchedule],
  ['DELETE', /^\/schedules\/([^/]+)$/, deleteSchedule],
  ['POST', /^\/v2\/email\/outbound-emails$/, sendEmail],
  ['POST', /^\/$/, target],
];

/** The server that is all of AWS to the functions. `GET /_local/mail` shows the mails. */
export async function serveAws(parts: AwsParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    tell(response, await answerAws(parts, request, await text(request)));
  } catch {
    // The emulator is gone, or who asked: as it would show without us in between.
    response.destroy();
  }
}

/**
 * Answers a request: plays Lambda, Secrets Manager, EventBridge Scheduler and SES, hands DynamoDB and SQS on to their
 * emulators, and refuses what the role of the function that asks does not allow.
 * @throws ConnectionSeveredError when an emulator gave no answer.
 */
export async function answerAws(parts: AwsParts, request: IncomingMessage, body: string): Promise<Answer> {
  try {
    return await answerOf(parts, request, new URL(request.url ?? '/', 'http://local'), body);
  } catch (error) {
    if (error instanceof ConnectionSeveredError) throw error;
    const { status, code } = error instanceof AwsError ? error : { status: 500, code: 'InternalFailure' };
    const message = messageOf(error);
    return {
      status,
      headers: { 'x-amzn-ErrorType': code },
      body: JSON.stringify({ __type: code, message, Message: message }),
    };
  }
}

export function tell(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'x-amzn-RequestId': randomUUID(), ...headers });
  response.end(body);
}

function answerOf(parts: AwsParts, request: IncomingMessage, url: URL, body: string): Promise<Answer> | Answer {
  if (request.method === 'GET' && url.pathname === '/_local/mail') return showMail(parts.mailbox, request);
  const { authorization } = request.headers;
  // Every SDK signs. A page in a browser cannot send this header across origins, so none can invoke a function here.
  if (!authorization?.startsWith('AWS4-HMAC-SHA256 ')) {
    throw new AwsError(403, 'MissingAuthenticationTokenException', 'Sign the request; any credentials will do.');
  }
  const caller = parts.iam.functionOf(authorization);
  const needs: Call['needs'] = (told) => {
    if (caller !== undefined) parts.iam.checkFunction(caller, told());
  };
  for (const [method, path, operation] of operations) {
    const match = request.method === method && path.exec(url.pathname);
    if (match) return operation({ parts, request, body, url, name: decodeURIComponent(match[1] ?? ''), needs });
  }
  throw new AwsError(404, 'UnknownOperationException', `${request.method} ${url.pathname} is not played locally.`);
}

function target(call: Call): Promise<Answer> | Answer {
  const { parts, request, body, needs } = call;
  const name = String(request.headers['x-amz-target'] ?? '');
  needs(() => permissionsForTarget({ target: name, body }, parts.iam.partitionKeys));
  if (name.startsWith('DynamoDB_')) return forward(parts.dynamoDbEndpoint, request, body);
  if (name.startsWith('AmazonSQS.')) return forwardToSqs(parts.sqsEndpoint, request, body);
  if (name === 'secretsmanager.GetSecretValue') return getSecretValue(call);
  throw new AwsError(400, 'UnknownOperationException', `${name || 'POST /'} is not played locally.`);
}

function getSecretValue({ parts, body }: Call): Answer {
  const { SecretId } = parsed(z.object({ SecretId: z.string() }), body);
  const secret = parts.secrets.find(({ arn, name }) => SecretId === arn || SecretId === name);
  if (secret === undefined) {
    throw new AwsError(400, 'ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  }
  const { arn, name, value } = secret;
  return ok({ ARN: arn, Name: name, SecretString: value, VersionId: 'local', VersionStages: ['AWSCURRENT'] });
}

async function invoke({ parts, request, body, name, needs }: Call): Promise<Answer> {
  needs(() => permissionsToInvoke(name));
  const functionName = name.startsWith('arn:') ? functionNameIn(name) : name;
  if (!parts.lambda.has(functionName)) {
    throw new AwsError(404, 'ResourceNotFoundException', `Function not found: ${functionName}`);
  }
  const event = body === '' ? {} : parsed(z.unknown(), body);
  if (request.headers['x-amz-invocation-type'] === 'Event') {
    parts.lambda.invokeLater(functionName, event);
    return { status: 202, body: '' };
  }
  const outcome = await parts.lambda.invoke(functionName, event);
  if (outcome.ok) return ok(outcome.result ?? null);
  return { status: 200, headers: { 'X-Amz-Function-Error': 'Unhandled' }, body: JSON.stringify(outcome.error) };
}

function createSchedule({ parts, body, name, needs }: Call): Answer {
  const schedule = parsed(OneTime, body, { Name: name, done: false });
  needs(() => permissionsToSchedule('CreateSchedule', schedule.GroupName, name, schedule.Target.RoleArn));
  if (!parts.schedules.create(schedule)) {
    throw new AwsError(409, 'ConflictException', `Schedule ${name} already exists.`);
  }
  return ok({ ScheduleArn: scheduleArn(schedule.GroupName, name) });
}

function getSchedule({ parts, url, name, needs }: Call): Answer {
  const group = url.searchParams.get('groupName') ?? 'default';
  needs(() => permissionsToSchedule('GetSchedule', group, name));
  const schedule = parts.schedules.get(group, name);
  if (schedule === undefined) throw new AwsError(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`);
  const { done: _, ...shown } = schedule;
  return ok({ Arn: scheduleArn(group, name), ...shown });
}

function deleteSchedule({ parts, url, name, needs }: Call): Answer {
  const group = url.searchParams.get('groupName') ?? 'default';
  needs(() => permissionsToSchedule('DeleteSchedule', group, name));
  if (!parts.schedules.delete(group, name)) {
    throw new AwsError(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`);
  }
  return ok({});
}

function sendEmail({ parts, body, needs }: Call): Answer {
  const MessageId = randomUUID();
  const mail = parsed(SendEmail, body);
  needs(() => permissionsToSendMail(mail.FromEmailAddress));
  parts.mailbox.add(mail, MessageId, new Date());
  return ok({ MessageId });
}

function showMail(mailbox: Mailbox, request: IncomingMessage): Answer {
  if (!request.headers.accept?.includes('text/html')) return ok(mailbox.mails);
  return { status: 200, headers: PAGE_HEADERS, body: mailbox.page() };
}

const scheduleArn = (group: string, name: string): string =>
  `arn:aws:scheduler:${REGION}:${ACCOUNT}:schedule/${group}/${name}`;
