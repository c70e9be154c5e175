import type { components } from '../../../sdk/index.ts';
import { counted } from '../../design/counted.ts';

export type Transfer = Pick<
  components['schemas']['Transaction']['transfers'][number],
  'asset' | 'tokenId' | 'from' | 'to' | 'amount' | 'valueUsd' | 'direction'
>;

/** A row of the picture: what a wallet gave to others and what it got from them, in one transaction. */
export interface Payment {
  /** The address of the wallet. Of a payment between own wallets: that which pays. */
  readonly own: string;
  /** The other ends, each once, in the order of the transfers. */
  readonly others: readonly string[];
  readonly gave: readonly Transfer[];
  readonly got: readonly Transfer[];
}

const ownEnd = ({ direction, from, to }: Transfer): string => (direction === 'inbound' ? to : from);
const otherEnd = ({ direction, from, to }: Transfer): string => (direction === 'inbound' ? from : to);

/**
 * The payments of a transaction in few rows. A wallet that gave something and got something made one exchange, however
 * many pools stand between. Otherwise each other end has a row.
 */
export function paymentsOf(transfers: readonly Transfer[]): readonly Payment[] {
  const moving = transfers.filter(({ amount }) => /[1-9]/.test(amount));
  const outside = moving.filter(({ direction }) => direction !== 'internal');
  const isExchange = new Set(outside.map(({ direction }) => direction)).size > 1;
  const groups = Map.groupBy(moving, (each) =>
    isExchange && each.direction !== 'internal' ? 'exchange' : `${ownEnd(each)} ${otherEnd(each)}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [
      {
        own: ownEnd(first),
        others: [...new Set(group.map(otherEnd))],
        gave: group.filter(({ direction }) => direction !== 'inbound'),
        got: group.filter(({ direction }) => direction === 'inbound'),
      },
    ];
  });
}

type Listed = Pick<
  components['schemas']['Transaction'],
  'id' | 'hash' | 'chain' | 'direction' | 'reorged' | 'walletId'
> & {
  readonly transfers: readonly Transfer[];
  readonly approvals: readonly unknown[];
  readonly authority: readonly unknown[];
};

/**
 * The rows of a list with one row for a payment between own wallets, if the records of both are on the page. The record
 * of the payer stands for both.
 * @param walletIdAt the wallet at an address; undefined when there is none or several.
 * @returns the rows, and by id of a row the other records that the row stands for.
 */
export function joinedInternal<T extends Listed>(
  records: readonly T[],
  walletIdAt: (address: string) => string | undefined = () => undefined,
) {
  const groups = Map.groupBy(records, paymentKey);
  const others = new Map<string, readonly T[]>();
  const rows = [...groups.values()].flatMap((group) => {
    const payer = walletIdAt(group[0]?.transfers[0]?.from ?? '');
    const shown = group.find(({ walletId }) => walletId === payer) ?? group[0];
    if (shown === undefined) return [];
    const rest = group.filter((record) => record !== shown);
    if (rest.length > 0) others.set(shown.id, rest);
    return [shown];
  });
  return { rows, others };
}

interface Counted {
  /** The records of all pages that the filters find. */
  readonly total: number;
  /** The records of the page, and the rows that show them. */
  readonly records: number;
  readonly rows: number;
}

/** What the header says of the number of records: a payment between own wallets has two records and one row. */
export function countText({ total, records, rows }: Counted): string | undefined {
  if (rows === records) return undefined;
  const folded = `${records.toLocaleString()} ${total > records ? '' : 'records '}in ${counted(rows, 'row')}`;
  return total > records ? `(${total.toLocaleString()} records, on this page ${folded})` : `(${folded})`;
}

/** What the two records of a payment between own wallets have in common. Every other record has a key of its own. */
function paymentKey({ id, hash, chain, direction, reorged, transfers, approvals, authority }: Listed): string {
  const isPayment = direction === 'internal' && transfers.length > 0 && approvals.length + authority.length === 0;
  // Other transfers of the transaction concern one of the wallets alone.
  if (!isPayment || transfers.some((each) => each.direction !== 'internal')) return id;
  const moved = transfers.map(({ from, to, asset, amount }) => `${from} ${to} ${asset} ${amount}`);
  return [chain, hash, reorged, ...moved].join(' ');
}
