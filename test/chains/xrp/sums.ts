import Big from 'big.js';
import type { Movement } from '../../../lib/chains/port/chain.ts';
import { readable } from '../../../lib/chains/xrp/asset.ts';

/**
 * A balance change in the form of xrpl.js. The change of XRP includes the fee. For a currency, `issuer` is the other
 * account of the trust line.
 */
export interface BalanceChange {
  readonly currency: string;
  readonly issuer?: string | undefined;
  readonly value: string;
}

/** The fields of a decoded transaction or of a record that `compared` reads. */
interface Moving {
  readonly movements: readonly (Omit<Movement, 'standard' | 'isMint'> & { standard: string })[];
  readonly fromAddress: string | null;
  readonly feeAmount: string;
}

/** The amount that an account gained by the movements. A loss is negative. */
export function gained(
  movements: readonly Pick<Movement, 'from' | 'to' | 'amount' | 'seenBy'>[],
  account: string,
): Big {
  return movements.reduce((sum, { from, to, amount, seenBy }) => {
    const received = to === account && seenBy !== 'sender' ? sum.plus(amount) : sum;
    return from === account && seenBy !== 'receiver' ? received.minus(amount) : received;
  }, new Big(0));
}

/**
 * For each asset of an account, the expected change, and the actual change according to the movements. For the issuer
 * of a currency, the function sums the changes of all trust lines, because the lines are debts of the same issuer.
 */
export function compared(
  { movements, fromAddress, feeAmount }: Moving,
  account: string,
  changes: readonly BalanceChange[],
) {
  const expected = new Map<string, { value: Big; actual: Big }>();
  for (const { currency, issuer, value } of changes) {
    const asset = issuer === undefined ? 'XRP' : readable(currency);
    const ofAsset = movements.filter(
      (each) => each.asset === asset && (each.standard === 'native') === (issuer === undefined),
    );
    const isIssuer = ofAsset.some(({ tokenAddress }) => tokenAddress === account);
    const ofIssuer = ofAsset.filter(({ tokenAddress }) => isIssuer || tokenAddress === (issuer ?? null));
    const fee = issuer === undefined && account === fromAddress ? feeAmount : '0';
    const key = isIssuer || issuer === undefined ? asset : `${asset} of ${issuer}`;
    const before = expected.get(key)?.value ?? new Big(0);
    expected.set(key, { value: before.plus(value), actual: gained(ofIssuer, account).minus(fee) });
  }
  return [...expected].map(([asset, { value, actual }]) => ({
    asset,
    expected: value.toFixed(),
    actual: actual.toFixed(),
  }));
}
