import type { Family } from './chain.ts';
import { parseEvmAddress } from './evm/evm-address.ts';
import { parseSolanaAddress } from './solana/solana-address.ts';
import { parseXrpAddress } from './xrp/xrp-address.ts';

/** An address in the one spelling it is stored and compared in. */
export interface ParsedAddress {
  readonly address: string;
  /** The tag of an XRP X-address; null elsewhere. */
  readonly destinationTag: number | null;
}

/**
 * Validates an address by the rules of its chain family and gives its canonical form (EVM checksum, XRP classic
 * address and tag), or null.
 * @param testnet whether the address is meant for a test network: an X-address of the other network is refused.
 *   Leave it out when the address may be of either.
 */
export function parseAddress(family: Family, text: string, testnet?: boolean): ParsedAddress | null {
  if (family === 'xrp') return parseXrp(text, testnet);
  const address = family === 'evm' ? parseEvmAddress(text) : parseSolanaAddress(text);
  return address === null ? null : { address, destinationTag: null };
}

function parseXrp(text: string, testnet: boolean | undefined): ParsedAddress | null {
  const parsed = parseXrpAddress(text);
  if (parsed === null) return null;
  const named = parsed.testnet ?? testnet;
  if (testnet !== undefined && named !== testnet) return null;
  return { address: parsed.address, destinationTag: parsed.destinationTag };
}
