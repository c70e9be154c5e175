import { getAddress } from 'ethers';

const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * An EVM address in its checksum form (EIP-55), or null. All-lower and all-upper spellings are accepted; mixed case
 * must carry the right checksum. `0x` is required, which also refuses the ICAP form that ethers would take.
 */
export function parseEvmAddress(text: string): string | null {
  if (!HEX_ADDRESS.test(text)) return null;
  try {
    return getAddress(text);
  } catch {
    return null; // ethers throws on a wrong checksum, and on nothing else that the pattern lets through
  }
}
