import { type ChainRpc, jsonRpc, type RpcError, RpcRefusedError } from '../port/rpc.ts';
import { isOfNode, isVague } from './node-errors.ts';

/** The contract that `eth_call` ran has halted without a result, for example by a revert. */
export class CallRevertedError extends RpcRefusedError {
  override readonly name = 'CallRevertedError';
}

/**
 * 3 is the code of a revert. Older nodes use codes of their own and begin the message so. Only the beginning counts,
 * because the contract writes the rest: a reason may sound as if the node had failed.
 */
const isRevert = ({ code, message }: RpcError): boolean =>
  code === 3 || /^(\w+: )?(vm execution error|vm exception|(execution )?revert)/i.test(message);

/** A call of a contract that exists only for this call: its code is the third parameter. */
const OVERRIDE = 'eth_call with override';

/** What some nodes and some plans of providers lack. */
const OPTIONAL = /^(eth_getBlockReceipts|debug_|trace_|eth_call with override)/;
/** How nodes and providers refuse a method that they do not serve, besides the code -32601. */
const REFUSALS = [
  /unsupported method/i,
  /(method|namespace|debug_|trace_|eth_getBlockReceipts).*(\bnot\b|unsupported|disabled|restricted)/i,
  /\b(plan|tier|upgrade|whitelist|permission|unauthorized|forbidden)/i,
];

/** How nodes refuse the third parameter of `eth_call`. */
const REFUSED_OVERRIDE = /argument|param|override/i;

const isMissing = ({ code, message }: RpcError, capability: string): boolean =>
  OPTIONAL.test(capability) &&
  (code === -32601 ||
    REFUSALS.some((refusal) => refusal.test(message)) ||
    (capability === OVERRIDE && REFUSED_OVERRIDE.test(message)));

/**
 * What an error of `eth_call` says of the contract; undefined when the error speaks of the node. Each maker of nodes
 * has its own codes and texts for the ways in which a contract halts, so every other error is the contract's. A vague
 * error speaks of a failing node, or of a contract that makes the node fail.
 */
function callRefusal(error: RpcError, isStrangers: boolean): CallRevertedError | undefined {
  const { message } = error;
  if (isRevert(error)) return new CallRevertedError(message);
  if (!isOfNode(error)) return new CallRevertedError(message, { isCertain: false });
  return isStrangers && isVague(error)
    ? new CallRevertedError(message, { isCertain: false, isVague: true })
    : undefined;
}

/**
 * JSON-RPC to the nodes of an EVM chain. `eth_call` throws CallRevertedError when the called contract reverts, and when
 * every node that answers reports another halt of the contract.
 */
export const evmRpc = (chain: string, urls: readonly string[], attemptMs?: number, now?: () => number): ChainRpc =>
  jsonRpc(chain, urls, {
    attemptMs,
    now,
    lacks: isMissing,
    capability: (method, params) => (method === 'eth_call' && params.length > 2 ? OVERRIDE : method),
    refusal: (error, method, isStrangers) => (method === 'eth_call' ? callRefusal(error, isStrangers) : undefined),
  });
