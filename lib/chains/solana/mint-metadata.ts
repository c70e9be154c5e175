import { PublicKey } from '@solana/web3.js';
import { cleanSymbol } from '../port/symbol.ts';

/*
 * The accounts that name a token. Strangers write them, so each length in them is checked, and the text is cleaned.
 */

/** What the account of a mint states. */
export interface Mint {
  readonly decimals: number;
  /** Only mints of Token-2022 can state a symbol. */
  readonly symbol: string | null;
}

/** The bytes of a mint without extensions, and of the longest account of the first token program. */
const MINT_BYTES = 82;
const ACCOUNT_BYTES = 165;
const DECIMALS_AT = 44;
const INITIALISED_AT = 45;
/** Of an account with extensions: the kind of the account, and the first extension. */
const KIND_AT = 165;
const IS_MINT = 1;
const EXTENSIONS_AT = 166;
const METADATA_POINTER = 18;
const TOKEN_METADATA = 19;

/** The first byte of an account with metadata. */
const METADATA_V1 = 4;
const ADDRESS_BYTES = 32;

/** Reads the account of a mint; null for an account of another kind. The end of a long account may be missing. */
export function mintIn(mint: string, data: Buffer): Mint | null {
  const isMint = data.length === MINT_BYTES || (data.length > ACCOUNT_BYTES && data[KIND_AT] === IS_MINT);
  if (!isMint || data[INITIALISED_AT] !== 1) return null;
  const extensions = extensionsIn(data);
  const pointer = extensions.get(METADATA_POINTER);
  const metadata = extensions.get(TOKEN_METADATA);
  // Behind the authority that may change it, the pointer names the account that counts.
  const isOwn = pointer !== undefined && addressAt(pointer, ADDRESS_BYTES) === mint;
  return {
    decimals: data[DECIMALS_AT] ?? 0,
    symbol: isOwn && metadata !== undefined ? symbolBehind(mint, metadata, ADDRESS_BYTES) : null,
  };
}

/** The symbol in an account of Metaplex, behind a byte for the kind and the authority; null where it states none. */
export const symbolInMetadata = (mint: string, data: Buffer): string | null =>
  data[0] === METADATA_V1 ? symbolBehind(mint, data, 1 + ADDRESS_BYTES) : null;

/** The extensions of a mint of Token-2022, by type: two bytes each for type and length, and the value. */
function extensionsIn(data: Buffer): ReadonlyMap<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = EXTENSIONS_AT; at + 4 <= data.length; ) {
    const end = at + 4 + data.readUInt16LE(at + 2);
    found.set(data.readUInt16LE(at), data.subarray(at + 4, end));
    at = end;
  }
  return found;
}

/** The symbol behind the mint and the name. Each text has its length before it; old accounts fill up with zeros. */
function symbolBehind(mint: string, data: Buffer, at: number): string | null {
  if (addressAt(data, at) !== mint) return null;
  const name = textAt(data, at + ADDRESS_BYTES);
  const symbol = name && textAt(data, name.end);
  return symbol ? cleanSymbol(symbol.bytes.toString().replaceAll('\uFFFD', '')) : null;
}

function textAt(data: Buffer, at: number): { readonly bytes: Buffer; readonly end: number } | null {
  if (at + 4 > data.length) return null;
  const end = at + 4 + data.readUInt32LE(at);
  return end > data.length ? null : { bytes: data.subarray(at + 4, end), end };
}

/** The address at a place of the bytes of an account; null behind their end. */
export const addressAt = (data: Buffer, at: number): string | null =>
  at + ADDRESS_BYTES > data.length ? null : new PublicKey(data.subarray(at, at + ADDRESS_BYTES)).toBase58();
