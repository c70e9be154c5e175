import { evm } from '../../../lib/chains/families.ts';
import type { BlockTransaction, ChainReader, DecodedTransaction } from '../../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { type Content, type Link, MadeChain } from './made-chain.ts';

/** A payment of ether, or of a token, on the chain `anvil`, possibly with approvals and changes of authority. */
export interface Payment extends Pick<DecodedTransaction, 'approvals' | 'authority'> {
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  /** In ether, or in whole tokens. */
  readonly amount: string;
  /** The contract of the token. */
  readonly token?: string;
  /** Who signs the transaction; by default the payer. */
  readonly signer?: string;
  readonly isUnreadable?: boolean;
  /** Further receivers, each of the same amount. */
  readonly others?: readonly string[];
}

export interface Payments extends Content {
  readonly payments: readonly Payment[];
}

/** The content of a block. */
export const paymentsAt = (timestamp: Date, payments: readonly Payment[]): Payments => ({
  payments,
  hashes: payments.map(({ hash }) => hash),
  timestamp: timestamp.toISOString(),
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
    lookup: () => Promise.reject(new ChainUnavailableError('anvil', 'this chain answers no lookups')),
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

const ETHER = { asset: 'ETH', tokenAddress: null, tokenId: null, standard: 'native' } as const;

const assetOf = (token: string | undefined) =>
  token === undefined ? ETHER : { asset: 'UNI', tokenAddress: token, tokenId: null, standard: 'ERC-20' };

const transactionOf = (
  { hash, from, to, amount, token, signer = from, isUnreadable, others = [], approvals = [], authority = [] }: Payment,
  link: Link<Payments>,
): BlockTransaction => ({
  hash,
  parties: [
    ...new Set(
      [
        signer,
        from,
        to,
        ...others,
        ...approvals.map(({ owner }) => owner),
        ...authority.map(({ subject }) => subject),
      ].map(evm.matchForm),
    ),
  ],
  decode: async () => ({
    transaction: {
      chain: 'anvil',
      hash,
      blockNumber: link.height,
      blockTimestamp: link.content.timestamp,
      status: 'success',
      fromAddress: signer,
      toAddress: to,
      kind: 'transfer',
      methodName: null,
      methodSelector: null,
      gasPriceGwei: '1',
      feeAmount: '0.000021',
      approvals,
      authority,
      movements: isUnreadable ? [] : [to, ...others].map((each) => ({ ...assetOf(token), from, to: each, amount })),
    },
    undecoded: isUnreadable ? 'the payment is unreadable' : null,
  }),
});
