import type * as z from 'zod';
import { log } from '../../platform/log.ts';
import { AnswerTooLargeError, ChainUnavailableError, MethodUnavailableError } from './chain-unavailable.ts';
import { NodePool, type Place, type RpcNode } from './node-pool.ts';
import {
  ask,
  hostOf,
  MethodMissingError,
  NodeFailedError,
  type RequestOptions,
  RpcRefusedError,
  reasonOf,
  TooLargeError,
} from './rpc-request.ts';

export { type RpcError, RpcRefusedError } from './rpc-request.ts';

/**
 * A node that gives no answer in this time loses the call to the next node. Short, so that a lookup can try three
 * nodes.
 */
const ATTEMPT_MS = 3_000;
const MB = 1024 * 1024;
const MAX_BYTES = MB;

/** The limits of a call. */
export interface CallLimits {
  /** How long one node may take. */
  readonly attemptMs?: number;
  /** The greatest size of the answer. */
  readonly maxBytes?: number;
  /**
   * What a stranger decides: the size of the answer (by a transaction with many logs), the size and the time (of a
   * trace), or the whole outcome (of a call to a contract of a stranger). The node does not rest when this fails.
   */
  readonly stranger?: 'size' | 'work' | 'outcome';
}

/** The time of a node for whole blocks and for calls that are as much work. */
export const SLOW_MS = 10_000;
/** The limits for whole blocks. */
export const BLOCK = { attemptMs: SLOW_MS, maxBytes: 64 * MB } satisfies CallLimits;
/** The limits for the receipts of a block. */
export const RECEIPTS = { attemptMs: SLOW_MS, maxBytes: 16 * MB, stranger: 'size' } satisfies CallLimits;
/** The limits for a transaction and its receipt. */
export const TRANSACTION = { maxBytes: 16 * MB, stranger: 'size' } satisfies CallLimits;
/** The limits for the traces of a block, and for a receipt that is read alone. */
export const BLOCK_WORK = { ...BLOCK, stranger: 'work' } satisfies CallLimits;
/**
 * The limits for the traces of the blocks that a scan reads ahead. Four answers of this size take some 220 MB while a
 * process reads them. The watcher of a million addresses takes 410 MB of its 768 MB without them.
 */
export const AHEAD_TRACES = { maxBytes: 8 * MB, stranger: 'outcome' } satisfies CallLimits;
/** The limits for the trace of a transaction. */
export const TRACE = { attemptMs: SLOW_MS, maxBytes: 16 * MB, stranger: 'work' } satisfies CallLimits;
/**
 * A node that lacks a method is asked for the method again after this time: operators update nodes and change plans.
 */
const LACKS_MS = 600_000;

export interface Rpc {
  /**
   * Calls a JSON-RPC method and checks the answer's `result`.
   * @param limits by default three seconds and 1 MB.
   * @throws ChainUnavailableError when no node gives a well-formed answer before `signal`; MethodUnavailableError when
   *   every node lacks the method; AnswerTooLargeError when a node gave a larger answer, and no node a smaller one.
   * @throws RpcRefusedError when the family's `refusal` recognises an error as an answer.
   */
  send<S extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    result: S,
    signal: AbortSignal,
    limits?: CallLimits,
  ): Promise<z.output<S>>;
}

/** The nodes of a chain, which may know different blocks. */
export interface ChainRpc extends Rpc {
  /** The number of nodes. */
  readonly size: number;
  /**
   * Calls about one block. Nodes that are behind the block are asked last, and the client remembers which node
   * answered.
   */
  at(place: Place): Rpc;
  /**
   * The heads that the nodes name, the highest first, each as often as nodes name it. Asks all nodes at once that do
   * not rest, and the resting nodes when no other node answers.
   * @throws ChainUnavailableError when no node names a head.
   */
  heads(
    method: string,
    params: readonly unknown[],
    result: z.ZodType<number>,
    signal: AbortSignal,
  ): Promise<[number, ...number[]]>;
  /** Rests the nodes that named this head, of which no node has the block. */
  misled(head: number): void;
  /**
   * Rests the node that answered about the block at this height, because the answer contradicts others. Returns whether
   * each node has given contradicting answers of late.
   */
  contradicted(height: number): boolean;
}

/** Why a node gave no result. Without a field, the node failed. */
interface NoResult {
  readonly refused?: RpcRefusedError;
  readonly isTooLarge?: boolean;
}

/** Whether a stranger may have made the call fail. */
const isStrangers = (error: unknown, stranger: CallLimits['stranger']): boolean =>
  stranger === 'outcome' ||
  (stranger !== undefined && error instanceof TooLargeError) ||
  (stranger === 'work' && error instanceof DOMException && error.name === 'TimeoutError');

