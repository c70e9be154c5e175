import { decodeBase58, encodeBase58, toBeArray } from 'ethers';
import * as z from 'zod';

export const Units = z.union([z.string(), z.number()]).transform(BigInt);
export const Instruction = z.object({
  programIdIndex: z.number().optional(),
  programId: z.string().optional(),
  accounts: z.array(z.union([z.number(), z.string()])).default([]),
  data: z.string().default(''),
  parsed: z.unknown().optional(),
});

export const SYSTEM = '11111111111111111111111111111111';
const TOKENS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];

/** What an instruction does that moves value, or that tells who owns an account. */
export interface Step {
  readonly does: 'pay' | 'allocate' | 'open' | 'move' | 'close';
  /** The account that is paid, made, opened or closed. */
  readonly account: string;
  readonly from?: string;
  /** Who gets the rest of a closed account; the token of an opened account. */
  readonly to?: string;
  readonly amount?: bigint;
  readonly space?: bigint;
  readonly owner?: string;
}

const text = z.string().optional();
const number = Units.optional();
const Parsed = z.object({
  type: z.string(),
  info: z
    .object({
      ...{ source: text, destination: text, newAccount: text, account: text, owner: text, mint: text },
      ...{ lamports: number, space: number, amount: number },
      tokenAmount: z.object({ amount: Units }).optional(),
    })
    .catch({}),
});

/** What an instruction of the system program or of a token program does; null for every other instruction. */
export function stepOf(instruction: z.output<typeof Instruction>, keys: readonly string[]): Step | null {
  const { programIdIndex = -1, programId = keys[programIdIndex] ?? '', accounts, data, parsed } = instruction;
  const isToken = TOKENS.includes(programId);
  if (!isToken && programId !== SYSTEM) return null;
  const known = Parsed.safeParse(parsed).data;
  if (known !== undefined) return parsedStep(known, isToken);
  const bytes = bytesOf(data);
  const named = accounts.map((at) => (typeof at === 'string' ? at : (keys[at] ?? '')));
  return isToken ? tokenStep(bytes, named) : systemStep(bytes, named);
}

function parsedStep({ type, info }: z.output<typeof Parsed>, isToken: boolean): Step | null {
  const { source: from, destination = '', newAccount = destination, account = '', lamports, space, owner } = info;
  const amount = info.amount ?? info.tokenAmount?.amount;
  if (isToken && type.startsWith('transfer')) return { does: 'move', account: destination, from, amount };
  if (isToken && type === 'closeAccount') return { does: 'close', account, to: destination };
  if (isToken && type.startsWith('initializeAccount')) return { does: 'open', account, to: info.mint, owner };
  if (type.startsWith('allocate')) return { does: 'allocate', account, space };
  const isPaid = !isToken && lamports !== undefined && from !== undefined;
  return isPaid ? { does: 'pay', account: newAccount, from, amount: lamports, space } : null;
}

/** The instructions of the system program by number: createAccount 0, transfer 2, createAccountWithSeed 3, ... */
function systemStep(bytes: DataView, [first = '', second = '', third = '']: readonly string[]): Step | null {
  const seed = 44 + (bytes.byteLength > 44 ? Number(bytes.getBigUint64(36, true)) : 0);
  const at = (place: number) => bytes.getBigUint64(place, true);
  const pay = { does: 'pay', from: first } as const;
  switch (bytes.byteLength < 4 ? -1 : bytes.getUint32(0, true)) {
    case 0:
      return { ...pay, account: second, amount: at(4), space: at(12) };
    case 2:
    case 5:
      return { ...pay, account: second, amount: at(4) };
    case 3:
      return { ...pay, account: second, amount: at(seed), space: at(seed + 8) };
    case 8:
      return { does: 'allocate', account: first, space: at(4) };
    case 9:
      return { does: 'allocate', account: first, space: at(seed) };
    case 11:
      return { ...pay, account: third, amount: at(4) };
    default:
      return null;
  }
}

/** Those of the token programs: initializeAccount 1, transfer 3, closeAccount 9, transferChecked 12, and so on. */
function tokenStep(bytes: DataView, [first = '', second = '', third = '']: readonly string[]): Step | null {
  const kind = bytes.byteLength === 0 ? -1 : bytes.getUint8(0);
  if (kind === 3) return { does: 'move', account: second, from: first, amount: bytes.getBigUint64(1, true) };
  if (kind === 12) return { does: 'move', account: third, from: first, amount: bytes.getBigUint64(1, true) };
  if (kind === 26 && bytes.getUint8(1) === 1) {
    return { does: 'move', account: third, from: first, amount: bytes.getBigUint64(2, true) };
  }
  if (kind === 9) return { does: 'close', account: first, to: second };
  if (kind === 1) return { does: 'open', account: first, to: second, owner: third };
  if (kind !== 16 && kind !== 18) return null;
  const owner = new Uint8Array(bytes.buffer.slice(bytes.byteOffset + 1, bytes.byteOffset + 33));
  return { does: 'open', account: first, to: second, owner: encodeBase58(owner) };
}

/** The bytes of base58 text. ethers reads it as a number, which shows no leading zeros. */
function bytesOf(data: string): DataView {
  const zeros = data.length - data.replace(/^1+/, '').length;
  const rest = data.length === zeros ? new Uint8Array() : toBeArray(decodeBase58(data));
  const bytes = new Uint8Array([...new Uint8Array(zeros), ...rest]);
  return new DataView(bytes.buffer);
}
