import { type ChainReader, ChainUnavailable } from '../chain.ts';
import { type ChainId, chainOf } from '../registry.ts';
import { decodeTransaction } from './decode.ts';
import { tokenTransfers } from './logs.ts';
import { evmRpc } from './rpc.ts';
import { EvmBlockHeader, EvmReceipt, EvmTransaction } from './schema.ts';
import { tokenReader } from './tokens.ts';

/** Reads one EVM chain through its JSON-RPC endpoints, which are tried in turn. */
export function evmReader(chainId: ChainId, urls: readonly string[]): ChainReader {
  const chain = chainOf(chainId);
  const rpc = evmRpc(chainId, urls);
  const tokensOf = tokenReader(rpc);
  return {
    async lookup(hash, signal) {
      // An answer about something else is malformed: the next endpoint is asked.
      const Asked = EvmTransaction.refine((answer) => answer.hash === hash, 'is another transaction').nullable();
      const transaction = await rpc.send('eth_getTransactionByHash', [hash], Asked, signal);
      if (!transaction?.blockHash) return null;
      const Receipt = EvmReceipt.refine((answer) => answer.transactionHash === hash, 'is of another transaction');
      const [receipt, block] = await Promise.all([
        rpc.send('eth_getTransactionReceipt', [hash], Receipt, signal),
        rpc.send('eth_getBlockByHash', [transaction.blockHash, false], EvmBlockHeader, signal),
      ]);
      if (receipt.blockHash !== block.hash) {
        throw new ChainUnavailable(chainId, 'the transaction is moving between blocks');
      }
      const transfers = receipt.status === 0n ? [] : tokenTransfers(receipt.logs);
      const tokens = await tokensOf(
        transfers.map(({ tokenAddress }) => tokenAddress),
        signal,
      );
      return decodeTransaction(chain, transaction, receipt, block, tokens);
    },
  };
}