export interface RpcOptions extends RequestOptions {
  readonly attemptMs?: number;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

/**
 * JSON-RPC over several nodes of one chain. A call tries the nodes in order: a time-out, an HTTP error, a JSON-RPC
 * error, a malformed or a too large answer passes the call to the next node. A node that failed rests for a while and
 * is tried last. So a dead node costs a time-out now and then, not with each call. A resting node is still tried when
 * no other node is left.
 *
 * Uses `fetch` and no client of an SDK. Clients of SDKs report different failures alike (ethers takes every failed
 * `eth_call` for a revert), repeat calls on their own, or keep the socket of a cancelled request open.
 */
export function jsonRpc(chain: string, urls: readonly string[], options: RpcOptions = {}): ChainRpc {
  const { now = () => performance.now(), capability = (method) => method } = options;
  const pool = new NodePool(urls, now);

  /** Asks one node. When the node failed, the pool then knows. */
  async function attempt<S extends z.ZodType>(
    node: RpcNode,
    method: string,
    params: readonly unknown[],
    result: S,
    signal: AbortSignal,
    { attemptMs = options.attemptMs ?? ATTEMPT_MS, maxBytes = MAX_BYTES, stranger }: CallLimits,
  ): Promise<{ readonly value: z.output<S> } | NoResult> {
    const { failures } = node;
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]);
      const asked = { maxBytes, isStrangers: stranger === 'outcome' };
      return { value: result.parse(await ask(node.url, method, params, options, asked, within)) };
    } catch (error) {
      if (error instanceof RpcRefusedError) return { refused: error };
      if (signal.aborted) return {}; // the caller cancelled; the node did not fail
      const isTooLarge = error instanceof TooLargeError;
      if (error instanceof MethodMissingError) node.lacks.set(capability(method, params), now() + LACKS_MS);
      else if (!isStrangers(error, stranger))
        pool.failed(node, failures, error instanceof NodeFailedError ? error.restMs : 0);
      // The path of the URL is a key, so the log names the host alone.
      log.warn('chain.rpc_failed', { chain, method, host: hostOf(node.url), reason: reasonOf(error, node.url) });
      return { isTooLarge };
    }
  }

  const unavailable = (signal: AbortSignal): ChainUnavailableError => {
    if (urls.length === 0) return new ChainUnavailableError(chain, 'no RPC node is configured');
    return new ChainUnavailableError(chain, signal.aborted ? 'no answer in time' : 'every RPC node failed');
  };
  const lacks = (node: RpcNode, name: string): boolean => (node.lacks.get(name) ?? 0) > now();

  const sending = (place?: Place): Rpc => ({
    async send(method, params, result, signal, limits = {}) {
      const needed = capability(method, params);
      let doubtful: RpcRefusedError | undefined;
      let hasFailed = false;
      let isTooLarge = false;
      for (const node of pool.inOrder(place)) {
        if (signal.aborted) break;
        if (lacks(node, needed)) continue;
        const answer = await attempt(node, method, params, result, signal, limits);
        if ('value' in answer) {
          node.failures = 0;
          if (place !== undefined && answer.value !== null) pool.answered(node, place);
          return answer.value;
        }
        if (answer.refused?.isCertain) throw answer.refused;
        if (answer.refused === undefined) hasFailed = true;
        else if (doubtful === undefined || doubtful.isVague) doubtful = answer.refused;
        isTooLarge ||= answer.isTooLarge ?? false;
      }
      if (signal.aborted) throw unavailable(signal);
      if (doubtful !== undefined && !(doubtful.isVague && hasFailed)) throw doubtful;
      if (isTooLarge) throw new AnswerTooLargeError(chain, method);
      if (urls.length > 0 && pool.nodes.every((node) => lacks(node, needed))) {
        throw new MethodUnavailableError(chain, needed);
      }
      throw unavailable(signal);
    },
  });

  return {
    ...sending(),
    size: urls.length,
    at: sending,
    async heads(method, params, result, signal) {
      // An answer does not end a node's failures: a node may name its head and fail at every block.
      const asked = async (node: RpcNode): Promise<number[]> => {
        const answer = await attempt(node, method, params, result, signal, {});
        if (!('value' in answer)) return [];
        node.head = answer.value;
        return [answer.value];
      };
      const { resting = [], awake = [] } = Object.groupBy(pool.nodes, (node) =>
        pool.isResting(node) ? 'resting' : 'awake',
      );
      for (const nodes of [awake, resting]) {
        const [first, ...others] = (await Promise.all(nodes.map(asked))).flat().toSorted((a, b) => b - a);
        if (first !== undefined) return [first, ...others];
      }
      throw unavailable(signal);
    },
    misled: (head) => pool.misled(head),
    contradicted: (height) => pool.contradicted(height),
  };
}
