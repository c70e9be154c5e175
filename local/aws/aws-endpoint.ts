import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { messageOf } from '../processes/user-error.ts';
import { isSigned } from './access-keys.ts';
import { type Answer, AwsError, errorAnswer, ok, parsed } from './aws-answer.ts';
import type { AnswerDynamoDb } from './dynamodb/strict-dynamodb.ts';
import { ConnectionSeveredError } from './forward.ts';
import type { RequiredPermission } from './grants.ts';
import type { Iam } from './iam.ts';
import { GetPublicKey, type Kms, Sign } from './kms.ts';
import type { Lambda } from './lambda.ts';
import { OneTime, type OneTimeSchedules } from './one-time-schedules.ts';
import { permissionsForTarget, permissionsToInvoke, permissionsToSchedule } from './required-permissions.ts';
import { isS3, type S3Parts, serveS3 } from './s3.ts';
import { GetSecretValue, PutSecretValue, type SecretVersions } from './secret-versions.ts';
import { type Mailbox, PAGE_HEADERS, PutSuppressedDestination, SendEmail } from './ses.ts';
import type { Ses } from './ses-account.ts';
import { forwardToSqs } from './sqs-forward.ts';
import { ACCOUNT, REGION } from './template.ts';
import { functionNameIn } from './template-functions.ts';

/** The parts of the stack that the server needs. */
export interface AwsParts extends S3Parts {
  readonly lambda: Lambda;
  readonly secrets: SecretVersions;
  readonly kms: Kms;
  readonly schedules: OneTimeSchedules;
  readonly ses: Ses;
  /** The emulators that get the forwarded requests. */
  readonly sqsEndpoint: string;
  readonly dynamoDb: AnswerDynamoDb;
  /** Decides whether the role of a function allows a request. */
  readonly iam: Iam;
}

interface Call {
  readonly parts: AwsParts;
  readonly request: IncomingMessage;
  readonly body: string;
  readonly url: URL;
  /** The name in the path of the request. */
  readonly name: string;
  /** @throws AwsError when the role of the calling function does not grant these permissions. */
  require(permissions: () => readonly RequiredPermission[]): void;
}

/**
 * REST operations by method and path. The other services get POST / and name the operation in a header. Each operation
 * checks the required permissions before it does anything.
 */
const operations: readonly [method: string, path: RegExp, operation: (call: Call) => Promise<Answer> | Answer][] = [
  ['POST', /^\/2015-03-31\/functions\/([^/]+)\/invocations$/, invoke],
  ['POST', /^\/schedules\/([^/]+)$/, createSchedule],
  ['GET', /^\/schedules\/([^/]+)$/, getSchedule],
  ['DELETE', /^\/schedules\/([^/]+)$/, deleteSchedule],
  ['POST', /^\/v2\/email\/outbound-emails$/, sendEmail],
  ['PUT', /^\/v2\/email\/suppression\/addresses$/, putSuppressedDestination],
  ['DELETE', /^\/v2\/email\/suppression\/addresses\/([^/]+)$/, deleteSuppressedDestination],
  ['POST', /^\/$/, target],
];

/** Serves every AWS request of the functions, and the links to files. `GET /_local/mail` shows the mails. */
export async function serveAws(parts: AwsParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (hasEnded(parts, request)) return void response.destroy();
  if (isS3(request)) return serveS3(parts, request, response);
  try {
    sendAnswer(response, await answerAws(parts, request, await text(request)));
  } catch {
    // The emulator or the client is gone. Without this server, the client would also see a cut connection.
    response.destroy();
  }
}

/**
 * Answers a request. Cuts the connection of an instance that has ended. Emulates Lambda, KMS, Secrets Manager,
 * EventBridge Scheduler and SES, and forwards DynamoDB and SQS requests to their emulators. Refuses requests that the
 * role of the calling function does not allow.
 * @throws ConnectionSeveredError when an emulator does not answer, or when the calling instance has ended.
 */
export async function answerAws(parts: AwsParts, request: IncomingMessage, body: string): Promise<Answer> {
  try {
    return await answerOf(parts, request, new URL(request.url ?? '/', 'http://local'), body);
  } catch (error) {
    if (error instanceof ConnectionSeveredError) throw error;
    return errorAnswer(error instanceof AwsError ? error : new AwsError(500, 'InternalFailure', messageOf(error)));
  }
}

export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'x-amzn-RequestId': randomUUID(), ...headers });
  response.end(body);
}

