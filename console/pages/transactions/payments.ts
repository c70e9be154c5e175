import type { components } from '../../../sdk/index.ts';

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
 * Who paid whom what, as few rows as tell it. A wallet that gave something and got something made one exchange, however
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
};

/**
 * The rows of a list without the second record of a payment between own wallets, if both are on the page. The record
 * that stays is the first of the page.
 * @returns the rows, and by id of a row the other records that it stands for.
 */
export function joinedInternal<T extends Listed>(records: readonly T[]) {
  const others = new Map<string, readonly T[]>();
  const first = new Map<string, T>();
  const rows = records.filter((record) => {
    const { hash, chain, direction, reorged, transfers } = record;
    // Other transfers of the transaction concern one of the wallets alone.
    if (direction !== 'internal' || transfers.some((each) => each.direction !== 'internal')) return true;
    const payment = [
      chain,
      hash,
      reorged,
      ...transfers.map(({ from, to, asset, amount }) => `${from} ${to} ${asset} ${amount}`),
    ];
    const key = payment.join(' ');
    const shown = first.get(key);
    if (shown === undefined || shown.walletId === record.walletId) {
      first.set(key, record);
      return true;
    }
    others.set(shown.id, [...(others.get(shown.id) ?? []), record]);
    return false;
  });
  return { rows, others };
}
