import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { expect } from '@jest/globals';
import * as z from 'zod';
import type { Route } from '../../lib/platform/http/route.ts';
import { errorCodes } from '../../lib/values/errors.ts';
import { NewOrganisation } from '../../local/cli/first-organisation.ts';
import { knownSecrets, leakedIn, noteSecrets, secretsIn } from './secrets.ts';

/** What a client of the HTTP API sees of an answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; undefined when there is no body or it is not JSON. */
  readonly body: unknown;
}

/** The parts of a request to a route that vary. */
export interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/** A request as it goes over the wire: `path` with its query, the body as text. */
export interface Raw {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Shown<S> = S extends z.ZodType ? z.output<S> : S extends null ? null : string;
/** What a route answers when all goes well. */
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

/** An environment variable that real-setup.ts sets. */
export function stackUrl(name: 'STACK_URL' | 'STACK_AWS_URL' | 'STACK_ANVIL_URL'): string {
  const url = process.env[name];
  if (!url) throw new Error(`${name} is not set: the stack is not running`);
  return url;
}

/** The HTTP API as the holder of a key sees it, or somebody without one. Every answer is held against the conventions. */
export function api(key?: string, baseUrl = stackUrl('STACK_URL')) {
  async function raw({ method, path, headers = {}, body }: Raw): Promise<Answer> {
    const authorization = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    // A Blob without a type, as `fetch` would give text a Content-Type of its own.
    const sent = body === undefined ? undefined : new Blob([body]);
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...authorization, ...headers },
      body: sent,
    });
    const answer = await answerOf(response);
    followsConventions(answer, method);
    tellsNoSecret(answer, body, key);
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
    /** Calls a route, which must succeed, and answers what it says. */
    async ok<R extends Route>(route: R, parts: Parts = {}): Promise<Success<R>> {
      const { status, text, body } = await call(route, parts);
      const schema = route.responses[status];
      if (schema === undefined) throw new Error(`${route.method} ${route.path} answered ${status}: ${text}`);
      const shown = schema === null ? null : typeof schema === 'string' ? text : schema.parse(body);
      // The schema is the one that `Success` is made of, which the compiler cannot see through the index.
      return shown as Success<R>;
    },
    /** Calls a route, which must refuse: the status, the code and the fields it names. */
    async refused(route: Route, parts: Parts = {}): Promise<Refusal> {
      return refusalOf(await call(route, parts));
    },
  };
}

export type ApiClient = ReturnType<typeof api>;

/** Method and path of a route with the parameters filled in. */
export function targetOf(route: Route, params: Parts['params'] = {}, query: Parts['query'] = {}): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** The paths in `errors`, sorted; missing where there is no `errors`. */
  readonly paths?: readonly string[];
}

/** A refusal, without the words meant for people. */
export function refusalOf({ text, body }: Answer): Refusal {
  const problem = Problem.safeParse(body);
  if (!problem.success) throw new Error(`not refused: ${text}`);
  const { status, code, errors } = problem.data;
  return errors === undefined ? { status, code } : { status, code, paths: errors.map(({ path }) => path).sort() };
}

/** The refusal of a request that breaks a rule, naming these fields. */
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

/** What the contract says of every answer. */
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
 * A secret is told by the one answer that makes or takes it, and never again: not by a record, nor by a refusal. All that
 * are told are noted, for the search of the stack's log.
 */
function tellsNoSecret({ status, headers, text, body }: Answer, sent: string | undefined, key: string | undefined) {
  const given = [...secretsIn(jsonOf(sent)), ...(key?.startsWith('cw_') ? [key] : [])];
  const mayTell = status < 400 ? secretsIn(jsonOf(sent)) : [];
  const silent = new Set([...knownSecrets, ...given]);
  for (const secret of mayTell) silent.delete(secret);
  expect(leakedIn(`${text} ${JSON.stringify([...headers])}`, silent)).toEqual([]);
  noteSecrets([...given, ...secretsIn(body)]);
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** What the stack's admin function answers. */
export async function invokeAdmin(action: object, awsUrl = stackUrl('STACK_AWS_URL')): Promise<unknown> {
  const lambda = new LambdaClient({ endpoint: awsUrl });
  const { Payload } = await lambda.send(
    new InvokeCommand({ FunctionName: 'chainwatch-local-admin', Payload: JSON.stringify(action) }),
  );
  lambda.destroy();
  return JSON.parse(Buffer.from(Payload ?? []).toString('utf8'));
}

/** A new organisation, of which nobody else knows, and the API as its first, admin key sees it. */
export async function newOrganisation(awsUrl = stackUrl('STACK_AWS_URL'), baseUrl = stackUrl('STACK_URL')) {
  const made = NewOrganisation.parse(await invokeAdmin({ action: 'createOrganisation', name: 'Test' }, awsUrl));
  return { ...made, api: api(made.apiKey, baseUrl) };
}

/** Asks again and again until the answer is as wanted, at most 60 s. @throws Error with the last answer. */
export async function eventually<T>(
  ask: () => Promise<T> | T,
  wanted: (value: T) => boolean,
  seconds = 60,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    // Taken before it asks: however long the machine stood still, the last answer is of after the deadline.
    const isLast = performance.now() > deadline;
    const value = await ask();
    if (wanted(value)) return value;
    if (isLast) throw new Error(`not within ${seconds} s; at last: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
