import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { fairTimeout } from '../processes/fair-timeout.ts';
import { type Authorizer, authorizersOf } from './gateway-authorizer.ts';
import { gatewayDocumentOf } from './gateway-document.ts';
import { type GatewayRequest, proxyEvent, splitTarget } from './gateway-event.ts';
import { GatewayResponses, type ResponseType } from './gateway-responses.ts';
import { type Match, Routes } from './gateway-routes.ts';
import { stageOf } from './gateway-throttle.ts';
import type { Lambda } from './lambda.ts';
import { type Prelude, ResponseStream } from './lambda-bundle.ts';
import type { Outcome } from './lambda-outcome.ts';
import { ACCOUNT, REGION, type ResolvedTemplate } from './template.ts';

/** API Gateway's limit on the body of a request. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** The result that a function may return to a proxy integration. */
const ProxyResult = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), z.coerce.string()).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(z.coerce.string())).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().default(false),
});

/** The gateway answers this request itself, with this type of response. */
class GatewayRefusedError extends Error {
  readonly type: ResponseType;

  constructor(type: ResponseType) {
    super(type);
    this.type = type;
  }
}

type Caller = APIGatewayProxyEvent['requestContext']['authorizer'];

/** The REST API of the template: routes, authorizer, throttling, functions, and the responses of the gateway itself. */
export class Api {
  readonly #routes: Routes;
  readonly #authorizers: ReadonlyMap<string, Authorizer>;
  readonly #responses: GatewayResponses;
  readonly #stage: ReturnType<typeof stageOf>;
  readonly #apiId: string;
  readonly #lambda: Lambda;

  constructor(template: ResolvedTemplate, lambda: Lambda) {
    const document = gatewayDocumentOf(template);
    this.#routes = new Routes(document);
    this.#authorizers = authorizersOf(document, lambda);
    this.#responses = new GatewayResponses(document);
    this.#stage = stageOf(template);
    this.#apiId = document.name;
    this.#lambda = lambda;
  }

  async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = this.#requestOf(incoming);
    response.setHeader('x-amzn-RequestId', request.requestId);
    try {
      await this.#answer(request, incoming, response);
    } catch (error) {
      // A client that still sends would miss the answer, because Node closes the connection after the answer.
      await dropped(incoming);
      // Any other error is a fault of the integration. The runtime has logged the fault.
      this.#refuse(
        error instanceof GatewayRefusedError ? error.type : 'INTEGRATION_FAILURE',
        request.requestId,
        response,
      );
    }
  }

  async #answer(request: GatewayRequest, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path } = splitTarget(request.target);
    const match = this.#routes.match(request.httpMethod, path);
    if (match === undefined) throw new GatewayRefusedError('MISSING_AUTHENTICATION_TOKEN');
    const caller = await this.#callerOf(match, request, incoming);
    const method = `${request.httpMethod} ${match.method.resourcePath}`;
    if (!this.#stage.allowsNow(method, performance.now())) throw new GatewayRefusedError('THROTTLED');
    const event = proxyEvent(request, match, await bodyOf(incoming), caller);
    if (match.method.streams) await this.#streamed(match, event, response);
    else await this.#buffered(match, event, response);
  }

  async #callerOf({ method }: Match, request: GatewayRequest, incoming: IncomingMessage): Promise<Caller> {
    if (method.authorizer === undefined) return null;
    const authorizer = this.#authorizers.get(method.authorizer);
    if (authorizer === undefined) throw new Error(`The API has no authorizer ${method.authorizer}`);
    const token = incoming.headers[authorizer.header];
    const api = `arn:aws:execute-api:${REGION}:${ACCOUNT}:${this.#apiId}/${this.#stage.name}`;
    const methodArn = `${api}/${request.httpMethod}${splitTarget(request.target).path}`;
    const verdict = await authorizer.judge(Array.isArray(token) ? token[0] : token, methodArn);
    if ('refused' in verdict) throw new GatewayRefusedError(verdict.refused);
    return verdict.caller;
  }

  async #buffered({ method }: Match, event: APIGatewayProxyEvent, response: ServerResponse): Promise<void> {
    const outcome = await inTime(method.timeoutMs, this.#lambda.invoke(method.functionName, event));
    if (!outcome.ok) throw new GatewayRefusedError('INTEGRATION_FAILURE');
    const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = ProxyResult.parse(outcome.result);
    const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
    response.statusCode = statusCode;
    for (const [name, value] of Object.entries({ ...headers, ...multiValueHeaders })) response.setHeader(name, value);
    if (!response.hasHeader('Content-Type') && bytes.length > 0) response.setHeader('Content-Type', 'application/json');
    response.end(bytes);
  }

  async #streamed({ method }: Match, event: APIGatewayProxyEvent, response: ServerResponse): Promise<void> {
    const stream = new ResponseStream();
    stream.once('prelude', ({ statusCode, headers }: Prelude) => {
      response.writeHead(statusCode, headers);
      stream.pipe(response);
    });
    // If the client disconnects, the function must not wait until the client reads the response.
    response.once('close', () => stream.destroy());
    stream.on('error', () => response.destroy());
    const outcome = await inTime(method.timeoutMs, this.#lambda.stream(method.functionName, event, stream));
    if (outcome.ok && response.headersSent) return;
    // Cut the connection, so the client does not take half a response for a complete response.
    if (response.headersSent) response.destroy();
    else throw new GatewayRefusedError('INTEGRATION_FAILURE');
  }

  #refuse(type: ResponseType, requestId: string, response: ServerResponse): void {
    const { status, headers, body } = this.#responses.answer(type, requestId);
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
  }

  #requestOf(incoming: IncomingMessage): GatewayRequest {
    return {
      httpMethod: incoming.method ?? 'GET',
      target: incoming.url ?? '/',
      rawHeaders: incoming.rawHeaders,
      sourceIp: incoming.socket.remoteAddress ?? '',
      requestId: randomUUID(),
      receivedAt: new Date(),
      apiId: this.#apiId,
      stage: this.#stage.name,
    };
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > MAX_BODY_BYTES)
    throw new GatewayRefusedError('REQUEST_TOO_LARGE');
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving a `for await` loop would destroy the socket before the refusal is sent.
  await new Promise<void>((resolve, reject) => {
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) reject(new GatewayRefusedError('REQUEST_TOO_LARGE'));
      else chunks.push(chunk);
    });
    incoming.once('end', resolve);
    incoming.once('close', () => reject(new Error('The client disconnected')));
  });
  return Buffer.concat(chunks);
}

/** How long a refused client may send the rest of its request. */
const DROP_MS = 2000;

/** Reads and drops the rest of a request. */
const dropped = (incoming: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (incoming.closed) return resolve();
    const timer = setTimeout(resolve, DROP_MS);
    incoming.resume().once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** @throws GatewayRefusedError when the function does not answer within the time-out of the integration. */
async function inTime(ms: number, work: Promise<Outcome>): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = fairTimeout(() => reject(new GatewayRefusedError('INTEGRATION_TIMEOUT')), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
