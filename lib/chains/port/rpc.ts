import * as z from 'zod';
import { log } from '../../platform/log.ts';
import { ChainUnavailableError } from './chain-unavailable.ts';

/**
 * A node that gives no answer in this time loses the call to the next node. Short, so that a lookup can try three
 * nodes.
 */
const ATTEMPT_MS = 3_000;
/** The same limit for a whole block, whose answer may take megabytes. */
export const BLOCK_ATTEMPT_MS = 10_000;
/** How long a node rests after a failure. Each further failure doubles the time, up to `MAX_REST_MS`. */
const REST_MS = 1_000;
const MAX_REST_MS = 60_000;
/**
 * A node that lacks a method is asked for the method again after this time: operators update nodes and change plans.
 */
const LACKS_MS = 600_000;

/**
 * A JSON-RPC error that is the answer of the chain. Every node would give the same answer, so no other node is asked.
 */
export class RpcRefusedError extends Error {
  override readonly name: string = 'RpcRefusedError';
}

const RpcError = z.object({ code: z.number(), message: z.string() });
export type RpcError = z.output<typeof RpcError>;
const Answer = z.object({ result: z.unknown().optional(), error: RpcError.nullish() });

export interface Rpc {
  /**
   * Calls a JSON-RPC method and checks the answer's `result`.
   * @param attemptMs how long one node may take, for answers that are larger than others.
   * @throws ChainUnavailableError when no node gives a well-formed answer before `signal`.
   * @throws RpcRefusedError when the family's `refusal` recognises an error as an answer.
   */
  send<S extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    result: S,
    signal: AbortSignal,
    attemptMs?: number,
  ): Promise<z.output<S>>;
}

/** Where chain families differ. */
export interface RpcOptions {
  readonly attemptMs?: number;
  /** The error to throw when a JSON-RPC error is an answer; undefined when another node may succeed. */
  readonly refusal?: (error: RpcError, method: string) => RpcRefusedError | undefined;
  /** Whether a JSON-RPC error says that the node lacks the method. Such a node still serves other methods. */
  readonly lacks?: (error: RpcError, method: string) => boolean;
  /** Reads the text of an answer, for families with numbers that `JSON.parse` would round. */
  readonly parse?: (text: string) => unknown;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

interface RpcNode {
  readonly url: string;
  failures: number;
  restsUntil: number;
  /** Methods that the node lacks → when the node is asked for the method again. */
  readonly lacks: Map<string, number>;
}

/** Why a node gave no answer, and how long the node asks for a rest. */
class NodeFailedError extends Error {
  readonly restMs: number;
  constructor(reason: string, restMs: number) {
    super(reason);
    this.restMs = restMs;
  }
}

/** The node lacks the method. */
class MethodMissingError extends Error {}

/**
 * JSON-RPC over several nodes of one chain. A call tries the nodes in order: a time-out, an HTTP error, a JSON-RPC
 * error or a malformed answer passes the call to the next node. A node that failed rests for a while and is tried last.
 * So a dead node costs a time-out now and then, not with each call. A resting node is still tried when no other node is
 * left.
 *
 * Uses `fetch` and no client of an SDK. Clients of SDKs report different failures alike (ethers takes every failed
 * `eth_call` for a revert), repeat calls on their own, or keep the socket of a cancelled request open.
 */
export function jsonRpc(chain: string, urls: readonly string[], options: RpcOptions = {}): Rpc {
  const { now = () => performance.now() } = options;
  const nodes = urls.map((url): RpcNode => ({ url, failures: 0, restsUntil: 0, lacks: new Map() }));
  const leastRestingFirst = (at: number): RpcNode[] => {
    const rest = ({ restsUntil }: RpcNode) => (restsUntil > at ? restsUntil : 0);
    return nodes.toSorted((a, b) => rest(a) - rest(b));
  };
  /** @param failures the failures of the node before the call: several calls that fail at once count as one failure. */
  const recordFailure = (node: RpcNode, failures: number, method: string, error: unknown): void => {
    if (error instanceof MethodMissingError) {
      node.lacks.set(method, now() + LACKS_MS);
    } else {
      const asked = error instanceof NodeFailedError ? error.restMs : 0;
      node.restsUntil = now() + Math.min(Math.max(REST_MS * 2 ** failures, asked), MAX_REST_MS);
      node.failures = failures + 1;
    }
    // The path of the URL is a key, so the log names the host alone.
    log.warn('chain.rpc_failed', { chain, method, host: hostOf(node.url), reason: reasonOf(error, node.url) });
  };
  return {
    async send(method, params, result, signal, attemptMs = options.attemptMs ?? ATTEMPT_MS) {
      if (urls.length === 0) throw new ChainUnavailableError(chain, 'no RPC node is configured');
      for (const node of leastRestingFirst(now())) {
        if (signal.aborted) break;
        if ((node.lacks.get(method) ?? 0) > now()) continue;
        const { failures } = node;
        try {
          const within = AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]);
          const checked = result.parse(await ask(node.url, method, params, options, within));
          node.failures = 0;
          return checked;
        } catch (error) {
          if (error instanceof RpcRefusedError) throw error;
          if (signal.aborted) break; // the caller cancelled; the node did not fail
          recordFailure(node, failures, method, error);
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
  // Some nodes send a JSON-RPC error with an HTTP error status. The body says more than the status.
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

/** `Retry-After` in milliseconds. RPC providers do not use the form with a date. */
function restAsked({ headers }: Response): number {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : 0;
}

function parsedOr<T>(otherwise: T, parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch {
    return otherwise; // not JSON: the HTTP status decides what the answer means
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'not a URL');

/** The reason without the URL: `fetch` quotes an unusable URL, and the URL holds a key. */
const reasonOf = (error: unknown, url: string): string =>
  error instanceof z.ZodError
    ? `malformed answer: ${error.issues[0]?.message}`
    : String(error).replaceAll(url, 'the URL');
