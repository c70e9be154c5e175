import { NATIVE } from '../chains/port/chain.ts';
import { compare, isZero, multiply, sum } from '../values/decimal.ts';
import type { StoredTransaction, StoredTransfer } from './schema.ts';
import { sideOf } from './transfer-side.ts';

/** A transfer as a wallet sees it, with or without its USD value. */
export type Moved = Omit<StoredTransfer, 'valueUsd'> & { readonly valueUsd?: string | null };

/** The fields of a record that a person reads first. */
export type Headline = Pick<
  StoredTransaction,
  'direction' | 'fromAddress' | 'toAddress' | 'tokenSymbol' | 'tokenAmount' | 'valueUsd'
>;

/** What a wallet gained or lost of one asset. */
export interface NetMovement<T extends Moved = Moved> {
  /** The transfers of the asset, in on-chain order. */
  readonly transfers: readonly T[];
  /** Received minus sent: negative, zero or positive. */
  readonly sign: -1 | 0 | 1;
  /** The absolute sum. Where the sum is zero: all that was received. */
  readonly amount: string;
  /** The value of `amount`; null when the value of a transfer is unknown. */
  readonly valueUsd: string | null;
}

/** Which end of a transfer the wallet is. Records of earlier versions name the payer of an internal transfer alone. */
const endOf = (transfer: Moved) => sideOf(transfer) ?? 'sends';

/** Two transfers with the same text move the same asset. An issuer of the XRP Ledger may issue several currencies. */
export const assetOf = ({ standard, tokenAddress, tokenId, asset }: Omit<Moved, 'valueUsd'>): string =>
  standard === NATIVE ? NATIVE : JSON.stringify([tokenAddress, asset, tokenId]);

/** The movements of a wallet, summed for each asset, in on-chain order. */
export const netMovements = <T extends Moved>(transfers: readonly T[]): NetMovement<T>[] =>
  [...Map.groupBy(transfers, assetOf).values()].map((same) => {
    const net = sum(same.map((each) => signed(each, each.amount)));
    const sign = compare(net, '0');
    const counted = sign === 0 ? same.filter((each) => endOf(each) !== 'sends') : same;
    const values = counted.map(({ valueUsd }) => valueUsd ?? null);
    const value = values.includes(null)
      ? null
      : sum(counted.map((each) => (sign === 0 ? (each.valueUsd ?? '0') : signed(each, each.valueUsd ?? '0'))));
    return {
      transfers: same,
      sign,
      amount: sign === 0 ? sum(counted.map(({ amount }) => amount)) : absolute(net),
      valueUsd: value === null ? null : absolute(value),
    };
  });

const absolute = (amount: string): string => amount.replace('-', '');

/** An amount as the wallet gains it. A payment to oneself changes nothing. */
const signed = (transfer: Moved, amount: string): string => {
  const side = endOf(transfer);
  if (side === 'both') return '0';
  return side === 'sends' ? `-${amount}` : amount;
};

/**
 * The movement that a record shows, as its owner would tell it: undefined when nothing moved.
 *
 * - Rent, and movements of nothing, count only when nothing else moved. An asset whose sum is zero counts only when
 *   every sum is zero.
 * - The native coin comes first, unless its sum is worth less than 1 % of another asset: a tip is no payment.
 * - Then the greatest known USD value; without values the largest amount; then on-chain order.
 * - Of two tokens in opposite directions that are worth the same within 1 %, the received one: a wallet that takes its
 *   deposit back gives a receipt for it.
 */
export function primaryMovement<T extends Moved>(transfers: readonly T[]): NetMovement<T> | undefined {
  const something = transfers.filter(({ amount }) => !isZero(amount));
  const payments = something.filter(({ isRent }) => !isRent);
  const counted = [payments, something, transfers].find(({ length }) => length > 0) ?? [];
  const sums = netMovements(counted);
  const changed = sums.filter(({ sign }) => sign !== 0);
  const candidates = changed.length > 0 ? changed : sums;
  const native = candidates.find(isNative);
  const token = primaryToken(candidates.filter((each) => !isNative(each)));
  return native !== undefined && (token === undefined || !isWorthLess(native, token, '0.01')) ? native : token;
}

const isNative = ({ transfers }: NetMovement): boolean => transfers.some(({ standard }) => standard === NATIVE);

