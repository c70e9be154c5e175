import { log } from '../../platform/log.ts';
import { AnswerTooLargeError, ChainUnavailableError, MethodUnavailableError } from '../port/chain-unavailable.ts';
import { patience } from '../port/give-up.ts';
import { type Rpc, TRACE } from '../port/rpc.ts';
import { type CallTrace, CallTracerAnswer, ParityTraceAnswer, type ValueCall } from './call-trace.ts';

/** The facts of a transaction that its trace must agree with. Addresses and hashes are in lower case. */
export interface Traceable {
  readonly hash: string;
  readonly blockHash: string;
  readonly from: string;
  /** Null for the creation of a contract. */
  readonly to: string | null;
  /** In wei. */
  readonly value: bigint;
  /** Null for a receipt from before the Byzantium fork, which states no outcome. */
  readonly failed: boolean | null;
}

/**
 * The calls inside a transaction that moved value; null when no node traces.
 * @throws ChainUnavailableError when a node traces but gave no trace that agrees with the receipt.
 */
export type Tracer = (transaction: Traceable, signal: AbortSignal) => Promise<readonly ValueCall[] | null>;

export const CALL_TRACER = { tracer: 'callTracer' };

/**
 * Traces transactions with the nodes that can. `debug_traceTransaction` comes first, because more providers have this
 * method. The RPC client remembers which node lacks which method. After two minutes without a trace, or when the trace
 * is too large, the record states that its calls are unknown: some nodes cannot trace a large transaction at all.
 */
export function tracer(chain: string, rpc: Rpc, now?: () => number): Tracer {
  const patient = patience(now, { isShared: true });

  function trace(transaction: Traceable, signal: AbortSignal): Promise<CallTrace | null> {
    const { hash } = transaction;
    const byDebug = CallTracerAnswer.refine(agreesWith(transaction), DISAGREES);
    const byParity = ParityTraceAnswer.refine(agreesWith(transaction), DISAGREES);
    const ask = () => rpc.send('debug_traceTransaction', [hash, CALL_TRACER], byDebug, signal, TRACE);
    return eitherTrace(ask, () => rpc.send('trace_transaction', [hash], byParity, signal, TRACE), signal);
  }

  return (transaction, signal) =>
    patient<readonly ValueCall[] | null>(
      transaction.hash,
      signal,
      async () => (await trace(transaction, signal))?.calls ?? null,
      ({ message }) => {
        log.error('transaction.trace_failed', { chain, hash: transaction.hash, reason: message });
        return null;
      },
    );
}

/** The answer of the first method, or else of the second; null when no node has either method. */
export async function eitherTrace<T>(
  debug: () => Promise<T>,
  parity: () => Promise<T>,
  signal: AbortSignal,
): Promise<T | null> {
  try {
    return await debug();
  } catch (failure) {
    if (!(failure instanceof ChainUnavailableError) || signal.aborted) throw failure;
    try {
      return await parity();
    } catch (error) {
      if (failure instanceof AnswerTooLargeError) throw failure;
      if (!(error instanceof MethodUnavailableError)) throw error;
      if (failure instanceof MethodUnavailableError) return null;
      throw failure;
    }
  }
}

const DISAGREES = 'disagrees with the receipt';

/**
 * Whether a trace belongs to the transaction in its block. The answer of `debug_traceTransaction` names neither, so its
 * outermost call must have the sender, the receiver, the value and the outcome of the transaction.
 */
export const agreesWith =
  ({ hash, blockHash, from, to, value, failed }: Traceable) =>
  ({ top, ...named }: CallTrace): boolean =>
    top.from === from &&
    (to === null || top.to === to) &&
    top.value === value &&
    (failed === null || top.failed === failed) &&
    (named.transactionHash ?? hash) === hash &&
    (named.blockHash ?? blockHash) === blockHash;
