import { PublicKey } from '@solana/web3.js';
import { base58FirstByte, decodeBase58 } from '../../values/base58.ts';
import { tokenName } from './programs.ts';
import { startOf } from './transaction-message.ts';

/** The instructions that open a token account. */
export const OPENS: ReadonlySet<string> = new Set(['initializeAccount', 'initializeAccount2', 'initializeAccount3']);

/** The name of an instruction of a token program. Most instructions are transfers, whose first byte is enough. */
export const nameIn = (data: string): string | null => tokenName(base58FirstByte(data) ?? startOf(data)[0] ?? NO_BYTE);

const NO_BYTE = -1;
const ADDRESS_BYTES = 32;

/** The owner that the bytes of an instruction name if they open a token account; null if they name none. */
export function ownerIn(data: string): string | null {
  if (!OPENS.has(nameIn(data) ?? '')) return null;
  const bytes = decodeBase58(data)?.subarray(1, 1 + ADDRESS_BYTES);
  return bytes?.length === ADDRESS_BYTES ? new PublicKey(bytes).toBase58() : null;
}