/** False when one value alone is known: what is worth nothing has no value. */
const isAboutAsMuch = (paid: NetMovement | undefined, whole: NetMovement | undefined): boolean =>
  paid?.valueUsd == null || whole?.valueUsd == null
    ? paid?.valueUsd === whole?.valueUsd
    : !isWorthLess(paid, whole, '0.5');

/** Whether `a` is worth less than a share of `b`. False while a value is unknown. */
const isWorthLess = (a: NetMovement, b: NetMovement, share: string): boolean =>
  a.valueUsd !== null && b.valueUsd !== null && compare(a.valueUsd, multiply(b.valueUsd, share)) < 0;

function primaryToken<T extends Moved>(tokens: readonly NetMovement<T>[]): NetMovement<T> | undefined {
  const [first, ...others] = tokens.toSorted(byWorth);
  if (first === undefined || first.sign > 0) return first;
  const received = others.find((each) => each.sign > 0 && each.valueUsd !== null);
  return received === undefined || first.valueUsd === null || isWorthLess(received, first, '0.99') ? first : received;
}

/** The greatest known value first, then the largest amount. Raw amounts count the smallest unit, and say little. */
function byWorth(a: NetMovement, b: NetMovement): number {
  if (a.valueUsd !== null && b.valueUsd !== null) return compare(b.valueUsd, a.valueUsd);
  if (a.valueUsd !== null || b.valueUsd !== null) return a.valueUsd === null ? 1 : -1;
  return Number(isRaw(a)) - Number(isRaw(b)) || compare(b.amount, a.amount);
}

const isRaw = ({ transfers }: NetMovement): boolean => transfers.some((transfer) => transfer.isRaw === true);

/** The transfer whose ends a record shows: the largest of the asset in the direction of the sum. */
export function largestOf<T extends Moved>({ transfers, sign }: NetMovement<T>): T | undefined {
  const side = sign > 0 ? 'receives' : 'sends';
  const legs = sign === 0 ? transfers : transfers.filter((each) => endOf(each) === side);
  return legs.toSorted((a, b) => compare(b.amount, a.amount))[0];
}

/** What a record shows of a movement of its wallet. */
export function headlineOf(movement: NetMovement): Headline | undefined {
  const largest = largestOf(movement);
  if (largest === undefined) return undefined;
  const { asset, direction } = largest;
  const owner = endOf(largest) === 'receives' ? largest.to : largest.from;
  const { from, to } = largest.isHeld ? { from: owner, to: owner } : largest;
  const { amount, valueUsd } = movement;
  return { direction, fromAddress: from, toAddress: to, tokenSymbol: asset, tokenAmount: amount, valueUsd };
}

/**
 * The headline of a record with these transfers. Without transfers, and in a record that only the body of an import
 * has stated, the record keeps what it says. A deploy names its deployer and no receiver. A payment names its receiver,
 * also where traders took what the payer gave for the asset that the receiver got. A payment of the wallet to itself is
 * what it paid itself, and not what traders took for it. Only an asset that the wallet bought in the transaction makes
 * such a payment, and only if it is worth about as much as what the wallet gave: a thief may add a small payment to
 * another receiver or to the wallet itself, also of something that the thief sold to the wallet.
 */
export function shownHeadline(
  record: Omit<Headline, 'valueUsd'> & Pick<StoredTransaction, 'txType' | 'verified' | 'sender' | 'called'>,
  transfers: readonly Moved[],
): Headline {
  const { direction, fromAddress, toAddress, tokenSymbol, tokenAmount, txType, verified, sender, called } = record;
  const bought = new Set(transfers.filter((transfer) => endOf(transfer) === 'receives').map(assetOf));
  const passedOn = transfers.filter(
    (transfer) => transfer.from === sender && transfer.to === called && bought.has(assetOf(transfer)),
  );
  const [paid, whole] = [primaryMovement(passedOn), primaryMovement(transfers)];
  const [payment] = txType === 'transfer' && isAboutAsMuch(paid, whole) ? passedOn : [];
  const gives = transfers.some((transfer) => endOf(transfer) === 'sends');
  const paysItself = payment !== undefined && sender === called && gives;
  const primary = paysItself ? paid : whole;
  const own = { direction, fromAddress, toAddress, tokenSymbol, tokenAmount, valueUsd: primary?.valueUsd ?? null };
  const headline = primary === undefined || !verified ? own : (headlineOf(primary) ?? own);
  if (txType === 'contract_deploy') return { ...headline, fromAddress, toAddress };
  return payment === undefined || headline.fromAddress !== sender
    ? headline
    : { ...headline, toAddress: called, direction: payment.direction };
}
