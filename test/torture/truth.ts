import { parseEther } from 'ethers';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { ETHER_USD } from './price-server.ts';
import { RULES, type RuleName } from './tenant.ts';

/** What a transaction does to the wallet of a tenant, as the harness made it. Independent of the code under test. */
export interface Truth {
  readonly directions: readonly ('inbound' | 'outbound')[];
  /** The moved ether as a decimal string; null when only contracts of strangers log something. */
  readonly ether: string | null;
  /** Whether the token moves that a rule names. */
  readonly named: boolean;
}

/** A payment by a stranger. */
export const paid = (ether: string): Truth => ({ directions: ['inbound'], ether, named: false });

/** The USD value in units of 10^-18 USD; null for a transaction without a known price. */
export const usdOf = ({ ether }: Truth): bigint | null =>
  ether === null ? null : parseEther(ether) * BigInt(ETHER_USD);

const ONE_USD = parseEther('1');
/** A match of this value breaks through a cooldown in which less than a tenth of it fired. */
export const breaksThrough = (value: bigint | null, fired: readonly (bigint | null)[]): boolean =>
  value !== null && value >= ONE_USD && fired.every((other) => (other ?? 0n) * 10n <= value);

/** Whether a rule matches, apart from the cooldown. */
export function matches(rule: RuleName, { status }: Pick<StoredTransaction, 'status'>, truth: Truth): boolean {
  if (status !== 'success') return false;
  switch (rule) {
    case 'every':
    case 'hourly':
    case 'muted':
      return true;
    case 'outbound':
    case 'mailed':
      return truth.directions.includes(RULES[rule].conditions.direction);
    case 'large':
      return (usdOf(truth) ?? 0n) >= parseEther(String(RULES.large.conditions.value_usd.gte));
    case 'named':
      return truth.named;
  }
}
