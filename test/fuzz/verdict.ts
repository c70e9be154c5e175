import * as z from 'zod';
import { apiDocument } from '../../functions/api-document/api-document.ts';
import { routes } from '../../functions/routes.ts';
import { openapiOf } from '../../lib/platform/http/openapi-document.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { errorCodes, statusOf } from '../../lib/values/errors.ts';
import type { Rendered } from './render.ts';
import type { FuzzRequest } from './request.ts';
import type { WireAnswer } from './wire.ts';

export interface RouteMatch {
  readonly name: string;
  readonly route: Route;
}

const Problem = z.strictObject({
  type: z.url(),
  title: z.string().min(1),
  status: z.number(),
  code: z.enum(errorCodes),
  detail: z.string().min(1),
  requestId: z.uuid(),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })).optional(),
});

/** Words of the code, of libraries or of the store. No answer may contain these words. */
const INTERNALS = new RegExp(
  [
    /node_modules|\.[cm]?[jt]s:\d|\n\s+at |ECONN|dynamo|gsi\d/,
    /ZodError|TypeError|RangeError|SyntaxError|ValidationException/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** Paths of the local stack that are no part of the API: the console and the API docs. */
const PAGES = /^\/(?:console|docs)(?:\/[^?]*)?(?:\?|$)/;

type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>;
/** A JSON schema, which `fromJSONSchema` validates. */
const JsonSchema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null);
const Content = z.record(z.string(), z.object({ schema: JsonSchema }));
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(z.string(), z.object({ description: z.string(), content: Content.default({}) })),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), JsonSchema) }),
});
/** Converts references to components, which are unknown in JSON Schema, to references that zod resolves. */
const document = Document.parse(
  JSON.parse(JSON.stringify(openapiOf(routes, apiDocument)).replaceAll('#/components/schemas/', '#/$defs/')),
);

/** The schema of each documented answer. A key looks like `GET /api/wallets 200 application/json`. */
const documented = new Map<string, z.ZodType>();
const codes = new Map<string, string>();
for (const [path, operations] of Object.entries(document.paths)) {
  for (const [method, { responses }] of Object.entries(operations)) {
    for (const [status, { description, content }] of Object.entries(responses)) {
      const answer = `${method.toUpperCase()} ${path} ${status}`;
      codes.set(answer, description);
      if (Object.keys(content).length === 0) documented.set(`${answer} `, z.undefined());
      for (const [type, { schema }] of Object.entries(content)) {
        documented.set(`${answer} ${type}`, z.fromJSONSchema({ ...schema, $defs: document.components.schemas }));
      }
    }
  }
}

const all = Object.entries<Route>(routes).map(([name, route]) => ({
  name,
  route,
  parts: route.path.split('/'),
  fixed: route.path.split('/').filter((part) => !part.startsWith('{')).length,
}));

