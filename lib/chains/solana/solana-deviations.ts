import type { Chain, Deviation, Movement } from '../port/chain.ts';
import { deviationsOf, type StatedBalance } from '../port/deviations.ts';
import { SYSTEM } from './programs.ts';
import type { Balances } from './solana-balances.ts';

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
 * Lamports by account, and tokens by owner: the sum of the token accounts that the transaction names.
 *
 * Leaves out two addresses that stand for the other end of a movement without a holder: the mint of a token that was
 * minted, wrapped, burned or withheld, and the system program.
 */
function* statedBy(
  { nativeSymbol, nativeDecimals }: Chain,
  { native, tokens, paid }: Balances,
  of: ReadonlySet<string> | undefined,
): Iterable<StatedBalance> {
  const isCompared = (address: string, outside: string) => address !== outside && (of === undefined || of.has(address));
  const sol = { asset: nativeSymbol, tokenAddress: null, decimals: nativeDecimals };
  for (const [address, { before, after }] of native) {
    if (!isCompared(address, SYSTEM)) continue;
    const fee = address === paid.payer ? paid.fee : 0n;
    yield { address, ...sol, before, after, fee };
  }
  for (const [mint, { decimals, holdings }] of tokens) {
    for (const [address, { before, after }] of holdings) {
      if (isCompared(address, mint)) yield { address, asset: mint, tokenAddress: mint, decimals, before, after };
    }
  }
}
