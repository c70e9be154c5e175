import { fromUnits, toUnits } from '../../values/decimal.ts';
import type { Deviation, Movement } from './chain.ts';

/** A balance as the metadata of a transaction state it. All amounts are in the smallest unit. */
export interface StatedBalance extends Pick<Movement, 'asset' | 'tokenAddress'> {
  /** The owner, in canonical form. */
  readonly address: string;
  readonly decimals: number;
  readonly before: bigint;
  readonly after: bigint;
  /** What the owner paid for the transaction itself. */
  readonly fee?: bigint;
  /** A deviation below this amount is rounding by the chain. Without rounding, the chain is exact. */
  readonly rounding?: bigint;
}

type Of = Pick<Movement, 'asset' | 'tokenAddress'>;
const keyOf = (address: string, { asset, tokenAddress }: Of): string => `${address} ${tokenAddress} ${asset}`;

/**
 * The balances that the movements and the fee of a transaction do not explain. A balance that the metadata do not state
 * cannot deviate. Balances of one owner with the same name of asset count as one balance, as in the movements.
 */
export function deviationsOf(stated: Iterable<StatedBalance>, movements: readonly Movement[]): Deviation[] {
  const balances = new Map<string, StatedBalance>();
  for (const balance of stated) {
    const key = keyOf(balance.address, balance);
    const known = balances.get(key);
    balances.set(key, known === undefined ? balance : sumOf(known, balance));
  }
  const moved = new Map<string, bigint>();
  const add = (address: string, movement: Movement, amount: string, sign: bigint): void => {
    const key = keyOf(address, movement);
    const balance = balances.get(key);
    if (balance === undefined) return;
    moved.set(key, (moved.get(key) ?? 0n) + sign * toUnits(amount, balance.decimals));
  };
  for (const movement of movements) {
    const { from, to, amount, seenBy, shares = [{ from, amount }] } = movement;
    if (seenBy !== 'receiver') for (const share of shares) add(share.from, movement, share.amount, -1n);
    if (seenBy !== 'sender') add(to, movement, amount, 1n);
  }
  return [...balances].flatMap(([key, balance]) => deviationOf(balance, moved.get(key) ?? 0n));
}

function deviationOf(balance: StatedBalance, moved: bigint): Deviation[] {
  const { address, asset, tokenAddress, decimals, before, after, fee = 0n, rounding = 1n } = balance;
  const expected = before + moved - fee;
  if (expected - after < rounding && after - expected < rounding) return [];
  return [{ address, asset, tokenAddress, expected: written(expected, decimals), actual: written(after, decimals) }];
}

const sumOf = (a: StatedBalance, b: StatedBalance): StatedBalance => ({
  ...a,
  before: a.before + b.before,
  after: a.after + b.after,
  fee: (a.fee ?? 0n) + (b.fee ?? 0n),
  rounding: (a.rounding ?? 1n) > (b.rounding ?? 1n) ? a.rounding : b.rounding,
});

const written = (units: bigint, decimals: number): string =>
  units < 0n ? `-${fromUnits(-units, decimals)}` : fromUnits(units, decimals);
