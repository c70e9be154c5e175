import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import type { Content, MadeChain } from '../../../local/chains/recorded/made-chain.ts';

/** A fact that is known of a transaction from elsewhere, and what the record tells of it. */
export interface Fact {
  readonly fact: string;
  readonly known: unknown;
  readonly told: unknown;
}

/** What must be recorded of a transaction for one of the addresses that its truth names, the only wallet of its owner. */
export interface Expected {
  /** Of the recording, for people. */
  readonly file: string;
  readonly hash: string;
  readonly address: string;
  /** False for an address that the truth names but nothing moved from or to: no record may be there. */
  readonly isTouched: boolean;
  facts(record: StoredTransaction): Fact[];
}

/** What the made chain has changed: where the transaction stands, and when where the truth does not know. */
export function placeFacts(
  chain: MadeChain<Content>,
  hash: string,
  { blockNumber, blockTimestamp, blockHash }: StoredTransaction,
): Fact[] {
  const link = chain.holding(hash)?.link;
  return [
    { fact: 'block', known: link && [link.height, link.hash], told: [blockNumber, blockHash] },
    { fact: 'time', known: link?.content.timestamp, told: blockTimestamp },
  ];
}
