import type { StoredWallet, Wallet } from './schema.ts';
import { type Throttling, throttledSince } from './throttled-wallets.ts';

/**
 * The response for a wallet. Only a wallet with a destination tag has the field.
 * @param throttled the throttled wallets of the organisation.
 */
export function walletResponse(
  { destinationTag, deletedAt: _, ...wallet }: StoredWallet,
  throttled: readonly Throttling[],
): Wallet {
  const since = throttledSince(throttled, wallet.id);
  return {
    ...wallet,
    ...(destinationTag !== null && { destinationTag }),
    status: since === null ? 'active' : 'throttled',
    throttledSince: since,
  };
}
