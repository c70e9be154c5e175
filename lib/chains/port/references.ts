import type { Reference, ReferenceKind } from './decoded.ts';
import { visibleText } from './symbol.ts';

/** A record has at most so many references, the first ones of its transaction. */
export const MOST_REFERENCES = 10;
/** Code points of a value. */
const REFERENCE_LENGTH = 256;
/** Bytes that are read of one memo. A memo of the XRP Ledger has at most 1,024; inner memos of Solana may have more. */
const BYTES_READ = 4096;

/** A value that the chain states as a number, a hash or an address. */
export const statedReference = (
  kind: ReferenceKind,
  value: string,
  encoding: Reference['encoding'] = 'text',
): Reference => ({ kind, value, encoding, truncated: false });

/**
 * A memo as text where its bytes are UTF-8, otherwise as hex. The text is made safe to show. A memo of invisible
 * characters alone is hex too, so that nothing looks like an empty memo. Null for an empty memo.
 */
export function memoOf(bytes: Uint8Array): Reference | null {
  if (bytes.length === 0) return null;
  const read = bytes.subarray(0, BYTES_READ);
  const isCut = read.length < bytes.length;
  const text = textOf(read, isCut);
  const encoding = text === '' ? 'hex' : 'text';
  const characters = text === '' ? [...Buffer.from(read).toString('hex').toUpperCase()] : [...text];
  const value = characters.slice(0, REFERENCE_LENGTH).join('').trim();
  return { kind: 'memo', value, encoding, truncated: isCut || characters.length > REFERENCE_LENGTH };
}

/** The visible text of UTF-8 bytes; empty for others. Where the bytes are cut, the last character may be broken. */
function textOf(bytes: Uint8Array, isCut: boolean): string {
  try {
    return visibleText(new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut }));
  } catch {
    return '';
  }
}
