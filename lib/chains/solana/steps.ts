import { PublicKey } from '@solana/web3.js';
import { isToken, SYSTEM } from './programs.ts';
import type { Call } from './transaction-message.ts';

/** The effect of an instruction on balances, read from its bytes. Token steps name token accounts, not the owners. */
export type Step =
  | { readonly does: 'pay'; readonly from: string; readonly to: string; readonly amount: bigint }
  | { readonly does: 'move'; readonly from: string; readonly to: string; readonly amount: bigint }
  | { readonly does: 'mint'; readonly mint: string; readonly to: string; readonly amount: bigint }
  | { readonly does: 'burn'; readonly mint: string; readonly from: string; readonly amount: bigint }
  /** Opens a token account. */
  | { readonly does: 'open'; readonly account: string; readonly mint: string; readonly owner: string }
  /** Closes a token account and pays all of its lamports to `to`. */
  | { readonly does: 'close'; readonly account: string; readonly to: string };

/** The step of an instruction of the system program or a token program; null for other and malformed instructions. */
export function stepOf(call: Call): Step | null {
  if (call.program === SYSTEM) return systemStep(call);
  return isToken(call.program) ? tokenStep(call) : null;
}

function systemStep({ name, accounts, data }: Call): Step | null {
  const [from, to, third] = accounts;
  switch (name) {
    case 'transfer':
    case 'createAccount':
    case 'withdrawFromNonce':
      return between('pay', from, to, u64(data, 4));
    case 'createAccountWithSeed':
      // Before the lamports: the base address, the length of the seed, and the seed.
      return data.length < 44 ? null : between('pay', from, to, u64(data, 44 + Number(data.readBigUInt64LE(36))));
    case 'transferWithSeed':
      return between('pay', from, third, u64(data, 4)); // the second account is the base that signs
    default:
      return null;
  }
}

function tokenStep({ name, accounts, data }: Call): Step | null {
  const [first, second, third] = accounts;
  switch (name) {
    case 'transfer':
      return between('move', first, second, u64(data, 1));
    case 'transferChecked':
      return between('move', first, third, u64(data, 1)); // the second account is the mint
    case 'transferCheckedWithFee':
      return between('move', first, third, u64(data, 2));
    case 'mintTo':
    case 'mintToChecked':
      return mint(first, second, u64(data, 1));
    case 'burn':
    case 'burnChecked':
      return burn(second, first, u64(data, 1));
    case 'closeAccount':
      return first && second ? { does: 'close', account: first, to: second } : null;
    case 'initializeAccount':
      return open(first, second, third);
    case 'initializeAccount2':
    case 'initializeAccount3':
      return open(first, second, addressAt(data, 1));
    default:
      return null;
  }
}

const between = (does: 'pay' | 'move', from?: string, to?: string, amount?: bigint): Step | null =>
  from && to && amount !== undefined ? { does, from, to, amount } : null;
const mint = (made?: string, to?: string, amount?: bigint): Step | null =>
  made && to && amount !== undefined ? { does: 'mint', mint: made, to, amount } : null;
const burn = (made?: string, from?: string, amount?: bigint): Step | null =>
  made && from && amount !== undefined ? { does: 'burn', mint: made, from, amount } : null;
const open = (account?: string, made?: string, owner?: string): Step | null =>
  account && made && owner ? { does: 'open', account, mint: made, owner } : null;

const u64 = (data: Buffer, at: number): bigint | undefined =>
  data.length < at + 8 ? undefined : data.readBigUInt64LE(at);

const addressAt = (data: Buffer, at: number): string | undefined =>
  data.length < at + 32 ? undefined : new PublicKey(data.subarray(at, at + 32)).toBase58();
