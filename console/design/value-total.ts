import { type components, exactFigure } from '../../sdk/index.ts';
import { counted } from './counted.ts';

type BalanceSum = components['schemas']['BalanceSum'];

/** So many places behind the point count. */
const PLACES = 6;

/** `95.9M` */
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export interface ValueTotal {
  /** Such as "95.9M USD". */
  readonly shown: string;
  /** All digits, for the title. */
  readonly exact: string;
  /** How many wallets the total adds up. */
  readonly wallets: number;
  /** When the oldest of the balances was compared. */
  readonly at: string | null;
  /** What the total does not have. Empty when it has everything. */
  readonly without: readonly string[];
}

/** What wallets hold in all. Undefined while no value is known. */
export function valueTotal(sums: readonly BalanceSum[]): ValueTotal | undefined {
  const known = sums.flatMap(({ valueUsd, at }) => (valueUsd === null ? [] : [{ units: unitsOf(valueUsd), at }]));
  if (known.length === 0) return undefined;
  const units = known.reduce((total, each) => total + each.units, 0n);
  const digits = String(units).padStart(PLACES + 1, '0');
  const total = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
  const unknown = sums.length - known.length;
  return {
    shown: `${short.format(Number(total))} USD`,
    exact: `${exactFigure(total)} USD`,
    wallets: known.length,
    at: known.flatMap(({ at }) => at ?? []).toSorted()[0] ?? null,
    without: [
      ...(unknown > 0 ? [`${counted(unknown, 'wallet')} without a known value`] : []),
      ...(sums.every(({ isComplete }) => isComplete) ? [] : ['tokens whose price failed']),
    ],
  };
}

/** The sums of the highest values, the highest first. */
export const highestValues = <S extends Pick<BalanceSum, 'valueUsd'>>(sums: readonly S[], most: number) =>
  sums
    .flatMap((sum) => (sum.valueUsd === null ? [] : [{ ...sum, valueUsd: sum.valueUsd }]))
    .filter(({ valueUsd }) => unitsOf(valueUsd) > 0n)
    .toSorted((a, b) => (unitsOf(a.valueUsd) < unitsOf(b.valueUsd) ? 1 : -1))
    .slice(0, most);

/** The millionths of a USD of a decimal of the API, which is never negative. What is less is cut off. */
function unitsOf(value: string): bigint {
  const [whole = '0', fraction = ''] = value.split('.');
  return BigInt(whole + fraction.slice(0, PLACES).padEnd(PLACES, '0'));
}
