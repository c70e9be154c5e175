import { mapConcurrent } from '../../values/concurrent.ts';
import { mutex } from '../../values/mutex.ts';
import { ChainUnavailableError } from '../port/chain-unavailable.ts';
import { BLOCK_WORK, type CallLimits, RECEIPTS, type Rpc } from '../port/rpc.ts';
import { type EvmBlock, type RawExecution, receiptAnswer, receiptsAnswer } from './evm-block.ts';

/** How many single receipts are asked for at once. */
const AT_ONCE = 8;
/** Nearly every receipt is smaller than 1 MB and comes within three seconds. */
const SMALL: CallLimits = { stranger: 'work' };
/** A megabyte of logs costs its sender a million gas. A transaction may not use all the gas that 64 MB cost. */
const LARGE: CallLimits = BLOCK_WORK;

/** The transactions of a block with their receipts. @throws ChainUnavailableError */
export type ReceiptReader = (block: EvmBlock, signal: AbortSignal) => Promise<RawExecution[]>;

/**
 * Reads the receipts of a block with one call. The call names the block by its hash: a call by height could return the
 * receipts of a block that replaced this block.
 *
 * When no node returns all receipts at once, the reader asks for each receipt alone and checks each as strictly. Some
 * nodes lack the method. Other nodes leave out the receipts of transactions that the chain itself adds (Erigon on
 * Polygon). Strangers can also fill a block with logs, so that all of its receipts exceed the limit of an answer.
 *
 * A single receipt that is large or late is read with the limits of a whole block, one at a time for all blocks that
 * the watcher reads ahead: the JSON takes several times its size in memory.
 */
export function receiptReader(rpc: Rpc): ReceiptReader {
  const alone = mutex();

  async function receiptOf(block: EvmBlock, hash: string, signal: AbortSignal) {
    const asked = (limits: CallLimits) =>
      rpc.send('eth_getTransactionReceipt', [hash], receiptAnswer(block.hash, hash), signal, limits);
    try {
      return await asked(SMALL);
    } catch (error) {
      if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
      return alone(() => asked(LARGE));
    }
  }

  return async (block, signal) => {
    if (block.transactions.length === 0) return [];
    try {
      return await rpc.send('eth_getBlockReceipts', [block.hash], receiptsAnswer(block), signal, RECEIPTS);
    } catch (error) {
      if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
    }
    const failed = new AbortController();
    const within = AbortSignal.any([signal, failed.signal]);
    try {
      return await mapConcurrent(block.transactions, AT_ONCE, async ({ hash, raw }) => ({
        hash,
        raw,
        receipt: await receiptOf(block, hash, within),
      }));
    } finally {
      failed.abort(); // the other receipts are of no use without the failed receipt
    }
  };
}
