import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { DescribeTableCommand, DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serveAws } from '../../../local/aws/aws-endpoint.ts';
import { forward } from '../../../local/aws/forward.ts';
import { Iam } from '../../../local/aws/iam.ts';
import { Kms } from '../../../local/aws/kms.ts';
import { Lambda } from '../../../local/aws/lambda.ts';
import { OneTimeSchedules } from '../../../local/aws/one-time-schedules.ts';
import { type Secret, SecretVersions } from '../../../local/aws/secret-versions.ts';
import { Ses } from '../../../local/aws/ses-account.ts';
import { resolveTemplate } from '../../../local/aws/template.ts';
import { DataDir } from '../../../local/processes/data-dir.ts';
import { close, listen } from '../../../local/processes/servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'chainwatch-aws-'));
const servers: Awaited<ReturnType<typeof listen>>[] = [];
const toQueue: string[] = [];
const saved: Secret[] = [];
const schedules = new OneTimeSchedules(
  new DataDir(folder),
  async () => {},
  () => {},
);

/** A function `idle`, whose role grants nothing. */
const identities = resolveTemplate(
  {
    Resources: {
      Role: { Type: 'AWS::IAM::Role' },
      Signing: { Type: 'AWS::KMS::Key', Properties: { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' } },
      Idle: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'idle', Role: { 'Fn::GetAtt': 'Role.Arn' } } },
    },
  },
  { stackName: 's', awsEndpoint: 'http://x' },
);

beforeAll(async () => {
  const file = join(folder, 'f.cjs');
  writeFileSync(file, "exports.handler = async (e) => { if (e.fail) throw new Error('boom'); return { got: e }; };");
  const spec = { name: 'f', arn: 'arn:f', file, exportName: 'handler', timeoutMs: 1000, memoryMb: 128, concurrency: 9 };
  const common = { version: '$LATEST', environment: {}, asyncRetries: 0, maxEventAgeMs: 60_000, logGroup: 'logs' };
  const busy = join(folder, 'busy.cjs');
  writeFileSync(busy, 'exports.handler = () => new Promise((resolve) => setTimeout(resolve, 500));');
  // It times out at once, so that its instance ends.
  const hangs = join(folder, 'hangs.cjs');
  writeFileSync(hangs, 'exports.handler = () => new Promise(() => {});');
  const specs = new Map([
    ['f', { ...spec, ...common }],
    ['busy', { ...spec, ...common, name: 'busy', file: busy, concurrency: 1 }],
    ['idle', { ...spec, ...common, name: 'idle', file: hangs, timeoutMs: 1 }],
  ]);
  const lambda = new Lambda(specs, {
    environmentOf: () => ({}),
    output: new Writable({ write: (_, __, done) => done() }),
    onEnd: () => {},
  });
  const queue = await listen((request, response) => {
    toQueue.push(String(request.headers['x-amz-target']));
    if (toQueue.at(-1)?.endsWith('.DescribeTable')) response.destroy();
    else response.end('{"MessageId":"m1"}');
  }, 0);
  const parts = {
    lambda,
    secrets: new SecretVersions(
      [
        { arn: 'arn:secret', name: 'key', values: ['hidden'] },
        { arn: 'arn:rotated', name: 'rotated', values: ['first'] },
        { arn: 'arn:empty', name: 'empty', values: [] },
      ],
      (changed) => void saved.push(...changed.filter(({ name }) => name === 'rotated')),
    ),
    schedules,
    ses: new Ses({ template: identities, identities: ['example.com'], putEvent: () => {} }),
    // One server answers for all.
    sqsEndpoint: queue.url,
    s3Endpoint: queue.url,
    dynamoDb: (request: Pick<IncomingMessage, 'headers'>, body: string) => forward(queue.url, request, body),
    kms: new Kms(identities, new DataDir(folder)),
    iam: new Iam(identities, () => {}),
  };
  servers.push(await listen((request, response) => void serveAws(parts, request, response), 0), queue);
});
afterAll(async () => {
  schedules.stop();
  await Promise.all(servers.map(({ server }) => close(server)));
  rmSync(folder, { recursive: true });
});

