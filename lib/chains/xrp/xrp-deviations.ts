import type { Chain, Deviation, Movement } from '../port/chain.ts';
import { deviationsOf, type StatedBalance } from '../port/deviations.ts';
import { decimalsOf, describe, XRP } from './asset.ts';
import { type Balances, roundingOf } from './xrp-balances.ts';

/**
 * Where the balances of the metadata contradict the movements. A payment can redeem the currency of one end and issue
 * the currency of the other. The decoder states one movement of both, so the debts between these two are not compared.
 * @param of the owners whose balances are compared. Without owners, all balances are compared.
 */
export function deviationsIn(
  chain: Chain,
  balances: Balances,
  movements: readonly Movement[],
  of?: ReadonlySet<string>,
): Deviation[] {
  const changed = balances.holdings.filter(({ before, after }) => before !== after);
  const turnsAround = ({ account, asset }: Holding): boolean =>
    changed.some((other) => other.account === asset.issuer && other.asset.issuer === account);
  const turned = new Set(changed.filter(turnsAround));
  const holdings = balances.holdings.filter((holding) => !turned.has(holding));
  return deviationsOf(statedBy(chain, { ...balances, holdings }, of), movements);
}

type Holding = Balances['holdings'][number];

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
