import type { StoredWallet, Wallet } from './schema.ts';

/** A wallet as answered: the destination tag is there only for a wallet that has one. */
export const walletResponse = ({ destinationTag, ...wallet }: StoredWallet): Wallet => ({
  ...wallet,
  ...(destinationTag !== null && { destinationTag }),
});
