import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { DescribeCertificate$ } from '@aws-sdk/client-acm';
import { GetAccount$ as GetGatewayAccount$ } from '@aws-sdk/client-api-gateway';
import { DescribeRegionSettings$, ListBackupVaults$ } from '@aws-sdk/client-backup';
import { DescribeBudgets$ } from '@aws-sdk/client-budgets';
import { DescribeStacks$ } from '@aws-sdk/client-cloudformation';
import { ListDistributions$ } from '@aws-sdk/client-cloudfront';
import { DescribeTable$ } from '@aws-sdk/client-dynamodb';
import { GetAccountSettings$, GetFunctionConcurrency$ } from '@aws-sdk/client-lambda';
import { HeadBucket$ } from '@aws-sdk/client-s3';
import { DescribeSecret$, GetSecretValue$ } from '@aws-sdk/client-secrets-manager';
import { GetEmailIdentity$, GetAccount$ as GetMailAccount$ } from '@aws-sdk/client-sesv2';
import { GetTopicAttributes$, ListSubscriptionsByTopic$ } from '@aws-sdk/client-sns';
import { GetParameter$ } from '@aws-sdk/client-ssm';
import { GetCallerIdentity$ } from '@aws-sdk/client-sts';
import * as z from 'zod';
import { close, listen } from '../../../local/processes/servers.ts';

/** The operations that preflight asks, as AWS publishes them in its SDK. */
const operations = {
  callerIdentity: GetCallerIdentity$,
  bootstrap: GetParameter$,
  accountSettings: GetAccountSettings$,
  functionConcurrency: GetFunctionConcurrency$,
  gatewayAccount: GetGatewayAccount$,
  mailAccount: GetMailAccount$,
  mailIdentity: GetEmailIdentity$,
  secret: GetSecretValue$,
  stacks: DescribeStacks$,
  table: DescribeTable$,
  keptSecret: DescribeSecret$,
  keptBucket: HeadBucket$,
  keptVaults: ListBackupVaults$,
  backupSettings: DescribeRegionSettings$,
  certificate: DescribeCertificate$,
  subscriptions: ListSubscriptionsByTopic$,
  topic: GetTopicAttributes$,
  distributions: ListDistributions$,
  budgets: DescribeBudgets$,
} as const;
type Operation = keyof typeof operations;
const isOperation = (name: string): name is Operation => name in operations;

/** The name of an error of the service, or the members of an answer. */
export type Answer = string | Readonly<Record<string, unknown>>;
export type Account = Readonly<Record<Operation, Answer>> & {
  /** What other regions than eu-west-1 answer differently. */
  readonly elsewhere?: Partial<Readonly<Record<Operation, Answer>>>;
};

// A schema of the SDK is a list. An operation is: kind, namespace, name, traits, input, output.
const Traits = z.looseObject({ http: z.tuple([z.string(), z.string(), z.number()]).optional() });
const OperationSchema = z.tuple([
  z.literal(9),
  z.string(),
  z.string(),
  z.union([Traits, z.number()]),
  z.unknown(),
  z.unknown(),
]);
// A structure is: kind, namespace, name, traits, names of members, their schemas.
const Structure = z
  .tuple([z.literal(3), z.string(), z.string(), z.unknown(), z.array(z.string()), z.array(z.unknown())])
  .rest(z.unknown());
const primitives: Readonly<Record<number, string>> = { 0: 'string', 1: 'number', 2: 'boolean' };

/** @throws Error for a member that the published schema does not have, or of another type. */
function assertAsPublished(value: unknown, schema: unknown, path: string): void {
  const given = typeof schema === 'function' ? schema() : schema;
  const structure = Structure.safeParse(given);
  if (!structure.success) {
    const type = typeof given === 'number' ? primitives[given] : undefined;
    if (type !== undefined && typeof value !== type) throw new Error(`${path} is no ${type}`);
    return;
  }
  const [, , name, , names, members] = structure.data;
  for (const [member, inner] of Object.entries(z.record(z.string(), z.unknown()).parse(value))) {
    const index = names.indexOf(member);
    if (index < 0) throw new Error(`${name} has no member ${member} (${path})`);
    assertAsPublished(inner, members[index], `${path}.${member}`);
  }
}

/** The operation of a request, by its path, or by the header or the body that names the operation. */
function operationOf(request: IncomingMessage, body: string): Operation | undefined {
  // Of S3, only the request for a bucket is played, whose path is the bucket.
  if (request.method === 'HEAD') return 'keptBucket';
  const [path = ''] = request.url?.split('?') ?? [];
  const target = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? new URLSearchParams(body).get('Action');
  return Object.keys(operations)
    .filter(isOperation)
    .find((operation) => {
      const [, , name, traits] = OperationSchema.parse(operations[operation]);
      const http = typeof traits === 'number' ? undefined : traits.http;
      // The services that name the operation have the path / for every operation.
      if (http === undefined || http[1] === '/') return target === name;
      return request.method === http[0] && new RegExp(`^${http[1].replaceAll(/\{[^}]+\}/g, '[^/]+')}/?$`).test(path);
    });
}

/** The only map among the answers in XML. An element of a map is called `entry`, and of a list `member`. */
const MAP = 'Attributes';

function elements(value: unknown, of?: string): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => {
      if (of === MAP) return elements({ entry: { key: name, value: part } });
      const tag = Array.isArray(value) ? 'member' : name;
      return `<${tag}>${elements(part, name)}</${tag}>`;
    })
    .join('');
}

/** The operations of services that answer in XML. That of CloudFront has no elements around the members. */
const IN_XML: readonly Operation[] = ['callerIdentity', 'stacks', 'subscriptions', 'topic', 'distributions'];

const xml = (operation: Operation, name: string, members: object): string =>
  operation === 'distributions' ? elements(members) : elements({ [`${name}Response`]: { [`${name}Result`]: members } });

/** AWS with one account, as far as preflight asks it. `answers` may change between requests. */
export async function startAwsAccount(answers: { current: Account }): Promise<{ url: string; stop(): Promise<void> }> {
  const { server, url } = await listen(async (request, response) => {
    const operation = operationOf(request, await text(request));
    if (operation === undefined) {
      response.writeHead(404, { 'x-amzn-ErrorType': 'UnknownOperationException' }).end('{}');
      return;
    }
    const isElsewhere = !/\/eu-west-1\//.test(request.headers.authorization ?? '');
    const answer = (isElsewhere ? answers.current.elsewhere?.[operation] : undefined) ?? answers.current[operation];
    const isXml = IN_XML.includes(operation);
    if (typeof answer === 'string' && isXml) {
      const [code = '', message = code] = answer.split(': ');
      const error = elements({ ErrorResponse: { Error: { Type: 'Sender', Code: code, Message: message } } });
      response.writeHead(400, { 'Content-Type': 'text/xml' }).end(error);
      return;
    }
    if (typeof answer === 'string') {
      const body = JSON.stringify({ __type: answer, message: answer });
      // An answer of S3 to HEAD has no body: its status is the error.
      response
        .writeHead(answer === 'NotFound' ? 404 : 400, {
          'x-amzn-ErrorType': answer,
          'Content-Type': 'application/json',
        })
        .end(body);
      return;
    }
    const [, , name, , , output] = OperationSchema.parse(operations[operation]);
    assertAsPublished(answer, output, name);
    response
      .writeHead(200, { 'Content-Type': isXml ? 'text/xml' : 'application/json' })
      .end(isXml ? xml(operation, name, answer) : JSON.stringify(answer));
  }, 0);
  return { url, stop: () => close(server) };
}
