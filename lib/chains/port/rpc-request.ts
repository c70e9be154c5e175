import * as z from 'zod';

/**
 * A JSON-RPC error that is the answer of the chain. Every node would give the same answer, so no other node is asked.
 */
export class RpcRefusedError extends Error {
  override readonly name: string = 'RpcRefusedError';
}

const RpcError = z.object({ code: z.number(), message: z.string() });
export type RpcError = z.output<typeof RpcError>;
const Answer = z.object({ result: z.unknown().optional(), error: RpcError.nullish() });

/** Where chain families differ in their requests. */
export interface RequestOptions {
  /** The error to throw when a JSON-RPC error is an answer; undefined when another node may succeed. */
  readonly refusal?: (error: RpcError, method: string) => RpcRefusedError | undefined;
  /** Whether a JSON-RPC error says that the node lacks the capability. Such a node still serves other calls. */
  readonly lacks?: (error: RpcError, capability: string) => boolean;
  /** What a node must be capable of for a call: the method, or a name of its own for an unusual form of the method. */
  readonly capability?: (method: string, params: readonly unknown[]) => string;
  /** Reads an answer, for families with numbers that `JSON.parse` would round. @throws SyntaxError */
  readonly parse?: (bytes: Buffer) => unknown;
}

/** Why a node gave no answer, and how long the node asks for a rest. */
export class NodeFailedError extends Error {
  readonly restMs: number;
  constructor(reason: string, restMs: number) {
    super(reason);
    this.restMs = restMs;
  }
}

/** The node lacks the capability that a call needs. A schema of an answer may throw this error too. */
export class MethodMissingError extends Error {}

/**
 * Asks one node. @throws RpcRefusedError, MethodMissingError, NodeFailedError, or an error of `fetch`.
 */
export async function ask(
  url: string,
  method: string,
  params: readonly unknown[],
  { refusal, lacks, capability = (name) => name, parse = parsed }: RequestOptions,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await posted(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  // Some nodes send a JSON-RPC error with an HTTP error status. The body says more than the status.
  const body = Answer.safeParse(parsedOr(undefined, parse, bytes));
  const failure = body.data?.error;
  const refused = failure && refusal?.(failure, method);
  if (refused) throw refused;
  if (failure && lacks?.(failure, capability(method, params))) throw new MethodMissingError('has no such method');
  if (failure) throw new NodeFailedError(`JSON-RPC error ${failure.code}`, restAsked(response));
  if (!response.ok) throw new NodeFailedError(`HTTP ${response.status}`, restAsked(response));
  if (!body.success) throw new Error('not a JSON-RPC answer');
  return body.data.result;
}

/**
 * Sends a request, again if its connection was closed before an answer began: a connection that `fetch` kept open may
 * have died while Lambda froze the process. All calls only read, so a call that reaches the node twice does no harm.
 */
async function posted(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    if (!isClosed(error)) throw error;
    return fetch(url, request);
  }
}

const Closed = z.object({ cause: z.object({ code: z.enum(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']) }) });
const isClosed = (error: unknown): boolean => Closed.safeParse(error).success;

/** `Retry-After` in milliseconds. RPC providers do not use the form with a date. */
function restAsked({ headers }: Response): number {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : 0;
}

const parsed = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

function parsedOr<T>(otherwise: T, parse: (bytes: Buffer) => unknown, bytes: Buffer): unknown {
  try {
    return parse(bytes);
  } catch {
    return otherwise; // not JSON: the HTTP status decides what the answer means
  }
}

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'not a URL');

/** The reason without the URL: `fetch` quotes an unusable URL, and the URL holds a key. */
export const reasonOf = (error: unknown, url: string): string =>
  error instanceof z.ZodError
    ? `malformed answer: ${error.issues[0]?.message}`
    : String(error).replaceAll(url, 'the URL');
