import { muteShown, type StoredMute } from '../organisations/mutes/schema.ts';
import type { StoredWallet, Wallet, WalletSummary } from './schema.ts';
import { type Throttling, throttledSince } from './throttled-wallets.ts';

/** What an answer shows of wallets beside the wallets themselves. */
interface States {
  /** The throttled wallets of the organisation. */
  readonly throttled: readonly Throttling[];
  /** The mutes of wallets, of these wallets at least. */
  readonly mutes: readonly StoredMute[];
  readonly now: Date;
}

/** The response for a wallet. Only a wallet with a destination tag has the field. */
export function walletResponse(
  { destinationTag, deletedAt: _, ...wallet }: StoredWallet,
  { throttled, mutes, now }: States,
): Wallet {
  const since = throttledSince(throttled, wallet.id);
  return {
    ...wallet,
    ...(destinationTag !== null && { destinationTag }),
    status: since === null ? 'active' : 'throttled',
    throttledSince: since,
    ...muteShown(
      mutes.find(({ targetId }) => targetId === wallet.id),
      now,
    ),
  };
}

/** What records and alerts show of a wallet. */
export const walletSummary = ({ label, type, color, tags, externalId }: StoredWallet): WalletSummary => ({
  label,
  type,
  color,
  tags,
  externalId,
});
