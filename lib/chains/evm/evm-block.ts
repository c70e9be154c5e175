import * as z from 'zod';
import type { BlockHeader } from '../port/chain.ts';
import { addressIn, endTopics } from './logs.ts';
import { EvmLink } from './schema.ts';

/*
 * A block is read lightly: only what proves that its parts belong together, and whom it may touch. To check every field
 * of every transaction costs several times what it takes to parse the JSON, and nearly no transaction is wanted.
 */

/** An object as the node sent it; any field of it may be missing or of another type. */
export type Raw = Readonly<Record<string, unknown>>;

/** A transaction of a block, of which the hash is known and nothing else. */
export interface RawTransaction {
  readonly hash: string;
  readonly raw: Raw;
}

/** With what became of it. */
export interface RawExecution extends RawTransaction {
  readonly receipt: Raw;
}

export const headerOf = ({ hash, number, parentHash, timestamp }: EvmLink): BlockHeader => ({
  height: Number(number),
  hash,
  parentHash,
  parentHeight: Number(number) - 1,
  timestamp: new Date(Number(timestamp) * 1000).toISOString(),
});

/*
 * Schemas of objects are made once: zod compiles each on first use, which takes longer than to check a block. What an
 * answer has to fit beside them is checked in a transform, which costs nothing to make.
 */
const Link = EvmLink.nullable();
const Block = EvmLink.extend({ transactions: z.array(z.unknown()), transactionsRoot: z.string().optional() });
/** Root of the tree of no transactions: keccak-256 of the RLP of nothing. */
const NO_TRANSACTIONS = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

/** The answer to a request for the header at a height. */
export const headerAnswer = (height: number) =>
  Link.transform((link, context) => {
    if (link !== null && Number(link.number) !== height) context.addIssue('is another block');
    return link;
  });

/** The answer to a request for the whole block at a height: its transactions say that they belong to it. */
export const blockAnswer = (height: number) =>
  Block.transform((block, context) => {
    if (Number(block.number) !== height) context.addIssue('is another block');
    const root = block.transactionsRoot?.toLowerCase() ?? NO_TRANSACTIONS;
    // Only so far: the tree of some networks leaves out transactions that a block does list.
    if (block.transactions.length === 0 && root !== NO_TRANSACTIONS) context.addIssue('lacks its transactions');
    const transactions: RawTransaction[] = [];
    for (const raw of block.transactions) {
      if (isRaw(raw) && isHash(raw.hash) && isSame(raw.blockHash, block.hash)) {
        transactions.push({ hash: raw.hash.toLowerCase(), raw });
      } else context.addIssue('a transaction is of another block');
    }
    return { ...block, transactions };
  });
export type EvmBlock = z.output<ReturnType<typeof blockAnswer>>;

/** The answer to a request for the receipts of a block: one for each of its transactions, in their order. */
export const receiptsAnswer = (block: EvmBlock) =>
  z.unknown().transform((answer, context) => {
    const receipts = arrayIn(answer);
    const executed: RawExecution[] = [];
    for (const [n, { hash, raw }] of block.transactions.entries()) {
      const receipt = receipts[n];
      if (isReceipt(receipt, block.hash, hash)) executed.push({ hash, raw, receipt });
    }
    const count = block.transactions.length;
    if (executed.length !== count || receipts.length !== count) context.addIssue('are not those of the block');
    return executed;
  });

/** The answer to a request for one receipt. */
export const receiptAnswer = (blockHash: string, hash: string) =>
  z.custom<Raw>((receipt) => isReceipt(receipt, blockHash, hash), 'is another receipt');

const isReceipt = (receipt: unknown, blockHash: string, hash: string): receipt is Raw =>
  isRaw(receipt) && isSame(receipt.blockHash, blockHash) && isSame(receipt.transactionHash, hash);

/**
 * Every address that the decoder may name as an end of a movement, as sender, as receiver or as what was created, in
 * lower case; and those of movements that it may yet find malformed.
 */
export function partiesOf({ raw, receipt }: RawExecution): string[] {
  const parties = new Set<string>();
  const add = (value: unknown): void => {
    // Hex digits are left to the decoder: what is no address is nobody's.
    if (typeof value === 'string' && value.length === 42) parties.add(value.toLowerCase());
  };
  for (const named of [raw.from, raw.to, receipt.from, receipt.to, receipt.contractAddress]) add(named);
  for (const log of arrayIn(receipt.logs)) {
    if (!isRaw(log)) continue;
    const [event, ...indexed] = arrayIn(log.topics);
    for (const topic of endTopics(lower(event), indexed)) add(addressIn(topic));
  }
  return [...parties];
}

const lower = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '');
/** Whether a node's spelling is that of a hash in lower case. */
const isSame = (value: unknown, hash: string): boolean => value === hash || lower(value) === hash;
const isHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value);
const HASH = /^0x[0-9a-f]{64}$/i;

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null;
const arrayIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
