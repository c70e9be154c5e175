import { accountIdOf, classicAddress, xAddressOf } from './account-id.ts';

export interface XrpAddress {
  readonly address: string;
  readonly destinationTag: number | null;
  /** Which network an X-address names; null for a classic address, which is the same on all. */
  readonly testnet: boolean | null;
}

/** A classic address, or an X-address (XLS-5) split into its classic address and tag; null for anything else. */
export function parseXrpAddress(text: string): XrpAddress | null {
  if (accountIdOf(text) !== null) return { address: text, destinationTag: null, testnet: null };
  const parsed = xAddressOf(text);
  if (parsed === null) return null;
  const { accountId, destinationTag, testnet } = parsed;
  return { address: classicAddress(accountId), destinationTag, testnet };
}
