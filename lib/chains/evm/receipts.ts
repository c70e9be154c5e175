import { mapConcurrent } from '../../values/concurrent.ts';
import { ChainUnavailableError } from '../port/chain-unavailable.ts';
import { type Rpc, SLOW_MS, TRANSACTION } from '../port/rpc.ts';
import { type EvmBlock, type RawExecution, receiptAnswer, receiptsAnswer } from './evm-block.ts';

/** How many single receipts are asked for at once. */
const AT_ONCE = 8;

/**
 * The transactions of a block with their receipts. The call names the block by its hash: a call by height could return
 * the receipts of a block that replaced this block.
 *
 * When no node returns all receipts at once, the reader asks for each receipt alone and checks each as strictly. Some
 * nodes lack the method. Other nodes leave out the receipts of transactions that the chain itself adds (Erigon on
 * Polygon). Strangers can also fill a block with logs, so that all of its receipts exceed the limit of an answer.
 * @throws ChainUnavailableError
 */
export async function withReceipts(rpc: Rpc, block: EvmBlock, signal: AbortSignal): Promise<RawExecution[]> {
  if (block.transactions.length === 0) return [];
  try {
    const limits = { ...TRANSACTION, attemptMs: SLOW_MS };
    return await rpc.send('eth_getBlockReceipts', [block.hash], receiptsAnswer(block), signal, limits);
  } catch (error) {
    if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
  }
  const failed = new AbortController();
  const within = AbortSignal.any([signal, failed.signal]);
  try {
    return await mapConcurrent(block.transactions, AT_ONCE, async ({ hash, raw }) => {
      const Receipt = receiptAnswer(block.hash, hash);
      return { hash, raw, receipt: await rpc.send('eth_getTransactionReceipt', [hash], Receipt, within, TRANSACTION) };
    });
  } finally {
    failed.abort(); // the other receipts are of no use without the failed receipt
  }
}
