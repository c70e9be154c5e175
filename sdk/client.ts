import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-types.ts';
import { retrying } from './retry.ts';

export interface ClientOptions {
  /** Without a slash at the end, for example `https://….execute-api.eu-central-1.amazonaws.com/prod`. */
  readonly baseUrl: string;
  /** The key, or a function that returns the present key. Without a key, only what needs none can be asked for. */
  readonly apiKey?: string | (() => string);
  /** By default the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** By default a timer. */
  readonly wait?: (ms: number) => Promise<void>;
}

export type ChainwatchClient = Client<paths>;

const timer = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * A client of the API, typed by its OpenAPI document. Each call resolves to `{data, error, response}`; `dataOf` makes
 * an exception of an error. A GET, or a request with an
 * `Idempotency-Key`, is repeated while the service is busy (`retrying`).
 */
export function createChainwatch({ baseUrl, apiKey, fetch, wait = timer }: ClientOptions): ChainwatchClient {
  // A browser demands that `fetch` is called as a function of its window.
  const send = fetch ?? ((request: Request) => globalThis.fetch(request));
  const client = createClient<paths>({ baseUrl, fetch: retrying(send, wait) });
  client.use({
    onRequest({ request }) {
      const key = typeof apiKey === 'function' ? apiKey() : apiKey;
      if (key !== undefined) request.headers.set('Authorization', `Bearer ${key}`);
      return request;
    },
  });
  return client;
}