const config = () => ({
  endpoint: servers[0]?.url ?? '',
  region: 'us-east-1',
  credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
});

describe('The emulated Lambda', () => {
  const invoke = (name: string, event: object, more: object = {}) =>
    new LambdaClient({ ...config(), maxAttempts: 1 }).send(
      new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(event), ...more }),
    );

  it('invokes a function by name or ARN and returns the result', async () => {
    for (const name of ['f', 'arn:aws:lambda:us-east-1:000000000000:function:f']) {
      const { StatusCode, Payload, FunctionError } = await invoke(name, { a: 1 });
      expect([StatusCode, Payload?.transformToString(), FunctionError]).toEqual([200, '{"got":{"a":1}}', undefined]);
    }
  });

  it('returns the error of a failing function', async () => {
    const { FunctionError, Payload } = await invoke('f', { fail: true });
    expect(FunctionError).toBe('Unhandled');
    expect(JSON.parse(Payload?.transformToString() ?? '')).toMatchObject({ errorMessage: 'boom' });
  });

  it('answers 429 when the reserved concurrency of the function is used up', async () => {
    const asked = [1, 2].map(() => invoke('busy', {}));
    const [refused] = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { name: 'TooManyRequestsException', $metadata: { httpStatusCode: 429 } } });
  });

  it('returns from an asynchronous invocation before the function ends', async () => {
    expect(await invoke('f', {}, { InvocationType: 'Event' })).toMatchObject({ StatusCode: 202 });
  });

  it('refuses an unknown function', async () => {
    await expect(invoke('g', {})).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('refuses an unsigned request, as a web page would send it', async () => {
    const answer = await fetch(`${config().endpoint}/2015-03-31/functions/f/invocations`, {
      method: 'POST',
      body: '{}',
    });
    expect(answer.status).toBe(403);
  });
});

