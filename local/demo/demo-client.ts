import type * as z from 'zod';
import type { Route } from '../../lib/platform/http/route.ts';

/** The variable parts of a request to a route. */
export interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A client of a stack's HTTP API. Parses each answer with the given schema. */
export function client(baseUrl: string, apiKey: string) {
  const send = async ({ method, path }: Route, { params = {}, query = {}, body }: Request): Promise<Response> => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
    const response = await fetch(`${baseUrl}${filled}?${new URLSearchParams(query)}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${filled} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  return {
    text: async (route: Route, request: Request = {}) => (await send(route, request)).text(),
    async call<S extends z.ZodType>(route: Route, schema: S, request: Request = {}): Promise<z.output<S>> {
      return schema.parse(await (await send(route, request)).json());
    },
  };
}

export type Client = ReturnType<typeof client>;
