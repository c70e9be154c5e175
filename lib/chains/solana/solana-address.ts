import { decodeBase58 } from '../../values/base58.ts';

/** 32 bytes take 32 to 44 base58 digits. */
const BASE58_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * A Solana address, the base58 of exactly 32 bytes, or null. Program-derived addresses (off the curve) are addresses.
 */
export const parseSolanaAddress = (text: string): string | null =>
  BASE58_ADDRESS.test(text) && decodeBase58(text)?.length === 32 ? text : null;
