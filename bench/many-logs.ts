import { createHash } from 'node:crypto';
import type { Bounded } from '../lib/transactions/bounded-record.ts';
import { evmBlocks, evmMethods } from '../local/chains/recorded/evm-recordings.ts';
import { withPayments } from './payments.ts';
import { evmRecording, type Recording } from './recorded.ts';

/** The logs of the transaction, and the contracts that log them. */
export const LOGS = 5_000;
const CONTRACTS = 500;
/** The transfers that a record holds. */
const STORED = 500;

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const digits = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);
const word = (hex: string): string => `0x${hex.padStart(64, '0')}`;

/** Blocks of one transaction each, whose logs move tokens from an address in match form to strangers. */
export function blocksWithManyLogs(senders: readonly string[]): Recording {
  const [recorded] = evmBlocks();
  if (recorded === undefined) throw new Error('there is no recorded block');
  const small = { ...recorded, hashes: [], transactions: [], receipts: [] };
  const contents = senders.map((from, height) => {
    const content = withPayments(small, [{ from, height }]);
    const logs = Array.from({ length: LOGS }, (_log, n) => ({
      address: `0x${digits(`token ${n % CONTRACTS}`, 40)}`,
      topics: [TRANSFER, word(from.slice(2)), word(digits(`stranger ${n}`, 40))],
      data: word((1000 + n).toString(16)),
    }));
    return { ...content, receipts: content.receipts.map((receipt) => ({ ...receipt, logs })) };
  });
  return evmRecording(contents, contents.length, evmMethods);
}

/** Bounds a record as it was bounded before rules saw everything: the other transfers were nowhere. */
export const cutOff: Bounded = async (_, whole) => ({ ...whole, transfers: whole.transfers.slice(0, STORED) });
