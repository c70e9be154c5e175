import * as z from 'zod';
import type { BlockHeader } from '../port/chain.ts';
import type { ValueCall } from './call-trace.ts';
import { partiesByEvent } from './log-parties.ts';
import { EvmLink, isLog } from './schema.ts';

/*
 * The reader checks only that the parts of a block belong together, and collects the addresses that the block may
 * touch. A check of every field would take several times as long as parsing the JSON, and the watcher decodes few
 * transactions.
 */

/** An object as the node sent it. Any field may be missing or of another type. */
export type Raw = Readonly<Record<string, unknown>>;

/** A transaction of a block. Only its hash is checked. */
export interface RawTransaction {
  readonly hash: string;
  readonly raw: Raw;
}

/** A transaction with its receipt. */
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
 * The module builds schemas of objects once: zod compiles each schema on first use, which takes longer than the check
 * of a block. A transform checks an answer against the request, because a transform costs nothing to build.
 */
const Link = EvmLink.nullable();
const Block = EvmLink.extend({
  transactions: z.array(z.unknown()),
  transactionsRoot: z.string().optional(),
  miner: z.string().toLowerCase().optional(),
  /** Absent before the Shanghai fork and on chains without validators of their own. */
  withdrawals: z.array(z.unknown()).nullish(),
});
/** The transaction root of an empty block: keccak-256 of the RLP of an empty string. */
const NO_TRANSACTIONS = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

/** The answer to a request for the header at a height. */
export const headerAnswer = (height: number) =>
  Link.transform((link, context) => {
    if (link !== null && Number(link.number) !== height) context.addIssue('is another block');
    return link;
  });

/** The answer to a request for the whole block at a height. Each transaction names the block that holds it. */
export const blockAnswer = (height: number) =>
  Block.transform((block, context) => {
    if (Number(block.number) !== height) context.addIssue('is another block');
    const root = block.transactionsRoot?.toLowerCase() ?? NO_TRANSACTIONS;
    // The check goes no further: on some networks, the root leaves out transactions that the block lists.
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

/** The answer to a request for the receipts of a block: one for each transaction, in the order of the block. */
export const receiptsAnswer = (block: EvmBlock) =>
  z.unknown().transform((answer, context) => {
    const receipts = arrayIn(answer);
    const executed: RawExecution[] = [];
    for (const [n, { hash, raw }] of block.transactions.entries()) {
      const receipt = receipts[n];
      if (isReceipt(receipt, block.hash, hash)) executed.push({ hash, raw, receipt: withKnownLogs(receipt) });
    }
    const count = block.transactions.length;
    if (executed.length !== count || receipts.length !== count) context.addIssue('are not those of the block');
    return executed;
  });

/** The answer to a request for one receipt. */
export const receiptAnswer = (blockHash: string, hash: string) =>
  z.custom<Raw>((receipt) => isReceipt(receipt, blockHash, hash), 'is another receipt').transform(withKnownLogs);

const isReceipt = (receipt: unknown, blockHash: string, hash: string): receipt is Raw =>
  isRaw(receipt) && isSame(receipt.blockHash, blockHash) && isSame(receipt.transactionHash, hash);

/**
 * A receipt without the logs that no decoder reads. Some are millions of bytes that a stranger wrote, and the watcher
 * holds several blocks at a time. Malformed logs stay, because they make the transaction undecoded.
 */
function withKnownLogs(receipt: Raw): Raw {
  const all = arrayIn(receipt.logs);
  const logs = all.filter((log) => !isLog(log) || partiesByEvent(log.topics[0]) !== undefined);
  return logs.length === all.length ? receipt : { ...receipt, logs, omitsLogs: true };
}

/**
 * Every address that the decoder may name as an end of a movement, as sender, as receiver, as a created contract, as
 * an end of an approval or as the subject of a change of authority, in lower case. Includes every Safe that executed,
 * the ends of calls where the reader has the traces of the block, and the addresses of logs that the decoder may later
 * find malformed.
 * @param signers of the transaction's authorizations, in lower case.
 */
export function partiesOf(
  { raw, receipt }: RawExecution,
  wrapped: string | null,
  calls: readonly ValueCall[] = [],
  signers: readonly string[] = [],
): string[] {
  const parties = new Set(signers);
  const add = (value: unknown): void => {
    // The decoder checks the hex digits. Malformed text matches no wallet.
    if (typeof value === 'string' && value.length === 42) parties.add(value.toLowerCase());
  };
  for (const named of [raw.from, raw.to, receipt.from, receipt.to, receipt.contractAddress]) add(named);
  for (const log of arrayIn(receipt.logs)) {
    if (!isRaw(log)) continue;
    const topics = arrayIn(log.topics);
    const partiesIn = partiesByEvent(topics[0]);
    if (partiesIn === undefined) continue;
    const data = typeof log.data === 'string' ? log.data : '';
    const named = partiesIn({ address: lower(log.address), topics: topics.map(lower), data }, wrapped);
    for (const party of named ?? []) add(party);
  }
  for (const { from, to } of calls) parties.add(from).add(to);
  return [...parties];
}

const lower = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '');
/** Whether a node's value is this hash, which is in lower case. */
const isSame = (value: unknown, hash: string): boolean => value === hash || lower(value) === hash;
const isHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value);
const HASH = /^0x[0-9a-f]{64}$/i;

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null;
const arrayIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