function answerOf(parts: AwsParts, request: IncomingMessage, url: URL, body: string): Promise<Answer> | Answer {
  if (request.method === 'GET' && url.pathname === '/_local/mail') return showMail(parts.ses.mailbox, request);
  const { authorization = '' } = request.headers;
  // Every SDK signs its requests.
  if (!isSigned(request)) {
    throw new AwsError(403, 'MissingAuthenticationTokenException', 'Sign the request; any credentials will do.');
  }
  // The instance may have ended while the body arrived.
  if (hasEnded(parts, request)) throw new ConnectionSeveredError('The instance that sent the request has ended');
  const caller = parts.iam.functionOf(authorization);
  const require: Call['require'] = (permissions) => {
    if (caller !== undefined) parts.iam.checkFunction(caller, permissions());
  };
  for (const [method, path, operation] of operations) {
    const match = request.method === method && path.exec(url.pathname);
    if (match) return operation({ parts, request, body, url, name: decodeURIComponent(match[1] ?? ''), require });
  }
  throw new AwsError(404, 'UnknownOperationException', `${request.method} ${url.pathname} is not emulated locally.`);
}

/** Whether the instance that signed a request has ended, because a call in it timed out. */
function hasEnded({ iam, lambda }: AwsParts, { headers }: IncomingMessage): boolean {
  const caller = iam.callerOf(headers.authorization ?? '');
  return caller !== undefined && lambda.hasEnded(caller);
}

function target(call: Call): Promise<Answer> | Answer {
  const { parts, request, body, require } = call;
  const name = String(request.headers['x-amz-target'] ?? '');
  require(() => permissionsForTarget({ target: name, body }, parts.iam.partitionKeys));
  if (name.startsWith('DynamoDB_')) return parts.dynamoDb(request, body);
  if (name.startsWith('AmazonSQS.')) return forwardToSqs(parts.sqsEndpoint, request, body);
  if (name === 'secretsmanager.GetSecretValue') return ok(parts.secrets.get(parsed(GetSecretValue, body)));
  if (name === 'secretsmanager.PutSecretValue') return ok(parts.secrets.put(parsed(PutSecretValue, body)));
  // TrentService is the name of KMS in its protocol.
  if (name === 'TrentService.Sign') return ok(parts.kms.sign(parsed(Sign, body)));
  if (name === 'TrentService.GetPublicKey') return ok(parts.kms.publicKey(parsed(GetPublicKey, body)));
  throw new AwsError(400, 'UnknownOperationException', `${name || 'POST /'} is not emulated locally.`);
}

async function invoke({ parts, request, body, name, require }: Call): Promise<Answer> {
  require(() => permissionsToInvoke(name));
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
  if (outcome.throttled) throw new AwsError(429, outcome.error.errorType, outcome.error.errorMessage);
  return { status: 200, headers: { 'X-Amz-Function-Error': 'Unhandled' }, body: JSON.stringify(outcome.error) };
}

function createSchedule({ parts, body, name, require }: Call): Answer {
  const schedule = parsed(OneTime, body, { Name: name, done: false });
  require(() => permissionsToSchedule('CreateSchedule', schedule.GroupName, name, schedule.Target.RoleArn));
  if (!parts.schedules.create(schedule)) {
    throw new AwsError(409, 'ConflictException', `Schedule ${name} already exists.`);
  }
  return ok({ ScheduleArn: scheduleArn(schedule.GroupName, name) });
}

function getSchedule({ parts, url, name, require }: Call): Answer {
  const group = url.searchParams.get('groupName') ?? 'default';
  require(() => permissionsToSchedule('GetSchedule', group, name));
  const schedule = parts.schedules.get(group, name);
  if (schedule === undefined) throw new AwsError(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`);
  const { done: _, ...shown } = schedule;
  return ok({ Arn: scheduleArn(group, name), ...shown });
}

function deleteSchedule({ parts, url, name, require }: Call): Answer {
  const group = url.searchParams.get('groupName') ?? 'default';
  require(() => permissionsToSchedule('DeleteSchedule', group, name));
  if (!parts.schedules.delete(group, name)) {
    throw new AwsError(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`);
  }
  return ok({});
}

function sendEmail({ parts: { ses }, body, require }: Call): Answer {
  const mail = parsed(SendEmail, body);
  require(() => ses.permissionsFor(mail));
  return ok({ MessageId: ses.send(mail) });
}

function putSuppressedDestination({ parts, body, require }: Call): Answer {
  const { EmailAddress, Reason } = parsed(PutSuppressedDestination, body);
  require(() => [{ action: 'ses:PutSuppressedDestination', resource: '*' }]);
  parts.ses.suppress(EmailAddress, Reason);
  return ok({});
}

function deleteSuppressedDestination({ parts, name, require }: Call): Answer {
  require(() => [{ action: 'ses:DeleteSuppressedDestination', resource: '*' }]);
  parts.ses.unsuppress(name);
  return ok({});
}

function showMail(mailbox: Mailbox, request: IncomingMessage): Answer {
  if (!request.headers.accept?.includes('text/html')) return ok(mailbox.mails);
  return { status: 200, headers: PAGE_HEADERS, body: mailbox.page() };
}

const scheduleArn = (group: string, name: string): string =>
  `arn:aws:scheduler:${REGION}:${ACCOUNT}:schedule/${group}/${name}`;