/** The route of a request line, by the rules of API Gateway: a fixed part wins over a variable part. */
export function routeOf(method: string, target: string): RouteMatch | undefined {
  const given = (target.split('?')[0] ?? '').split('/').map(decoded);
  const matching = all.filter(
    ({ parts, route }) =>
      route.method === method &&
      parts.length === given.length &&
      parts.every((part, n) => (part.startsWith('{') ? given[n] !== '' : part === given[n])),
  );
  // The fixed part further to the left wins, as for `/rules/test` and `/rules/{id}` of other methods.
  return matching.sort((a, b) => b.fixed - a.fixed)[0];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The faults of an answer, as sentences.
 * @param secrets texts of another organisation, which no answer may show.
 */
export function faultsOf(
  request: FuzzRequest,
  sent: Rendered,
  answer: WireAnswer,
  secrets: readonly string[],
): string[] {
  if (PAGES.test(sent.target)) return [];
  const faults: string[] = [];
  const { status, headers, text } = answer;
  const match = routeOf(sent.method, sent.target);
  const type = (headers.get('content-type') ?? '').trim();
  const problem = status >= 400 && sent.method !== 'HEAD' ? problemFaults(answer, faults) : undefined;

  if (!/^[0-9a-f-]{36}$/.test(headers.get('x-request-id') ?? '') && !sent.isMalformed)
    faults.push('X-Request-Id is missing');
  if (status < 200 || (status >= 300 && status < 400)) faults.push(`status ${status} is unknown in the API`);
  if (status >= 500 && !(problem === 'chain_unavailable' && match?.route.errors?.includes('chain_unavailable'))) {
    faults.push(`the server failed with status ${status}`);
  }
  if (status === 401 && headers.get('www-authenticate') !== 'Bearer') faults.push('a 401 has no WWW-Authenticate');
  if (status === 429 && !/^\d+$/.test(headers.get('retry-after') ?? '')) faults.push('a 429 has no Retry-After');
  for (const secret of secrets)
    if (text.includes(secret) && !sent.bytes.includes(secret))
      faults.push(`the answer shows ${secret} of another organisation`);
  if (faults.length > 0 || sent.isMalformed) return faults;

  if (match === undefined) {
    if (status !== 404) faults.push(`a request without a route got the status ${status}`);
    return faults;
  }
  const { route } = match;
  const answered = `${route.method} ${route.path} ${status}`;
  const schema = documented.get(`${answered} ${type}`);
  if (schema === undefined) faults.push(`${status} ${type} is not in the OpenAPI document`);
  else if (problem !== undefined && !codes.get(answered)?.split(', ').includes(problem))
    faults.push(`${problem} is not in the OpenAPI document`);
  else faults.push(...schemaFaults(schema, type, text));
  if (status < 300) faults.push(...wronglyAccepted(request, route, sent));
  return faults;
}

function problemFaults({ status, headers, text }: WireAnswer, faults: string[]): string | undefined {
  if (headers.get('content-type') !== 'application/problem+json')
    faults.push(`a refusal has the content type ${headers.get('content-type')}`);
  const problem = Problem.safeParse(parsed(text));
  if (!problem.success) {
    faults.push(`the answer is no problem document: ${z.prettifyError(problem.error)}`);
    return undefined;
  }
  const { code, detail, requestId } = problem.data;
  if (problem.data.status !== status || statusOf(code) !== status) faults.push(`${code} came with status ${status}`);
  if (requestId !== headers.get('x-request-id')) faults.push('requestId is not X-Request-Id');
  if (INTERNALS.test(detail)) faults.push(`detail shows internals: ${detail}`);
  if (code === 'validation_failed' && (problem.data.errors ?? []).length === 0)
    faults.push('a validation error names no field');
  return code;
}

function schemaFaults(schema: z.ZodType, type: string, text: string): string[] {
  if (type === '') return text === '' ? [] : ['the answer has a body that is not documented'];
  const result = schema.safeParse(type.endsWith('json') ? parsed(text) : text);
  return result.success ? [] : [`the answer differs from the OpenAPI document: ${z.prettifyError(result.error)}`];
}

/** Faults of a successful answer: the schemas refuse the request, or the key lacks the scope. */
function wronglyAccepted({ key }: FuzzRequest, route: Route, { target, body = '' }: Rendered): string[] {
  const faults: string[] = [];
  const rank = ['public', 'read', 'review', 'write', 'admin'];
  if (rank.indexOf(key === 'none' ? 'public' : key) < rank.indexOf(route.scope))
    faults.push(`the API accepted a caller with the scope ${key}`);
  // A bulk answers for each row, so a bad row is no reason to refuse the request.
  const takesBadRows = route.path.endsWith('/bulk');
  if (route.body !== undefined && !takesBadRows && body !== '' && !route.body.safeParse(parsed(body)).success)
    faults.push('the API accepted a body that the schema refuses');
  const query = [...new URLSearchParams(target.split('?').slice(1).join('?'))];
  if (new Set(query.map(([name]) => name)).size < query.length) faults.push('the API accepted a repeated parameter');
  const byName = Object.fromEntries(query);
  if (!(route.query ?? z.strictObject({})).safeParse(byName).success)
    faults.push('the API accepted a query that the schema refuses');
  return faults;
}

/** Parses JSON. Returns undefined for other texts, which no schema accepts. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
