import { createHash } from 'node:crypto';
import { evm } from '../../lib/chains/families.ts';
import type { BlockTransaction, ChainReader } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { type Content, type Link, MadeChain } from '../../local/chains/recorded/made-chain.ts';
import { hashOf } from '../support/scenario.ts';

export interface Payment {
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  /** In ether. */
  readonly amount: string;
  readonly isUnreadable?: boolean;
}

export interface Payments extends Content {
  readonly payments: readonly Payment[];
}

/** An address without a wallet. */
export const STRANGER = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

/** The nth payment of a test. */
export const payment = (n: number, more: Partial<Payment> = {}): Payment => ({
  hash: hashOf(n),
  from: STRANGER,
  to: STRANGER,
  amount: String(n),
  ...more,
});

const FIRST_TIMESTAMP = new Date('2026-03-01T00:00:00.000Z');
let blocks = 0;

/** The content of a block. Blocks are twelve seconds apart, in the order of the calls. */
export const holding = (...payments: readonly Payment[]): Payments => ({
  payments,
  hashes: payments.map(({ hash }) => hash),
  timestamp: plusSeconds(FIRST_TIMESTAMP, 12 * blocks++).toISOString(),
});

/** A chain of payments whose first block has height 0. */
export const paymentChain = (...contents: readonly Payments[]): MadeChain<Payments> =>
  contents.reduce(
    (chain, content) => chain.append(content),
    new MadeChain<Payments>(0, (digest) => `0x${digest.toString('hex')}`),
  );

/** A reader of the chain that never fails. `over` replaces single methods. */
export function readerOf(chain: MadeChain<Payments>, over: Partial<ChainReader> = {}): ChainReader {
  const known = (height: number): Link<Payments> => {
    const link = chain.at(height);
    if (link === undefined) throw new ChainUnavailableError('anvil', `there is no block ${height}`);
    return link;
  };
  return {
    lookup: () => Promise.reject(new ChainUnavailableError('anvil', 'this test makes no lookups')),
    head: async () => chain.head,
    heights: async (from, to) =>
      chain.links.map(({ height }) => height).filter((height) => height >= from && height <= to),
    header: async (height) => headerOf(chain.at(height)),
    block: async (height) => {
      const link = known(height);
      return { ...placeOf(link), transactions: link.content.payments.map((payment) => transactionOf(payment, link)) };
    },
    contradicted: async () => true,
    ...over,
  };
}

const placeOf = ({ content, ...place }: Link<Payments>) => ({ ...place, timestamp: content.timestamp });
const headerOf = (link: Link<Payments> | undefined) => (link === undefined ? null : placeOf(link));

const transactionOf = ({ hash, from, to, amount, isUnreadable }: Payment, link: Link<Payments>): BlockTransaction => ({
  hash,
  parties: [...new Set([evm.matchForm(from), evm.matchForm(to)])],
  decode: async () => ({
    transaction: {
      chain: 'anvil',
      hash,
      blockNumber: link.height,
      blockTimestamp: link.content.timestamp,
      status: 'success',
      fromAddress: from,
      toAddress: to,
      kind: 'transfer',
      methodName: null,
      methodSelector: null,
      gasPriceGwei: '1',
      feeAmount: '0.000021',
      movements: isUnreadable
        ? []
        : [{ asset: 'ETH', tokenAddress: null, tokenId: null, standard: 'native', from, to, amount }],
    },
    undecoded: isUnreadable ? 'the test made the payment unreadable' : null,
  }),
});

/** A block hash that occurs on no chain. */
export const noHash = (n: number): string => `0x${createHash('sha256').update(`none ${n}`).digest('hex')}`;