describe('The emulated Secrets Manager', () => {
  const get = (SecretId: string) => new SecretsManagerClient(config()).send(new GetSecretValueCommand({ SecretId }));

  it('returns a secret by ARN or name', async () => {
    expect(await get('arn:secret')).toMatchObject({ Name: 'key', SecretString: 'hidden' });
    expect(await get('key')).toMatchObject({ ARN: 'arn:secret' });
  });

  it('has no previous version, and no version of a secret without a value', async () => {
    const noVersion = { name: 'ResourceNotFoundException', message: expect.stringContaining('staging label') };
    await expect(get('empty')).rejects.toMatchObject(noVersion);
    const previous = new GetSecretValueCommand({ SecretId: 'key', VersionStage: 'AWSPREVIOUS' });
    await expect(new SecretsManagerClient(config()).send(previous)).rejects.toMatchObject(noVersion);
  });

  it('makes a new value current and the former value previous, once for each id of a version', async () => {
    const client = new SecretsManagerClient(config());
    const ClientRequestToken = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    const put = (SecretString: string) =>
      client.send(new PutSecretValueCommand({ SecretId: 'rotated', SecretString, ClientRequestToken }));
    const stage = async (VersionStage: string) =>
      (await client.send(new GetSecretValueCommand({ SecretId: 'arn:rotated', VersionStage }))).SecretString;
    const made = { Name: 'rotated', VersionId: ClientRequestToken, VersionStages: ['AWSCURRENT'] };
    expect(await put('second')).toMatchObject(made);
    expect(await put('second')).toMatchObject(made);
    expect([await stage('AWSCURRENT'), await stage('AWSPREVIOUS')]).toEqual(['second', 'first']);
    expect(saved).toEqual([{ arn: 'arn:rotated', name: 'rotated', values: ['second', 'first'] }]);
    await expect(put('third')).rejects.toMatchObject({ name: 'ResourceExistsException' });
  });

  it('refuses values that are no text, and labels that it does not know', async () => {
    const client = new SecretsManagerClient(config());
    const SecretId = 'rotated';
    for (const wrong of [
      { SecretString: 'x', VersionStages: ['AWSPENDING'] },
      { SecretBinary: Buffer.from('x') },
      {},
    ]) {
      const answer = client.send(new PutSecretValueCommand({ SecretId, ...wrong }));
      await expect(answer).rejects.toMatchObject({ name: 'ValidationException' });
    }
  });

  it('refuses an unknown secret', async () => {
    const put = new PutSecretValueCommand({ SecretId: 'nothing', SecretString: 'x' });
    const refused = new SecretsManagerClient(config()).send(put);
    await expect(refused).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(get('nothing')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});

describe('The emulated EventBridge Scheduler', () => {
  const client = () => new SchedulerClient(config());
  const schedule = (Name: string, ScheduleExpression = 'at(2099-01-01T00:00:00)') =>
    new CreateScheduleCommand({
      Name,
      GroupName: 'g',
      ScheduleExpression,
      FlexibleTimeWindow: { Mode: 'OFF' },
      ActionAfterCompletion: 'DELETE',
      Target: { Arn: 'arn:aws:sqs:r:a:q', RoleArn: 'arn:aws:iam::a:role/r', Input: 'x' },
    });

  it('creates, returns and deletes a one-time schedule', async () => {
    const made = await client().send(schedule('s1'));
    expect(made.ScheduleArn).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule/g/s1');
    const key = { Name: 's1', GroupName: 'g' };
    expect(await client().send(new GetScheduleCommand(key))).toMatchObject({ Name: 's1', Target: { Input: 'x' } });
    await client().send(new DeleteScheduleCommand(key));
    await expect(client().send(new GetScheduleCommand(key))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    await expect(client().send(new DeleteScheduleCommand(key))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('refuses a duplicate name and unsupported options', async () => {
    await client().send(schedule('s2'));
    await expect(client().send(schedule('s2'))).rejects.toMatchObject({ name: 'ConflictException' });
    await expect(client().send(schedule('s3', 'rate(1 hour)'))).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(client().send(schedule('a'.repeat(65)))).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

describe('The emulated SES', () => {
  const send = (Subject: string, more: object = {}) =>
    new SESv2Client(config()).send(
      new SendEmailCommand({
        FromEmailAddress: 'from@example.com',
        Destination: { ToAddresses: ['to@example.com'] },
        Content: {
          Simple: {
            Subject: { Data: Subject },
            Body: { Text: { Data: '1 < 2' }, Html: { Data: '<b>1 &lt; 2</b>' } },
            Headers: [{ Name: 'X-Id', Value: '7' }],
            ...more,
          },
        },
      }),
    );

  it('keeps the mails and shows them as JSON and as a page, newest first', async () => {
    await send('First');
    const { MessageId } = await send('Second');
    const mails: unknown = await (await fetch(`${config().endpoint}/_local/mail`)).json();
    expect(mails).toMatchObject([{ id: MessageId, subject: 'Second' }, { subject: 'First' }]);
    expect(mails).toContainEqual({
      id: MessageId,
      at: expect.any(String),
      from: 'from@example.com',
      to: ['to@example.com'],
      subject: 'Second',
      text: '1 < 2',
      html: '<b>1 &lt; 2</b>',
      headers: { 'X-Id': '7' },
    });
  });

  it('shows the HTML of a mail in a sandboxed frame', async () => {
    await send('<script>', { Body: { Html: { Data: '"><script>alert(1)</script>' } } });
    const page = await fetch(`${config().endpoint}/_local/mail`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    const text = await page.text();
    expect(text).not.toContain('<script>');
    expect(text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&#34;&#62;&#60;script&#62;');
  });

  it.each<[string, object]>([
    ['a subject of two lines', { Subject: { Data: 'Alert\r\nBcc: all@example.com' } }],
    ['a header of two lines', { Headers: [{ Name: 'X-Id', Value: '7\r\nBcc: all@example.com' }] }],
    ['a name that is none', { Headers: [{ Name: 'X Id:', Value: '7' }] }],
  ])('refuses %s', async (_, more) => {
    await expect(send('Alert', more)).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } });
  });
});

describe('The emulated SQS', () => {
  const QueueUrl = 'http://127.0.0.1/000000000000/q';
  const send = (DelaySeconds: number) =>
    new SQSClient({ ...config(), md5: false }).send(
      new SendMessageCommand({ QueueUrl, MessageBody: 'b', DelaySeconds }),
    );

  it('forwards requests to the emulator', async () => {
    expect(await send(900)).toMatchObject({ MessageId: 'm1' });
    expect(toQueue).toEqual(['AmazonSQS.SendMessage']);
  });

  it('refuses a delay that AWS refuses, in a single message and in a batch', async () => {
    await expect(send(901)).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    const Entries = [{ Id: '0', MessageBody: 'b', DelaySeconds: 901 }];
    const batch = new SQSClient(config()).send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    await expect(batch).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    expect(toQueue).toHaveLength(1);
  });
});

describe('A function whose role grants nothing', () => {
  const idle = () => ({ ...config(), credentials: { accessKeyId: 'idle.1', secretAccessKey: 'x' } });
  const QueueUrl = 'http://127.0.0.1/000000000000/q';

  it.each<[string, () => Promise<unknown>]>([
    ['the table', () => new DynamoDBClient(idle()).send(new GetItemCommand({ TableName: 't', Key: {} }))],
    ['a queue', () => new SQSClient(idle()).send(new SendMessageCommand({ QueueUrl, MessageBody: 'b' }))],
    ['a secret', () => new SecretsManagerClient(idle()).send(new GetSecretValueCommand({ SecretId: 'key' }))],
    [
      'another value of a secret',
      () => new SecretsManagerClient(idle()).send(new PutSecretValueCommand({ SecretId: 'key', SecretString: 'x' })),
    ],
    ['a public key', () => new KMSClient(idle()).send(new GetPublicKeyCommand({ KeyId: 's-Signing' }))],
    ['a function', () => new LambdaClient(idle()).send(new InvokeCommand({ FunctionName: 'f' }))],
    ['a schedule', () => new SchedulerClient(idle()).send(new DeleteScheduleCommand({ Name: 's', GroupName: 'g' }))],
    [
      'a mail',
      () =>
        new SESv2Client(idle()).send(
          new SendEmailCommand({
            FromEmailAddress: 'from@example.com',
            Destination: { ToAddresses: ['to@example.com'] },
            Content: { Simple: { Subject: { Data: 's' }, Body: {} } },
          }),
        ),
    ],
  ])('is refused %s, and no request is forwarded', async (_, ask) => {
    const before = toQueue.length;
    await expect(ask()).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect(toQueue).toHaveLength(before);
  });
});

describe('An instance that has ended', () => {
  it('gets no answer, and none of its requests is forwarded', async () => {
    const credentials = { accessKeyId: 'idle.1', secretAccessKey: 'x' };
    await new LambdaClient(config()).send(new InvokeCommand({ FunctionName: 'idle' }));
    const before = toQueue.length;
    const client = new DynamoDBClient({ ...config(), credentials, maxAttempts: 1 });
    const asked = client.send(new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } }));
    await expect(asked).rejects.toThrow('socket hang up');
    expect(toQueue).toHaveLength(before);
  });
});

describe('The emulated DynamoDB', () => {
  it('forwards requests to the emulator', async () => {
    await new DynamoDBClient(config()).send(new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } }));
    expect(toQueue.at(-1)).toBe('DynamoDB_20120810.GetItem');
  });

  it("closes the client's connection when the emulator closes its connection", async () => {
    const asked = new DynamoDBClient({ ...config(), maxAttempts: 1 }).send(
      new DescribeTableCommand({ TableName: 't' }),
    );
    await expect(asked).rejects.toThrow('socket hang up');
  });
});
