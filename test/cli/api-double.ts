import { createServer, type RequestListener } from 'node:http';
import * as z from 'zod';
import { examples } from '../../functions/api-document/examples/index.ts';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { listen } from '../platform/outbound/receiver.ts';

/** A fixed answer of the service. */
export interface FixedAnswer {
  readonly method: string;
  readonly path: RegExp;
  readonly document: unknown;
}

/**
 * A document that the service answers. The schema of the route types and parses it, so it cannot differ from the API.
 * @param params the variable parts of the path; without them, the document is the answer for each.
 */
export const fixed = <S extends z.ZodType>(
  route: Route & { readonly responses: { readonly 200: S } },
  document: z.input<S>,
  params: Readonly<Record<string, string>> = {},
): FixedAnswer => ({ ...requestOf(route, params), document: route.responses[200].parse(document) });

const requestOf = ({ method, path }: Route, params: Readonly<Record<string, string>> = {}) => ({
  method,
  path: new RegExp(`^${path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '[^/]+')}$`),
});

/** What the examples of the API document answer. */
export const exampleAnswers: readonly FixedAnswer[] = Object.entries<Route>(routes).flatMap(([name, route]) => {
  const [schema, document] = [route.responses[200], examples[name]?.answers[200]];
  return schema instanceof z.ZodType ? [{ ...requestOf(route), document: schema.parse(document) }] : [];
});

/** The same answer for requests alone whose query begins so. It must stand before the answer for all queries. */
export const forQuery = (query: string, { path, ...answer }: FixedAnswer): FixedAnswer => ({
  ...answer,
  path: new RegExp(`${path.source.replace(/\$$/, '')}\\?${query}`),
});

/** A page that holds a whole list. */
export const listOf = <T>(...data: readonly T[]) => ({
  data: [...data],
  meta: { page: 1, pageSize: 100, total: data.length, next: null },
});

/**
 * Starts a service that answers these documents, the first that fits, and 404 for everything else. Returns its URL.
 * `closeAll` ends it.
 * @param at the time of each answer.
 */
export function apiDouble(answers: readonly FixedAnswer[], at = new Date()): Promise<string> {
  return serving(({ method, url = '' }, response) => {
    const [path = ''] = url.split('?');
    const answer = answers.find((each) => each.method === method && (each.path.test(path) || each.path.test(url)));
    response.writeHead(answer === undefined ? 404 : 200, {
      'content-type': 'application/json',
      date: at.toUTCString(),
    });
    response.end(JSON.stringify(answer?.document ?? {}));
  });
}

/** Starts a server. Returns its URL. */
export const serving = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(answer))}`;
