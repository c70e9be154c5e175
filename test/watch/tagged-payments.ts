import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import { decodeTransaction } from '../../lib/chains/xrp/xrp-decode.ts';
import { partiesOf } from '../../lib/chains/xrp/xrp-parties.ts';
import { type Content, type Link, MadeChain } from '../../local/chains/recorded/made-chain.ts';
import { ALICE, account, BOB, MAKER, usd } from '../chains/xrp/built.ts';

/** The account of an exchange. Its customers have tags. */
export const EXCHANGE = ALICE;
export const CUSTOMER = BOB;
const OTHER = MAKER;

/** A payment to or from the account of the exchange, or a conversion by the account itself. */
export interface TaggedPayment {
  readonly kind: 'in' | 'out' | 'conversion';
  readonly sourceTag?: number | undefined;
  readonly destinationTag?: number | undefined;
  /** The other end. */
  readonly other?: string;
}

interface Ledger extends Content {
  readonly payments: readonly TaggedPayment[];
}

const hashOf = (n: number): string => n.toString(16).toUpperCase().padStart(64, '0');

function rawOf(hash: string, { kind, sourceTag, destinationTag, other = OTHER }: TaggedPayment) {
  const from = kind === 'in' ? other : EXCHANGE;
  const to = kind === 'out' ? other : EXCHANGE;
  const isConversion = kind === 'conversion';
  const fields = {
    ...{ Account: from, Destination: to, TransactionType: 'Payment', Fee: '10' },
    Amount: isConversion ? usd('5') : '1000000',
    ...(sourceTag !== undefined && { SourceTag: sourceTag }),
    ...(destinationTag !== undefined && { DestinationTag: destinationTag }),
  };
  const nodes = isConversion
    ? [account(from, '5000000', '4999990')]
    : [account(from, '5000000', '3999990'), account(to, '0', '1000000')];
  return { hash, fields, meta: { TransactionResult: 'tesSUCCESS', AffectedNodes: nodes } };
}

/** A chain of ledgers of tagged payments, read by the decoder of the XRP Ledger. */
export class TaggedChain {
  readonly chain = new MadeChain<Ledger>(0, (digest) => digest.toString('hex').toUpperCase());
  #n = 0;

  /** Appends a ledger. Returns the hashes of its transactions. */
  append(payments: readonly TaggedPayment[]): readonly string[] {
    const hashes = payments.map(() => hashOf(this.#n++));
    const timestamp = new Date(Date.parse('2026-03-01T00:00:00.000Z') + this.chain.links.length * 4_000).toISOString();
    this.chain.append({ hashes, timestamp, payments });
    return hashes;
  }

  /** All payments with their hashes. */
  get payments(): readonly (readonly [string, TaggedPayment])[] {
    return this.chain.links.flatMap(({ content: { hashes, payments } }) =>
      payments.map((payment, n) => [hashes[n] ?? '', payment] as const),
    );
  }

  readonly reader: ChainReader = {
    lookup: async (hash) => {
      for (const link of this.chain.links) {
        const at = link.content.hashes.indexOf(hash);
        const payment = link.content.payments[at];
        if (payment !== undefined) return this.#decoded(hash, payment, link);
      }
      return null;
    },
    head: async () => this.chain.head,
    heights: async (from, to) =>
      this.chain.links.map(({ height }) => height).filter((height) => height >= from && height <= to),
    header: async (height) => {
      const link = this.chain.at(height);
      return link === undefined ? null : { ...link, timestamp: link.content.timestamp };
    },
    block: async (height) => {
      const link = this.chain.at(height);
      if (link === undefined) throw new Error(`there is no ledger ${height}`);
      const { hashes, payments, timestamp } = link.content;
      const transactions = payments.map((payment, n) => {
        const raw = rawOf(hashes[n] ?? '', payment);
        const decode = async () => ({ transaction: this.#decoded(raw.hash, payment, link), undecoded: null });
        return { hash: raw.hash, parties: partiesOf(raw), decode };
      });
      return { ...link, timestamp, transactions };
    },
    contradicted: async () => true,
  };

  #decoded(hash: string, payment: TaggedPayment, { height, content: { timestamp } }: Link<Ledger>) {
    return decodeTransaction(chainOf('xrp'), rawOf(hash, payment), { height, timestamp });
  }
}
