import { jsonRpc, type Rpc, type RpcError, RpcRefusedError } from '../port/rpc.ts';

/** The contract that `eth_call` ran has reverted. */
export class CallRevertedError extends RpcRefusedError {
  override readonly name = 'CallRevertedError';
}

/** 3 is the code of a revert. Older nodes use codes of their own and name the revert in the message. */
const isRevert = ({ code, message }: RpcError): boolean =>
  code === 3 || /revert|invalid opcode|vm execution error|out of gas/i.test(message);

/** `eth_getBlockReceipts` is the only method that some nodes and some plans of providers lack. */
const isMissing = ({ code, message }: RpcError, method: string): boolean =>
  method === 'eth_getBlockReceipts' &&
  (code === -32601 || /unsupported method|(method|eth_getBlockReceipts).*(\bnot\b|unsupported)/i.test(message));

/** JSON-RPC to the nodes of an EVM chain. `eth_call` throws CallRevertedError when the called contract reverts. */
export const evmRpc = (chain: string, urls: readonly string[], attemptMs?: number): Rpc =>
  jsonRpc(chain, urls, {
    attemptMs,
    lacks: isMissing,
    refusal: (error, method) =>
      method === 'eth_call' && isRevert(error) ? new CallRevertedError(error.message) : undefined,
  });
