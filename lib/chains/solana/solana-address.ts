import { PublicKey } from '@solana/web3.js';

/** 32 bytes take 32 to 44 base58 digits. */
const BASE58_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** A Solana address, the base58 of exactly 32 bytes, or null. Program-derived addresses (off the curve) are addresses. */
export function parseSolanaAddress(text: string): string | null {
  if (!BASE58_ADDRESS.test(text)) return null;
  try {
    const address = new PublicKey(text).toBase58();
    // PublicKey pads a shorter value with zeros: such text is another spelling of the address, not the address.
    return address === text ? address : null;
  } catch {
    return null; // web3.js throws when the text stands for more than 32 bytes
  }
}
