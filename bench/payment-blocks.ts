import { evmBlocks, evmMethods } from '../local/chains/recorded/evm-recordings.ts';
import { type Payment, withPayments } from './payments.ts';
import { evmRecording, type Recording } from './recorded.ts';

/**
 * A chain of blocks of one recorded transaction and payments, each from another of these addresses in match form.
 * @param counts the payments of each block.
 */
export const paymentBlocks = (payers: readonly string[], counts: readonly number[]): Recording =>
  chainOfPayments(counts.map((count) => payers.slice(0, count)));

/** A chain of blocks of one recorded transaction and a payment of each of the payers of the block, in match form. */
export function chainOfPayments(payers: readonly (readonly string[])[]): Recording {
  const [recorded] = evmBlocks();
  if (recorded === undefined) throw new Error('there is no recorded block');
  const first = <T>(items: readonly T[]) => items.slice(0, 1);
  // A block without any transaction would contradict its header.
  const { hashes, transactions, receipts } = recorded;
  const small = {
    ...recorded,
    hashes: first(hashes),
    transactions: first(transactions),
    receipts: first(receipts),
  };
  const blocks = payers.map((ofBlock, n) =>
    withPayments(
      small,
      ofBlock.map((from): Payment => ({ from, height: n })),
    ),
  );
  return evmRecording(blocks, blocks.length, evmMethods);
}
