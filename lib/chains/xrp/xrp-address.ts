// The index of xrpl adds the client, the wallet and the models: 750 KB of bundle.
import { isValidClassicAddress, isValidXAddress, xAddressToClassicAddress } from 'xrpl/dist/npm/utils/index.js';

export interface XrpAddress {
  readonly address: string;
  readonly destinationTag: number | null;
  /** The network that an X-address names; null for a classic address, which is the same on all networks. */
  readonly testnet: boolean | null;
}

/** A classic address, or an X-address (XLS-5) split into its classic address and tag; null for any other text. */
export function parseXrpAddress(text: string): XrpAddress | null {
  if (isValidClassicAddress(text)) return { address: text, destinationTag: null, testnet: null };
  if (!isValidXAddress(text)) return null;
  const { classicAddress, tag, test } = xAddressToClassicAddress(text);
  return { address: classicAddress, destinationTag: tag === false ? null : tag, testnet: test };
}
