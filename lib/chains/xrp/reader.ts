import type { ChainReader } from '../chain.ts';
import { type ChainId, chainOf } from '../registry.ts';
import { jsonRpc, type RpcOptions } from '../rpc.ts';
import { decodeTransaction } from './decode.ts';
import { transactionAnswer } from './schema.ts';

/**
 * Reads one network of the XRP Ledger through its JSON-RPC endpoints, which are tried in turn. Servers that keep only
 * recent ledgers do not know older transactions: a look-up is as complete as the history of the server that answers.
 */
export function xrpReader(chainId: ChainId, urls: readonly string[], options: RpcOptions = {}): ChainReader {
  const chain = chainOf(chainId);
  const rpc = jsonRpc(chainId, urls, options);
  return {
    lookup(hash, signal) {
      const request = { transaction: hash, binary: false, api_version: 2 };
      const Answer = transactionAnswer(hash).transform(
        (found) => found && decodeTransaction(chain, found.raw, found.ledger),
      );
      return rpc.send('tx', [request], Answer, signal);
    },
  };
}
