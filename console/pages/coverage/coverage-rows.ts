import type { components } from '../../../sdk/index.ts';

type Wallet = Pick<components['schemas']['Wallet'], 'watch' | 'chains'>;
type Coverage = Pick<components['schemas']['Coverage'], 'chain' | 'status'>;

/** A chain, with how many watched wallets use it. */
export type CoverageRow<C extends Coverage> = C & { readonly id: string; readonly wallets: number };

/**
 * The chains in the order in which they matter: those that a wallet uses although nobody records them, then those that
 * wallets use, then those that are recorded. The others are of no use to the organisation.
 * @returns the rows that always show, and the others.
 */
export function coverageRows<C extends Coverage>(coverages: readonly C[], wallets: readonly Wallet[]) {
  const rows = coverages.map(
    (coverage): CoverageRow<C> => ({
      ...coverage,
      id: coverage.chain,
      wallets: wallets.filter(({ watch, chains }) => watch && chains.some((chain) => chain === coverage.chain)).length,
    }),
  );
  const rank = (row: CoverageRow<C>) => (isMissing(row) ? 0 : row.wallets > 0 ? 1 : 2);
  const isShown = ({ status, wallets: users }: CoverageRow<C>) => users > 0 || status !== 'unwatched';
  return {
    shown: rows.filter(isShown).toSorted((a, b) => rank(a) - rank(b)),
    others: rows.filter((row) => !isShown(row)),
  };
}

/** Whether a wallet uses the chain, and nobody records it. */
export const isMissing = ({ status, wallets }: CoverageRow<Coverage>): boolean => wallets > 0 && status === 'unwatched';
