import type { Chain, Deviation, Movement } from '../port/chain.ts';
import { deviationsOf, type StatedBalance } from '../port/deviations.ts';
import { decimalsOf, describe, XRP } from './asset.ts';
import { type Balances, roundingOf } from './xrp-balances.ts';

/**
 * Where the balances of the metadata contradict the movements.
 * @param of the owners whose balances are compared. Without owners, all balances are compared.
 */
export const deviationsIn = (
  chain: Chain,
  balances: Balances,
  movements: readonly Movement[],
  of?: ReadonlySet<string>,
): Deviation[] => deviationsOf(statedBy(chain, balances, of), movements);

/**
 * XRP by account, a currency by holder and issuer, a multi-purpose token by holder. An issuer owes its asset and holds
 * none, so no balance of the issuer is compared. A deviation below the rounding of a balance is none.
 */
function* statedBy(
  chain: Chain,
  { holdings, paid }: Balances,
  of: ReadonlySet<string> | undefined,
): Iterable<StatedBalance> {
  for (const holding of holdings) {
    const { asset, account: address, before, after } = holding;
    if (of !== undefined && !of.has(address)) continue;
    const fee = asset === XRP && address === paid.payer ? paid.fee : 0n;
    const rounding = roundingOf(holding);
    yield { address, ...describe(chain, asset), decimals: decimalsOf(asset), before, after, fee, rounding };
  }
}
