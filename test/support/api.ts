import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { expect } from '@jest/globals';
import * as z from 'zod';
import type { Route } from '../../lib/platform/http/route.ts';
import { errorCodes } from '../../lib/values/errors.ts';
import { NewOrganisation } from '../../local/cli/first-organisation.ts';
import { knownSecrets, leakedIn, noteSecrets, secretsIn } from './secrets.ts';
import { stackUrl } from './stack-url.ts';

/** An answer of the HTTP API, as a client sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; undefined when there is no body or it is not JSON. */
  readonly body: unknown;
}

/** The variable parts of a request to a route. */
export interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/** A raw request: `path` with the query, the body as text. */
export interface Raw {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Shown<S> = S extends z.ZodType ? z.output<S> : S extends null ? null : string;
/** The successful answers of a route. */
export type Success<R extends Route> = { [S in keyof R['responses']]: Shown<R['responses'][S]> }[keyof R['responses']];

const Problem = z.strictObject({
  type: z.url(),
  title: z.string().min(1),
  status: z.number(),
  code: z.enum(errorCodes),
  detail: z.string().min(1),
  requestId: z.uuid(),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })).optional(),
});

/** A client of the HTTP API, with or without a key. Checks the conventions of every answer. */
export function api(key?: string, baseUrl = stackUrl('STACK_URL')) {
  async function raw({ method, path, headers = {}, body }: Raw): Promise<Answer> {
    const authorization = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    // `fetch` sets a Content-Type for a text, but not for a Blob without a type.
    const sent = body === undefined ? undefined : new Blob([body]);
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...authorization, ...headers },
      body: sent,
    });
    const answer = await answerOf(response);
    followsConventions(answer, method);
    containsNoSecret(answer, body, key);
    return answer;
  }

  const call = (route: Route, { params = {}, query = {}, body }: Parts = {}): Promise<Answer> =>
    raw({
      method: route.method,
      path: targetOf(route, params, query),
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });

  return {
    raw,
    call,
    /** Calls a route, which must succeed. Returns the parsed answer. */
    async ok<R extends Route>(route: R, parts: Parts = {}): Promise<Success<R>> {
      const { status, text, body } = await call(route, parts);
      const schema = route.responses[status];
      if (schema === undefined) throw new Error(`${route.method} ${route.path} answered ${status}: ${text}`);
      const shown = schema === null ? null : typeof schema === 'string' ? text : schema.parse(body);
      // `Success` derives from the same schema, but the compiler cannot follow the index access.
      return shown as Success<R>;
    },
    /** Calls a route, which must refuse the request. Returns the status, the code and the named fields. */
    async refused(route: Route, parts: Parts = {}): Promise<Refusal> {
      return refusalOf(await call(route, parts));
    },
  };
}

export type ApiClient = ReturnType<typeof api>;

/** The path of a route with its parameters and the query. */
export function targetOf(route: Route, params: Parts['params'] = {}, query: Parts['query'] = {}): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** The sorted paths in `errors`; undefined without `errors`. */
  readonly paths?: readonly string[];
}

/** A refusal without its texts. */
export function refusalOf({ text, body }: Answer): Refusal {
  const problem = Problem.safeParse(body);
  if (!problem.success) throw new Error(`The request was not refused: ${text}`);
  const { status, code, errors } = problem.data;
  return errors === undefined ? { status, code } : { status, code, paths: errors.map(({ path }) => path).sort() };
}

/** The refusal of an invalid request, with these fields. */
export const invalid = (...paths: readonly string[]): Refusal => ({
  status: 400,
  code: 'validation_failed',
  paths: [...paths].sort(),
});

export const NOT_FOUND: Refusal = { status: 404, code: 'not_found' };

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const json = text !== '' && /\bjson$/.test(headers.get('content-type') ?? '');
  return { status, headers, text, body: json ? JSON.parse(text) : undefined };
}

/** Checks the conventions of the contract for every answer. */
function followsConventions({ status, headers, text, body }: Answer, method: string): void {
  const requestId = headers.get('x-request-id');
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  if (status >= 400) {
    expect(headers.get('content-type')).toBe('application/problem+json');
    if (method !== 'HEAD') expect(Problem.parse(body)).toMatchObject({ status, requestId });
  } else if (status === 204) {
    expect(text).toBe('');
  } else {
    expect(headers.get('content-type')).toMatch(/^(application\/json|text\/csv; charset=utf-8)$/);
  }
}

/**
 * Checks that an answer contains no secret, except for the answer that creates or accepts this secret. Notes all
 * secrets for the search in the stack's log.
 */
function containsNoSecret({ status, headers, text, body }: Answer, sent: string | undefined, key: string | undefined) {
  const given = [...secretsIn(jsonOf(sent)), ...(key?.startsWith('cw_') ? [key] : [])];
  const mayShow = status < 400 ? secretsIn(jsonOf(sent)) : [];
  const forbidden = new Set([...knownSecrets, ...given]);
  for (const secret of mayShow) forbidden.delete(secret);
  expect(leakedIn(`${text} ${JSON.stringify([...headers])}`, forbidden)).toEqual([]);
  noteSecrets([...given, ...secretsIn(body)]);
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Invokes the stack's admin function. Returns its answer. */
export const invokeAdmin = (action: object, awsUrl?: string): Promise<unknown> => invoke('admin', action, awsUrl);

/** Runs a function of the local stack and returns its answer. */
export async function invoke(name: string, event: object, awsUrl = stackUrl('STACK_AWS_URL')): Promise<unknown> {
  // The function may be busy with as many calls as it may have at once, of another test or of the clock of the stack.
  const lambda = new LambdaClient({ endpoint: awsUrl, maxAttempts: 20 });
  const { Payload } = await lambda.send(
    new InvokeCommand({ FunctionName: `chainwatch-local-${name}`, Payload: JSON.stringify(event) }),
  );
  lambda.destroy();
  return JSON.parse(Buffer.from(Payload ?? []).toString('utf8'));
}

/** A new organisation, and a client with its admin key. */
export async function newOrganisation(awsUrl = stackUrl('STACK_AWS_URL'), baseUrl = stackUrl('STACK_URL')) {
  const made = NewOrganisation.parse(await invokeAdmin({ action: 'createOrganisation', name: 'Test' }, awsUrl));
  return { ...made, api: api(made.apiKey, baseUrl) };
}
