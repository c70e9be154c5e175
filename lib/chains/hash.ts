import { bitcoinBase58 } from '../values/base58.ts';
import type { Family } from './chain.ts';

/** A transaction hash in the one spelling it is stored and compared in. */
export interface ParsedHash {
  readonly family: Family;
  readonly hash: string;
}

const EVM = /^0x[0-9a-f]{64}$/i;
const XRP = /^[0-9a-f]{64}$/i;
/** 88 digits can also mean 65 bytes. */
const SOLANA = /^[1-9A-HJ-NP-Za-km-z]{87,88}$/;

/**
 * Tells the chain family from the format of a hash and gives its canonical form: EVM `0x` and 64 hex digits in lower
 * case, XRP Ledger 64 hex digits in upper case, Solana the base58 of a 64-byte signature as it is. Null for anything
 * else. The formats exclude each other by prefix and length.
 */
export function parseHash(text: string): ParsedHash | null {
  if (EVM.test(text)) return { family: 'evm', hash: text.toLowerCase() };
  if (XRP.test(text)) return { family: 'xrp', hash: text.toUpperCase() };
  if (SOLANA.test(text) && bitcoinBase58.decode(text)?.length === 64) return { family: 'solana', hash: text };
  return null;
}
