import { evm } from '../../lib/chains/families.ts';
import type { BlockTransaction, ChainBlock, ChainReader, DecodedTransaction } from '../../lib/chains/port/chain.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { hashOf } from '../support/scenario.ts';

export interface FakeChain {
  readonly chain?: ChainId;
  readonly head: number;
  /** The recipients of one unit each, by height. */
  readonly payments?: readonly { readonly height: number; readonly to: string }[];
  readonly payer: string;
  /** Heights without a block. */
  readonly skipped?: readonly number[];
}

/** A chain in memory. Blocks are linked by their parent hashes, and some contain a payment. */
export function fakeChain({ chain = 'ethereum', head, payments = [], payer, skipped = [] }: FakeChain): ChainReader {
  const has = (height: number) => height >= 0 && height <= head && !skipped.includes(height);
  const between = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i).filter(has);
  const hash = (height: number) => hashOf(1_000_000 + height);

  function blockAt(height: number): ChainBlock {
    let parentHeight = height - 1;
    while (parentHeight > 0 && !has(parentHeight)) parentHeight--;
    const timestamp = new Date(Date.parse('2026-02-01T00:00:00.000Z') + height * 12_000).toISOString();
    const transactions = payments.flatMap((payment, n): BlockTransaction[] => {
      if (payment.height !== height) return [];
      const decoded = paymentOf(chain, { n, height, timestamp, from: payer, to: payment.to });
      return [
        {
          hash: decoded.hash,
          parties: [payer, payment.to].map((address) => evm.matchForm(address)),
          decode: async () => ({ transaction: decoded, undecoded: null }),
        },
      ];
    });
    return { height, hash: hash(height), parentHash: hash(parentHeight), parentHeight, timestamp, transactions };
  }

  return {
    lookup: async () => null,
    head: async () => head,
    heights: async (from, to) => between(from, to),
    header: async (height) => (has(height) ? blockAt(height) : null),
    block: async (height) => blockAt(height),
    contradicted: async () => true,
  };
}

interface Payment {
  readonly n: number;
  readonly height: number;
  readonly timestamp: string;
  readonly from: string;
  readonly to: string;
}

const paymentOf = (chain: ChainId, { n, height, timestamp, from, to }: Payment): DecodedTransaction => ({
  chain,
  hash: hashOf(n),
  blockNumber: height,
  blockTimestamp: timestamp,
  status: 'success',
  fromAddress: from,
  toAddress: to,
  kind: 'transfer',
  methodName: null,
  methodSelector: null,
  gasPriceGwei: '20',
  feeAmount: '0.00042',
  movements: [{ asset: 'ETH', tokenAddress: null, tokenId: null, standard: 'native', from, to, amount: '1' }],
});
