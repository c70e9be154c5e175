import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import type { Content, MadeChain } from '../../../local/chains/recorded/made-chain.ts';

/** A fact of a transaction: the expected value from another source, and the actual value in the record. */
export interface Fact {
  readonly fact: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** The expected record of a transaction for one address. The organisation has no other wallet than this address. */
export interface Expected {
  /** The file of the recording, for messages. */
  readonly file: string;
  readonly hash: string;
  readonly address: string;
  /** False for an address without any movement. No record may exist for this address. */
  readonly isTouched: boolean;
  facts(record: StoredTransaction): Fact[];
}

/** The facts that the chain of recordings decides: the block and the time. */
export function placeFacts(
  chain: MadeChain<Content>,
  hash: string,
  { blockNumber, blockTimestamp, blockHash }: StoredTransaction,
): Fact[] {
  const link = chain.holding(hash)?.link;
  return [
    { fact: 'block', expected: link && [link.height, link.hash], actual: [blockNumber, blockHash] },
    { fact: 'time', expected: link?.content.timestamp, actual: blockTimestamp },
  ];
}
