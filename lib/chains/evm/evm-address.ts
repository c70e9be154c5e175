import { getAddress } from 'ethers';

/** Checksums remembered by a process, some 200 bytes each. */
const REMEMBERED = 10_000;
const checksums = new Map<string, string>();

/**
 * The checksum form of a well-formed address in any case. The process remembers the form, because the hash of the
 * address takes longer than decoding the rest of a log. Blocks repeat the same tokens, routers and wallets.
 */
export function checksumOf(address: string): string {
  const lower = address.toLowerCase();
  const known = checksums.get(lower);
  if (known !== undefined) return known;
  if (checksums.size >= REMEMBERED) checksums.clear();
  const checksum = getAddress(lower);
  checksums.set(lower, checksum);
  return checksum;
}

export const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * An EVM address in its checksum form (EIP-55), or null. All-lower and all-upper spellings are accepted; mixed case
 * must carry the right checksum. `0x` is required, which also refuses the ICAP form that ethers would take.
 */
export function parseEvmAddress(text: string): string | null {
  if (!HEX_ADDRESS.test(text)) return null;
  try {
    return getAddress(text);
  } catch {
    return null; // ethers throws on a wrong checksum; the pattern refuses all other malformed text
  }
}
