import * as z from 'zod';

/*
 * The two forms in which nodes state the calls of a transaction, read into one form. A trace has thousands of frames,
 * so this code walks the parsed JSON itself: a zod schema of frames would take several times as long as `JSON.parse`.
 */

/** A call inside a transaction that moved native value and took effect. Addresses are in lower case. */
export interface ValueCall {
  readonly from: string;
  readonly to: string;
  /** In wei, more than 0. */
  readonly amount: bigint;
}

/** The outermost call of a transaction, which the reader compares with the receipt. */
export interface TopCall {
  readonly from: string;
  /** Undefined where the node states no receiver: some nodes state none for the creation of a contract. */
  readonly to: string | undefined;
  readonly value: bigint;
  readonly failed: boolean;
}

export interface CallTrace {
  readonly top: TopCall;
  /** In trace order, without the outermost call. */
  readonly calls: readonly ValueCall[];
  /** The transaction and the block, where the node states them. */
  readonly transactionHash?: string;
  readonly blockHash?: string;
}

/** DELEGATECALL, CALLCODE and STATICCALL move nothing, although some nodes show the value of the outer call. */
const MOVING: ReadonlySet<string> = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);

type Raw = Readonly<Record<string, unknown>>;

class MalformedTraceError extends Error {}

/**
 * The answer of `debug_traceTransaction` with `callTracer`: one frame with nested frames.
 * @see https://geth.ethereum.org/docs/developers/evm-tracing/built-in-tracers#call-tracer
 */
export const CallTracerAnswer = z
  .unknown()
  .transform((answer, context): CallTrace => reading(context, () => callTracerTrace(frameIn(answer))));

/**
 * The answer of `debug_traceBlockByHash` with `callTracer`: the traces by transaction hash.
 * @param hashes the hashes of the transactions in order, because some nodes state no hash beside a trace.
 */
export const CallTracerBlockAnswer = (hashes: readonly string[]) =>
  z.unknown().transform(
    (answer, context): ReadonlyMap<string, CallTrace> =>
      reading(context, () => {
        const entries = listIn(answer).map(frameIn);
        return new Map(
          entries.map(({ txHash, result }, n) => [lower(txHash) ?? hashes[n] ?? '', callTracerTrace(frameIn(result))]),
        );
      }),
  );

function callTracerTrace(top: Raw): CallTrace {
  const calls: ValueCall[] = [];
  // A stack of its own instead of recursion: calls nest up to 1,024 deep.
  const pending = isFailed(top) ? [] : childrenOf(top).toReversed();
  for (let frame = pending.pop(); frame !== undefined; frame = pending.pop()) {
    if (isFailed(frame)) continue;
    const amount = MOVING.has(String(frame.type)) ? quantity(frame.value) : 0n;
    if (amount > 0n) calls.push({ from: address(frame.from), to: address(frame.to), amount });
    const children = childrenOf(frame);
    for (let n = children.length - 1; n >= 0; n--) pending.push(children[n] ?? {});
  }
  const { from, to, value } = top;
  return { top: { from: address(from), to: lower(to), value: quantity(value), failed: isFailed(top) }, calls };
}

const isFailed = ({ error }: Raw): boolean => error !== undefined && error !== null;

const childrenOf = ({ calls }: Raw): Raw[] => (calls === undefined || calls === null ? [] : listIn(calls).map(frameIn));

/**
 * The answer of `trace_transaction`, or the part of `trace_block` for one transaction: a flat list in trace order.
 * `traceAddress` is the path of a frame in the tree of calls.
 * @see https://openethereum.github.io/JSONRPC-trace-module
 */
export const ParityTraceAnswer = z
  .unknown()
  .transform((answer, context): CallTrace => reading(context, () => parityTrace(listIn(answer).map(frameIn))));

/** The answer of `trace_block`: the traces of the transactions of a block by transaction hash. */
export const ParityBlockAnswer = z.unknown().transform(
  (answer, context): ReadonlyMap<string, CallTrace> =>
    reading(context, () => {
      // The rewards of a block belong to no transaction.
      const frames = listIn(answer)
        .map(frameIn)
        .filter(({ transactionHash }) => typeof transactionHash === 'string');
      const byHash = Map.groupBy(frames, ({ transactionHash }) => String(transactionHash).toLowerCase());
      return new Map([...byHash].map(([hash, own]) => [hash, parityTrace(own)]));
    }),
);

function parityTrace(frames: readonly Raw[]): CallTrace {
  const [top] = frames;
  if (top === undefined || pathOf(top) !== '') throw new MalformedTraceError('has no outermost call');
  const failed = new Set<string>();
  const calls: ValueCall[] = [];
  for (const frame of frames) {
    const path = pathOf(frame);
    const parent = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
    if (isFailed(frame) || (frame !== top && failed.has(parent))) failed.add(path);
    else if (frame !== top) {
      const call = parityCall(frame);
      if (call !== null && call.amount > 0n) calls.push(call);
    }
  }
  const { from, to, value } = frameIn(top.action);
  return {
    top: { from: address(from), to: lower(to), value: quantity(value), failed: isFailed(top) },
    calls,
    transactionHash: lower(top.transactionHash),
    blockHash: lower(top.blockHash),
  };
}

/** The path as text: empty for the outermost call, `/0/2` for the third call inside its first call. */
const pathOf = ({ traceAddress }: Raw): string =>
  listIn(traceAddress)
    .map((n) => `/${Number(n)}`)
    .join('');

function parityCall({ type, action: given, result }: Raw): ValueCall | null {
  const action = frameIn(given);
  if (type === 'suicide') {
    return { from: address(action.address), to: address(action.refundAddress), amount: quantity(action.balance) };
  }
  if (type === 'create') {
    return { from: address(action.from), to: address(frameIn(result).address), amount: quantity(action.value) };
  }
  if (type !== 'call' || action.callType !== 'call') return null;
  return { from: address(action.from), to: address(action.to), amount: quantity(action.value) };
}

/** Runs `read` and reports a malformed trace as an issue of the answer, so that the next node is asked. */
function reading<T>(context: z.core.$RefinementCtx, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MalformedTraceError)) throw error;
    context.addIssue(error.message);
    return z.NEVER;
  }
}

function frameIn(value: unknown): Raw {
  if (!isRaw(value)) throw new MalformedTraceError('has a frame that is no object');
  return value;
}

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

function listIn(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new MalformedTraceError('lacks a list of frames');
  return value;
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;

function address(value: unknown): string {
  if (typeof value !== 'string' || !ADDRESS.test(value))
    throw new MalformedTraceError('has a frame without an address');
  return value.toLowerCase();
}

const QUANTITY = /^0x[0-9a-f]{1,64}$/i;

/** A missing value is 0: nodes leave the value out of frames that cannot move value. */
function quantity(value: unknown): bigint {
  if (value === undefined || value === null) return 0n;
  if (typeof value !== 'string' || !QUANTITY.test(value))
    throw new MalformedTraceError('has a value that is no quantity');
  return BigInt(value);
}

const lower = (value: unknown): string | undefined => (typeof value === 'string' ? value.toLowerCase() : undefined);
