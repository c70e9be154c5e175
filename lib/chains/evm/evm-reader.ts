import type { BlockTransaction, Chain, ChainReader, DecodedTransaction } from '../port/chain.ts';
import { ChainUnavailableError } from '../port/chain-unavailable.ts';
import type { ReaderOptions } from '../port/family.ts';
import { BLOCK_ATTEMPT_MS } from '../port/rpc.ts';
import { blockAnswer, headerAnswer, headerOf, partiesOf, type RawExecution } from './evm-block.ts';
import { decodeTransaction } from './evm-decode.ts';
import { evmRpc } from './evm-rpc.ts';
import { tokenTransfers } from './logs.ts';
import { withReceipts } from './receipts.ts';
import {
  EvmBlockHeader,
  type EvmLink,
  EvmReceipt,
  EvmTransaction,
  ExecutedReceipt,
  ExecutedTransaction,
  Height,
} from './schema.ts';
import { tokenReader } from './tokens.ts';
import { undecodedReason, undecodedTransaction } from './undecoded.ts';

const hex = (height: number): string => `0x${height.toString(16)}`;

/** Reads one EVM chain through its JSON-RPC nodes, which are tried in order. */
export function evmReader(chain: Chain, urls: readonly string[], options: ReaderOptions = {}): ChainReader {
  const rpc = evmRpc(chain.id, urls, options.attemptMs);
  const tokensOf = tokenReader(rpc, options.tokens);

  async function decoded(
    transaction: EvmTransaction,
    receipt: EvmReceipt,
    block: EvmBlockHeader,
    signal: AbortSignal,
    of?: ReadonlySet<string>,
  ): Promise<DecodedTransaction> {
    const transfers = receipt.status === 0n ? [] : tokenTransfers(receipt.logs, of);
    const tokens = await tokensOf(
      transfers.map(({ tokenAddress }) => tokenAddress),
      signal,
    );
    return decodeTransaction(chain, transaction, receipt, block, transfers, tokens);
  }

  const transactionOf = (block: EvmLink, executed: RawExecution): BlockTransaction => ({
    hash: executed.hash,
    parties: partiesOf(executed),
    async decode(signal, of) {
      try {
        const transaction = ExecutedTransaction.parse(executed.raw);
        const receipt = ExecutedReceipt.parse(executed.receipt);
        return { transaction: await decoded(transaction, receipt, block, signal, of), undecoded: null };
      } catch (error) {
        if (error instanceof ChainUnavailableError) throw error;
        return { transaction: undecodedTransaction(chain, block, executed), undecoded: undecodedReason(error) };
      }
    },
  });

  return {
    async lookup(hash, signal) {
      // An answer about another transaction is malformed, so the RPC client asks the next node.
      const Asked = EvmTransaction.refine((answer) => answer.hash === hash, 'is another transaction').nullable();
      const transaction = await rpc.send('eth_getTransactionByHash', [hash], Asked, signal);
      if (!transaction?.blockHash) return null;
      const Receipt = EvmReceipt.refine((answer) => answer.transactionHash === hash, 'is of another transaction');
      const [receipt, block] = await Promise.all([
        rpc.send('eth_getTransactionReceipt', [hash], Receipt, signal),
        rpc.send('eth_getBlockByHash', [transaction.blockHash, false], EvmBlockHeader, signal),
      ]);
      if (receipt.blockHash !== block.hash) {
        throw new ChainUnavailableError(chain.id, 'the transaction is moving between blocks');
      }
      return decoded(transaction, receipt, block, signal);
    },

    head: async (signal) => Number(await rpc.send('eth_blockNumber', [], Height, signal)),

    heights: async (from, to) => Array.from({ length: Math.max(to - from + 1, 0) }, (_, n) => from + n),

    async header(height, signal) {
      const link = await rpc.send('eth_getBlockByNumber', [hex(height), false], headerAnswer(height), signal);
      return link && headerOf(link);
    },

    async block(height, signal) {
      const params = [hex(height), true];
      const block = await rpc.send('eth_getBlockByNumber', params, blockAnswer(height), signal, BLOCK_ATTEMPT_MS);
      const executed = await withReceipts(rpc, block, signal);
      return { ...headerOf(block), transactions: executed.map((each) => transactionOf(block, each)) };
    },
  };
}
