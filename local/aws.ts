import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { type Answer, AwsError, ok, parsed } from './aws-answer.ts';
import { messageOf } from './errors.ts';
import { functionNameIn } from './functions.ts';
import type { Lambda } from './lambda.ts';
import { type Mailbox, SendEmail } from './mail.ts';
import { OneTime, type OneTimeSchedules } from './schedules.ts';
import type { Secret } from './secrets.ts';
import { forwardToSqs } from './sqs-forward.ts';
import { ACCOUNT, REGION } from './template.ts';

/** What the server plays with. */
export interface AwsParts {
  readonly lambda: Lambda;
  readonly secrets: readonly Secret[];
  readonly schedules: OneTimeSchedules;
  readonly mailbox: Mailbox;
  /** The SQS emulator, to which requests are handed on. */
  readonly sqsEndpoint: string;
}

interface Call {
  readonly parts: AwsParts;
  readonly request: IncomingMessage;
  readonly body: string;
  readonly url: URL;
  /** What the pattern of the path captured. */
  readonly name: string;
}

/** REST operations by method and path; the others come as POST / and name theirs in a header. */
const operations: readonly [method: string, path: RegExp, operation: (call: Call) => Promise<Answer> | Answer][] = [
  ['POST', /^\/2015-03-31\/functions\/([^/]+)\/invocations$/, invoke],
  ['POST', /^\/schedules\/([^/]+)$/, createSchedule],
  ['GET', /^\/schedules\/([^/]+)$/, getSchedule],
  ['DELETE', /^\/schedules\/([^/]+)$/, deleteSchedule],
  ['POST', /^\/v2\/email\/outbound-emails$/, sendEmail],
  ['POST', /^\/$/, target],
];

/**
 * Answers a request to the server that plays the AWS services the functions call and that have no emulator: Lambda, Secrets
 * Manager, EventBridge Scheduler and SES; SQS is checked and handed on. `GET /_local/mail` shows the mails.
 */
export async function serveAws(parts: AwsParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const url = new URL(request.url ?? '/', 'http://local');
    const body = Buffer.concat(await Array.fromAsync(request)).toString('utf8');
    const { status, headers, body: answer } = await answerOf(parts, request, url, body);
    response.writeHead(status, { 'Content-Type': 'application/json', 'x-amzn-RequestId': randomUUID(), ...headers });
    response.end(answer);
  } catch (error) {
    const { status, code } = error instanceof AwsError ? error : { status: 500, code: 'InternalFailure' };
    response.writeHead(status, { 'Content-Type': 'application/json', 'x-amzn-ErrorType': code });
    response.end(JSON.stringify({ __type: code, message: messageOf(error), Message: messageOf(error) }));
  }
}

function answerOf(parts: AwsParts, request: IncomingMessage, url: URL, body: string): Promise<Answer> | Answer {
  if (request.method === 'GET' && url.pathname === '/_local/mail') return showMail(parts.mailbox, request);
  // Every SDK signs. A page in a browser cannot send this header across origins, so none can invoke a function here.
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) {
    throw new AwsError(403, 'MissingAuthenticationTokenException', 'Sign the request; any credentials will do.');
  }
  for (const [method, path, operation] of operations) {
    const match = request.method === method && path.exec(url.pathname);
    if (match) return operation({ parts, request, body, url, name: decodeURIComponent(match[1] ?? '') });
  }
  throw new AwsError(404, 'UnknownOperationException', `${request.method} ${url.pathname} is not played locally.`);
}

function target(call: Call): Promise<Answer> | Answer {
  const name = String(call.request.headers['x-amz-target'] ?? '');
  if (name === 'secretsmanager.GetSecretValue') return getSecretValue(call);
  if (name.startsWith('AmazonSQS.')) return forwardToSqs(call.parts.sqsEndpoint, call.request, call.body);
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

async function invoke({ parts, request, body, name }: Call): Promise<Answer> {
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

function createSchedule({ parts, body, name }: Call): Answer {
  const schedule = parsed(OneTime, body, { Name: name, done: false });
  if (!parts.schedules.create(schedule)) {
    throw new AwsError(409, 'ConflictException', `Schedule ${name} already exists.`);
  }
  return ok({ ScheduleArn: scheduleArn(schedule.GroupName, name) });
}

function getSchedule({ parts, url, name }: Call): Answer {
  const group = url.searchParams.get('groupName') ?? 'default';
  const schedule = parts.schedules.get(group, name);
  if (schedule === undefined) throw new AwsError(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`);
  const { done: _, ...shown } = schedule;
  return ok({ Arn: scheduleArn(group, name), ...shown });
}

function deleteSchedule({ parts, url, name }: Call): Answer {
  if (!parts.schedules.delete(url.searchParams.get('groupName') ?? 'default', name)) {
    throw new AwsError(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`);
  }
  return ok({});
}

function sendEmail({ parts, body }: Call): Answer {
  const MessageId = randomUUID();
  parts.mailbox.add(parsed(SendEmail, body), MessageId, new Date());
  return ok({ MessageId });
}

function showMail(mailbox: Mailbox, request: IncomingMessage): Answer {
  if (!request.headers.accept?.includes('text/html')) return ok(mailbox.mails);
  return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: mailbox.page() };
}

const scheduleArn = (group: string, name: string): string =>
  `arn:aws:scheduler:${REGION}:${ACCOUNT}:schedule/${group}/${name}`;
