import type { WalletRepo } from './repo.ts';

type Wallets = Pick<WalletRepo, 'byId'>;

/** Wallets that are read once, for a walk over many records of few wallets. Serves one organisation. */
export function rememberedWallets(wallets: Wallets): Wallets {
  const known: Awaited<ReturnType<Wallets['byId']>> = new Map();
  return {
    async byId(organisationId, ids) {
      const unknown = ids.filter((id) => !known.has(id));
      if (unknown.length > 0) {
        for (const [id, wallet] of await wallets.byId(organisationId, unknown)) known.set(id, wallet);
      }
      return known;
    },
  };
}
