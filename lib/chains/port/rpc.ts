import * as z from 'zod';
import { log } from '../../platform/log.ts';
import { ChainUnavailableError } from './chain-unavailable.ts';

/** An endpoint that has not answered by then is left for the next one. Short, so that a look-up can try three. */
const ATTEMPT_MS = 3_000;
/** The same for a whole block, whose answer may take megabytes. */
export const BLOCK_ATTEMPT_MS = 10_000;
/** How long an endpoint rests after a failure; doubled by each further one, up to the second figure. */
const REST_MS = 1_000;
const MAX_REST_MS = 60_000;
/** An endpoint without a method is asked for it again after this long: nodes are updated, plans are changed. */
const LACKS_MS = 600_000;

/** An error that is the chain's answer, which every endpoint would repeat: thrown on, not tried elsewhere. */
export class RpcRefusedError extends Error {
  override readonly name: string = 'RpcRefusedError';
}

const RpcError = z.object({ code: z.number(), message: z.string() });
export type RpcError = z.output<typeof RpcError>;
const Answer = z.object({ result: z.unknown().optional(), error: RpcError.nullish() });

export interface Rpc {
  /**
   * Calls a JSON-RPC method and checks the answer's `result`.
   * @param attemptMs how long one endpoint may take, for answers that are larger than others.
   * @throws ChainUnavailableError when no endpoint gave a well-formed answer before `signal`.
   * @throws RpcRefusedError as the options of the chain's family make it.
   */
  send<S extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    result: S,
    signal: AbortSignal,
    attemptMs?: number,
  ): Promise<z.output<S>>;
}

/** What a chain family does in its own way. */
export interface RpcOptions {
  readonly attemptMs?: number;
  /** The error to throw when a JSON-RPC error is an answer; undefined when another endpoint may do better. */
  readonly refusal?: (error: RpcError, method: string) => RpcRefusedError | undefined;
  /** Whether a JSON-RPC error says that the endpoint has no such method, which makes it no worse for others. */
  readonly lacks?: (error: RpcError, method: string) => boolean;
  /** Reads the text of an answer; for numbers that `JSON.parse` would round. */
  readonly parse?: (text: string) => unknown;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

interface Endpoint {
  readonly url: string;
  failures: number;
  restsUntil: number;
  /** Methods it does not have → when it is asked for them again. */
  readonly lacks: Map<string, number>;
}

/** Why an endpoint gave no answer, and how long it asks to be left alone. */
class NodeFailedError extends Error {
  readonly restMs: number;
  constructor(reason: string, restMs: number) {
    super(reason);
    this.restMs = restMs;
  }
}

/** An endpoint's word that it has no such method. */
class MethodMissingError extends Error {}

/**
 * JSON-RPC over several endpoints of one chain, tried in turn on a time-out, an HTTP or JSON-RPC error or a malformed
 * answer. An endpoint that failed rests for a while: until then it is asked last, so that a dead one costs a time-out now
 * and then, not one per call. It is still asked when nothing else is left, for a call should fail on facts only.
 *
 * `fetch` and not the client of an SDK: those report failures in ways that cannot be told apart (ethers takes every
 * failed `eth_call` for a revert), repeat calls on their own, or hold a cancelled request's socket open.
 */
export function jsonRpc(chain: string, urls: readonly string[], options: RpcOptions = {}): Rpc {
  const { now = () => performance.now() } = options;
  const endpoints = urls.map((url): Endpoint => ({ url, failures: 0, restsUntil: 0, lacks: new Map() }));
  const leastRestingFirst = (at: number): Endpoint[] => {
    const rest = ({ restsUntil }: Endpoint) => (restsUntil > at ? restsUntil : 0);
    return endpoints.toSorted((a, b) => rest(a) - rest(b));
  };
  /** Notes what an endpoint is to be spared, and for how long; `failures` are those from before the call. */
  const spare = (endpoint: Endpoint, failures: number, method: string, error: unknown): void => {
    if (error instanceof MethodMissingError) {
      endpoint.lacks.set(method, now() + LACKS_MS);
    } else {
      const asked = error instanceof NodeFailedError ? error.restMs : 0;
      endpoint.restsUntil = now() + Math.min(Math.max(REST_MS * 2 ** failures, asked), MAX_REST_MS);
      endpoint.failures = failures + 1; // calls that fail side by side are one failure
    }
    // The path of an endpoint holds its key, so only the host is told.
    log.warn('chain.rpc_failed', { chain, method, host: hostOf(endpoint.url), reason: reasonOf(error, endpoint.url) });
  };
  return {
    async send(method, params, result, signal, attemptMs = options.attemptMs ?? ATTEMPT_MS) {
      if (urls.length === 0) throw new ChainUnavailableError(chain, 'no RPC node is configured');
      for (const endpoint of leastRestingFirst(now())) {
        if (signal.aborted) break;
        if ((endpoint.lacks.get(method) ?? 0) > now()) continue;
        const { failures } = endpoint;
        try {
          const within = AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]);
          const checked = result.parse(await ask(endpoint.url, method, params, options, within));
          endpoint.failures = 0;
          return checked;
        } catch (error) {
          if (error instanceof RpcRefusedError) throw error;
          if (signal.aborted) break; // the caller's wish, not the endpoint's failure
          spare(endpoint, failures, method, error);
        }
      }
      throw new ChainUnavailableError(chain, signal.aborted ? 'no answer in time' : 'every RPC node failed');
    },
  };
}

async function ask(
  url: string,
  method: string,
  params: readonly unknown[],
  { refusal, lacks, parse = JSON.parse }: RpcOptions,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal,
  });
  const text = await response.text();
  // Some nodes send JSON-RPC errors, refusals among them, with an HTTP error; the body tells more than the status.
  const body = Answer.safeParse(parsedOr(undefined, parse, text));
  const failure = body.data?.error;
  const refused = failure && refusal?.(failure, method);
  if (refused) throw refused;
  if (failure && lacks?.(failure, method)) throw new MethodMissingError('has no such method');
  if (failure) throw new NodeFailedError(`JSON-RPC error ${failure.code}`, restAsked(response));
  if (!response.ok) throw new NodeFailedError(`HTTP ${response.status}`, restAsked(response));
  if (!body.success) throw new Error('not a JSON-RPC answer');
  return body.data.result;
}

/** `Retry-After` in milliseconds. Its other form, a date, is not used by RPC providers. */
function restAsked({ headers }: Response): number {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : 0;
}

function parsedOr<T>(otherwise: T, parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch {
    return otherwise; // not JSON: what is made of it depends on the HTTP status
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'not a URL');

/** Without the URL, which `fetch` quotes when it cannot use it. */
const reasonOf = (error: unknown, url: string): string =>
  error instanceof z.ZodError
    ? `malformed answer: ${error.issues[0]?.message}`
    : String(error).replaceAll(url, 'the URL');
