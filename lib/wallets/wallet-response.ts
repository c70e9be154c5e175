import type { StoredWallet, Wallet } from './schema.ts';

/** The response for a wallet. Only a wallet with a destination tag has the field. */
export const walletResponse = ({ destinationTag, ...wallet }: StoredWallet): Wallet => ({
  ...wallet,
  ...(destinationTag !== null && { destinationTag }),
});
