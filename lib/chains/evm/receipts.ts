import { mapConcurrent } from '../../values/concurrent.ts';
import { ChainUnavailableError } from '../port/chain-unavailable.ts';
import { BLOCK_ATTEMPT_MS, type Rpc } from '../port/rpc.ts';
import { type EvmBlock, type RawExecution, receiptAnswer, receiptsAnswer } from './evm-block.ts';

/** Receipts asked one by one, so many at a time. */
const AT_ONCE = 8;

/**
 * The transactions of a block with their receipts. Those are asked by the block's hash: by height they might be of a block
 * that took its place.
 *
 * Where no endpoint gives them at once they are asked one by one, and checked as strictly: not every node has the method,
 * and some leave out the receipts of transactions that their chain itself adds (Erigon on Polygon).
 * @throws ChainUnavailableError
 */
export async function withReceipts(rpc: Rpc, block: EvmBlock, signal: AbortSignal): Promise<RawExecution[]> {
  if (block.transactions.length === 0) return [];
  try {
    return await rpc.send('eth_getBlockReceipts', [block.hash], receiptsAnswer(block), signal, BLOCK_ATTEMPT_MS);
  } catch (error) {
    if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
  }
  const failed = new AbortController();
  const within = AbortSignal.any([signal, failed.signal]);
  try {
    return await mapConcurrent(block.transactions, AT_ONCE, async ({ hash, raw }) => {
      const Receipt = receiptAnswer(block.hash, hash);
      return { hash, raw, receipt: await rpc.send('eth_getTransactionReceipt', [hash], Receipt, within) };
    });
  } finally {
    failed.abort(); // the rest of them are of no use without the one that failed
  }
}
