import { jsonRpc, type Rpc, type RpcError, RpcRefusedError } from '../port/rpc.ts';

/** The contract that `eth_call` ran refused. */
export class CallRevertedError extends RpcRefusedError {
  override readonly name = 'CallRevertedError';
}

/** 3 is the code of a revert; older nodes use their own codes and say it in words. */
const isRevert = ({ code, message }: RpcError): boolean =>
  code === 3 || /revert|invalid opcode|vm execution error|out of gas/i.test(message);

/** Of the methods used, the one that not every node and every provider's plan has. */
const isMissing = ({ code, message }: RpcError, method: string): boolean =>
  method === 'eth_getBlockReceipts' &&
  (code === -32601 || /unsupported method|(method|eth_getBlockReceipts).*(\bnot\b|unsupported)/i.test(message));

/** JSON-RPC to the endpoints of an EVM chain. `eth_call` throws CallRevertedError when the called contract did. */
export const evmRpc = (chain: string, urls: readonly string[], attemptMs?: number): Rpc =>
  jsonRpc(chain, urls, {
    attemptMs,
    lacks: isMissing,
    refusal: (error, method) =>
      method === 'eth_call' && isRevert(error) ? new CallRevertedError(error.message) : undefined,
  });
