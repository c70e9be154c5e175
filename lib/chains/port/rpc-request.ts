import * as z from 'zod';

/** A JSON-RPC error that is the answer of the chain, and no failure of the node. */
export class RpcRefusedError extends Error {
  override readonly name: string = 'RpcRefusedError';
  /**
   * Whether every node would give the same answer, so that no other node is asked. Otherwise the answer counts only
   * when no other node gives a result.
   */
  readonly isCertain: boolean;
  /** Whether the error may as well speak of a failing node. Such an answer counts only when every node gives it. */
  readonly isVague: boolean;
  constructor(reason: string, { isCertain = true, isVague = false } = {}) {
    super(reason);
    this.isCertain = isCertain;
    this.isVague = isVague;
  }
}

const RpcError = z.object({ code: z.number(), message: z.string() });
export type RpcError = z.output<typeof RpcError>;
const Answer = z.object({ result: z.unknown().optional(), error: RpcError.nullish() });

/** Where chain families differ in their requests. */
export interface RequestOptions {
  /**
   * The error to throw when a JSON-RPC error is an answer; undefined when another node may succeed.
   * @param isStrangers whether a stranger decides about the whole outcome of the call.
   */
  readonly refusal?: (error: RpcError, method: string, isStrangers: boolean) => RpcRefusedError | undefined;
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

/** An answer exceeds the limit of its call. The rest of the answer was not read. */
export class TooLargeError extends Error {}

/** The node lacks the capability that a call needs. A schema of an answer may throw this error too. */
export class MethodMissingError extends Error {}

/**
 * Asks one node.
 * @param limits the greatest size of the answer, which is checked before the answer is parsed, and whether a stranger
 *   decides about the whole outcome.
 * @throws RpcRefusedError, TooLargeError, MethodMissingError, NodeFailedError, or an error of `fetch`.
 */
export async function ask(
  url: string,
  method: string,
  params: readonly unknown[],
  { refusal, lacks, capability = (name) => name, parse = parsed }: RequestOptions,
  { maxBytes, isStrangers }: { readonly maxBytes: number; readonly isStrangers: boolean },
  signal: AbortSignal,
): Promise<unknown> {
  const response = await posted(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal,
  });
  const bytes = await bytesOf(response, maxBytes);
  // Some nodes send a JSON-RPC error with an HTTP error status. The body says more than the status.
  const body = Answer.safeParse(parsedOr(undefined, parse, bytes));
  const failure = body.data?.error;
  const refused = failure && refusal?.(failure, method, isStrangers);
  if (refused?.isCertain) throw refused;
  if (failure && lacks?.(failure, capability(method, params))) throw new MethodMissingError('has no such method');
  if (refused && !NODE_STATUSES.has(response.status)) throw refused;
  if (failure) throw new NodeFailedError(`JSON-RPC error ${failure.code}`, restAsked(response));
  if (!response.ok) throw new NodeFailedError(`HTTP ${response.status}`, restAsked(response));
  if (!body.success) throw new Error('not a JSON-RPC answer');
  return body.data.result;
}

/**
 * The body of an answer. Reads the body in parts and stops at the limit, because a node may send more than the process
 * has memory. `fetch` has then already decompressed the parts.
 */
async function bytesOf(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size <= maxBytes) parts.push(part);
    else if (!response.ok) throw new NodeFailedError(`HTTP ${response.status}`, restAsked(response));
    else throw new TooLargeError(`the answer exceeds ${maxBytes} bytes`);
  }
  const [whole] = parts;
  if (whole !== undefined && parts.length === 1) return Buffer.from(whole.buffer, whole.byteOffset, size);
  return Buffer.concat(parts, size);
}

/** Statuses that speak of the node or of the caller's account, and not of the call. */
const NODE_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 429, 502, 503, 504]);

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
