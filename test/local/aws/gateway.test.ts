import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Api } from '../../../local/aws/gateway.ts';
import { Lambda } from '../../../local/aws/lambda.ts';
import { resolveTemplate } from '../../../local/aws/template.ts';
import { functionsOf } from '../../../local/aws/template-functions.ts';
import { close, listen } from '../../../local/processes/servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'chainwatch-api-'));
/** The output of the functions and their runtime. */
const printed: string[] = [];
let server: Awaited<ReturnType<typeof listen>> | undefined;

const sources: Record<string, string> = {
  echo: `async (event) => ({
    statusCode: 201, headers: { a: 1 }, multiValueHeaders: { c: ["1", "2"] }, body: JSON.stringify(event) })`,
  counts: 'async ({ body }) => ({ statusCode: 201, body: String(body.length) })',
  throws: 'async () => { throw new Error("secret cause"); }',
  nonsense: 'async () => "fine"',
  slow: 'async () => new Promise(() => {})',
  large: 'async (event) => ({ statusCode: 200, body: "ä".repeat(Number(event.queryStringParameters.length)) })',
  streams: `awslambda.streamifyResponse(async (event, stream) => {
    const out = awslambda.HttpResponseStream.from(stream, { statusCode: 200, headers: { 'content-type': 'text/csv' } });
    out.write('a,');
    out.end('b'.repeat(7e6));
  })`,
  headless: `awslambda.streamifyResponse(async (event, stream) => {
    awslambda.HttpResponseStream.from(stream, { statusCode: 200, headers: {} }).end('a,b');
  })`,
  breaks: `awslambda.streamifyResponse(async (event, stream) => {
    awslambda.HttpResponseStream.from(stream, { statusCode: 200, headers: {} }).write('half');
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error('boom');
  })`,
};

function templateOf() {
  const Resources: Record<string, object> = {
    Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { StageName: 'local' } },
  };
  const paths: Record<string, object> = {};
  for (const [name, source] of Object.entries(sources)) {
    writeFileSync(join(folder, `${name}.cjs`), `exports.handler = ${source};`);
    const Handler = `${name}.handler`;
    Resources[`${name}F`] = {
      Type: 'AWS::Lambda::Function',
      Properties: { FunctionName: name, Handler, Timeout: 1, LoggingConfig: { LogGroup: 'logs' } },
      Metadata: { 'aws:asset:path': '.' },
    };
    const integration = {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: { 'Fn::Sub': `path/\${${name}F.Arn}/invocations` },
      credentials: 'role',
      ...(name === 'slow' && { timeoutInMillis: 20 }),
      ...(source.startsWith('awslambda.streamify') && { responseTransferMode: 'STREAM' }),
    };
    paths[`/${name}`] = {
      'x-amazon-apigateway-any-method': {
        operationId: name,
        security: [],
        responses: {},
        'x-amazon-apigateway-integration': integration,
      },
    };
  }
  Resources.Api = {
    Type: 'AWS::ApiGateway::RestApi',
    Properties: {
      Name: 'api',
      Body: {
        openapi: '3.0.1',
        info: { title: 'api', version: '1' },
        paths,
        'x-amazon-apigateway-gateway-responses': {
          DEFAULT_5XX: { statusCode: '500', responseTemplates: { 'application/json': 'sorry' } },
        },
      },
    },
  };
  return resolveTemplate({ Resources }, { stackName: 's', awsEndpoint: 'http://x' });
}

beforeAll(async () => {
  const template = templateOf();
  const lambda = new Lambda(functionsOf(template, folder), {
    environmentOf: () => ({}),
    output: new Writable({ decodeStrings: false, write: (line, _, done) => done(void printed.push(String(line))) }),
    onEnd: () => {},
  });
  const api = new Api(template, lambda);
  server = await listen((request, response) => void api.serve(request, response), 0);
});
afterAll(async () => {
  if (server !== undefined) await close(server.server);
  rmSync(folder, { recursive: true });
});

const ask = (path: string, init?: RequestInit) => fetch(`${server?.url}${path}`, init);

describe('The local API', () => {
  it('answers with the status, headers and body of the function', async () => {
    const answer = await ask('/echo?x=1', { method: 'PUT', body: 'ä' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('a')).toBe('1');
    expect(answer.headers.get('c')).toBe('1, 2');
    expect(answer.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await answer.json()).toMatchObject({ httpMethod: 'PUT', body: 'ä', queryStringParameters: { x: '1' } });
  });

  it('accepts a body of 10 MiB and refuses a larger body, with or without Content-Length', async () => {
    const limit = 10 * 1024 * 1024;
    expect((await ask('/counts', { method: 'POST', body: Buffer.alloc(limit, 'a') })).status).toBe(201);
    expect((await ask('/counts', { method: 'POST', body: Buffer.alloc(limit + 1, 'a') })).status).toBe(413);
    const chunks = new Response(Buffer.alloc(limit + 1, 'a')).body ?? undefined;
    const untold: RequestInit & { duplex: 'half' } = { method: 'POST', body: chunks, duplex: 'half' };
    expect((await ask('/counts', untold)).status).toBe(413);
  });

  it('returns the largest result that Lambda allows, and an integration failure for a larger result', async () => {
    const around = Buffer.byteLength(JSON.stringify({ statusCode: 200, body: '' }));
    const longest = Math.floor((6_291_556 - around) / 2);
    expect(Buffer.byteLength(await (await ask(`/large?length=${longest}`)).text())).toBe(2 * longest);
    const refused = await ask(`/large?length=${longest + 1}`);
    expect([refused.status, await refused.text()]).toEqual([500, 'sorry']);
    expect(JSON.parse(printed.at(-1) ?? '')).toMatchObject({
      event: 'function.failed',
      function: 'large',
      errorType: 'Function.ResponseSizeTooLarge',
    });
  });

  it.each(['throws', 'nonsense', 'slow', 'headless'])(
    'answers for itself when the function %s, telling nothing of the cause',
    async (name) => {
      const answer = await ask(`/${name}`);
      expect(answer.status).toBe(500);
      expect(await answer.text()).toBe('sorry');
    },
  );

  it('answers MISSING_AUTHENTICATION_TOKEN for an unknown route', async () => {
    expect((await ask('/nowhere')).status).toBe(403);
  });

  it('streams a long response to the client', async () => {
    const answer = await ask('/streams');
    expect(answer.headers.get('content-type')).toBe('text/csv');
    expect(await answer.text()).toBe(`a,${'b'.repeat(7e6)}`);
  });

  it('cuts the connection when a streaming function fails in the middle of its response', async () => {
    const answer = await ask('/breaks');
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });
});
