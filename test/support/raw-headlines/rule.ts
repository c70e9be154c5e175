/*
 * What a record shows first, derived from the answers of nodes alone. No file of this folder imports code of the
 * product, so that a fault of a decoder cannot hide in its own truths.
 */

/** What an address gained or lost of one asset in a transaction: negative for a loss. */
export interface RawNet {
  /** `native`, the address of a token, or the address and the id of a token with ids. */
  readonly asset: string;
  readonly units: bigint;
  /** Null where nobody states the decimals: the amount counts the smallest unit. */
  readonly decimals: number | null;
  /** What the address received, for a payment to oneself. */
  readonly received: bigint;
  /** The other end, where the answers state it. */
  readonly other: string | null;
  /** The difference below which the ledger rounds. */
  readonly rounding?: bigint;
}

/** What a record shows first. */
export type RawHeadline = RawNet & { readonly sign: -1 | 0 | 1; readonly amount: bigint };

/**
 * The headline of an address, without prices: its native sum, or else its largest sum. Sums of zero count only when all
 * sums are zero. Raw amounts say little, so tokens with known decimals come before tokens without.
 * @param nets in on-chain order, without fees; with rent only where nothing else moved.
 */
export function headlineFrom(nets: readonly RawNet[]): RawHeadline | null {
  const moving = nets.filter(({ units }) => units !== 0n);
  const isStill = moving.length === 0;
  const candidates = (isStill ? nets : moving).map(
    (net): RawHeadline => ({
      ...net,
      sign: isStill ? 0 : net.units > 0n ? 1 : -1,
      amount: isStill ? net.received : abs(net.units),
    }),
  );
  const native = candidates.find(({ asset }) => asset === 'native');
  return native ?? candidates.toSorted(byAmount)[0] ?? null;
}

function byAmount(a: RawHeadline, b: RawHeadline): number {
  if (a.decimals === null || b.decimals === null) {
    return Number(a.decimals === null) - Number(b.decimals === null) || Number(scaled(b, 0) - scaled(a, 0));
  }
  const digits = Math.max(a.decimals, b.decimals);
  return Number(scaled(b, digits) - scaled(a, digits));
}

const scaled = ({ amount, decimals }: RawHeadline, digits: number): bigint =>
  amount * 10n ** BigInt(digits - (decimals ?? digits));

export const abs = (units: bigint): bigint => (units < 0n ? -units : units);

/** Adds to the sum of a key. */
export const addTo = <K>(sums: Map<K, bigint>, key: K, units: bigint): void => {
  sums.set(key, (sums.get(key) ?? 0n) + units);
};
