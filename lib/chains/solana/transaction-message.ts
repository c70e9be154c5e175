import { base58Start, decodeBase58 } from '../../values/base58.ts';
import { isLongWrite, isRead, isVote, nameOf, VOTE } from './programs.ts';
import { type Instruction, isObject, isString, type Meta, type Signed } from './schema.ts';

/** An instruction with its indices resolved. */
export interface Call {
  readonly program: string;
  /** Null for a program whose bytes are not read, and for an instruction that is not known. */
  readonly name: string | null;
  /** Both empty where the bytes are not read, or not told. */
  readonly accounts: readonly string[];
  readonly data: Buffer;
}

const NO_DATA = Buffer.alloc(0);

/**
 * The addresses that indices of a transaction point at: those it names, then those loaded from look-up tables, writable
 * before read-only. Each has its balance, which also tells whether the loaded ones are among the named already.
 * @throws Error when addresses and balances do not fit together.
 */
export function keysOf({ message }: Signed, { loadedAddresses, preBalances, postBalances }: Meta): string[] {
  const named = message.accountKeys;
  const { writable = [], readonly = [] } = loadedAddresses ?? {};
  const keys = named.length === preBalances.length ? named : [...named, ...writable, ...readonly];
  if (keys.length !== preBalances.length || keys.length !== postBalances.length) {
    throw new Error(`${keys.length} addresses, but ${preBalances.length} and ${postBalances.length} balances`);
  }
  return keys;
}

/** The instructions that the transaction itself gives. */
export const outerCalls = ({ message }: Signed, keys: readonly string[]): Call[] =>
  message.instructions.map((instruction) => callOf(instruction, keys));

/** All instructions in the order they ran: each of the transaction's own, followed by those it led to. */
export function allCalls(outer: readonly Call[], { innerInstructions }: Meta, keys: readonly string[]): Call[] {
  const inner = new Map((innerInstructions ?? []).map(({ index, instructions }) => [index, instructions]));
  return outer.flatMap((call, index) => [call, ...(inner.get(index) ?? []).map((each) => callOf(each, keys))]);
}

/** @throws Error when an instruction points at an address that is not there. */
export function callOf(instruction: Instruction, keys: readonly string[]): Call {
  const at = (index: number | string): string => {
    const key = typeof index === 'string' ? index : keys[index];
    if (key === undefined) throw new Error(`an instruction points at address ${index} of ${keys.length}`);
    return key;
  };
  const { programId, programIdIndex = keys.length, accounts = [] } = instruction;
  const program = at(programId ?? programIdIndex);
  const { name, data } = readBytes(program, instruction);
  return { program, name, accounts: data.length === 0 ? [] : accounts.map(at), data };
}

/** Name and bytes of an instruction, or what the node itself says that it is. */
function readBytes(program: string, { data, parsed }: Instruction): Pick<Call, 'name' | 'data'> {
  const told = typeof parsed === 'object' && parsed !== null && 'type' in parsed ? parsed.type : null;
  if (typeof told === 'string') return { name: told, data: NO_DATA };
  if (data === undefined || !isRead(program)) return { name: null, data: NO_DATA };
  if (isLongWrite(program, data)) return { name: 'write', data: NO_DATA };
  const bytes = decodeBase58(data) ?? NO_DATA;
  return { name: nameOf(program, bytes), data: bytes };
}

/**
 * Whether this is the message of a validator's vote, of which a block holds a thousand. One that comes with anything
 * else is none. Reads no more than it needs, and of the bytes only the first.
 */
export function isOnlyVote(message: unknown): boolean {
  if (!isObject(message) || !Array.isArray(message.accountKeys) || !Array.isArray(message.instructions)) return false;
  const [only, more]: readonly unknown[] = message.instructions;
  if (!isObject(only) || more !== undefined) return false;
  const key: unknown = only.programId ?? message.accountKeys[Number(only.programIdIndex)];
  if ((isObject(key) ? key.pubkey : key) !== VOTE) return false;
  if (isObject(only.parsed)) return isString(only.parsed.type) && isVote(only.parsed.type);
  return isString(only.data) && isVote(nameOf(VOTE, startOf(only.data)));
}

/** The bytes of an instruction as far as its discriminator, or all of them. */
function startOf(data: string): Buffer {
  const start = base58Start(data);
  if (start === null) return decodeBase58(data) ?? NO_DATA;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(start);
  return bytes;
}

const LOGGED = 'Program log: Instruction: ';
const STARTS = ' invoke [1]';
/** Any program can log anything: what is no name is passed over. */
const NAME = /^\w{1,64}$/;

/**
 * The names under which the programs of the transaction's own instructions logged that they run (Anchor's habit, and
 * the token programs'), in the spelling of their interface: `Program log: Instruction: SharedAccountsRoute` →
 * `sharedAccountsRoute`. A program says it before it calls others; null where it says nothing.
 */
export function loggedNames(outer: readonly Call[], logs: readonly string[]): (string | null)[] {
  const names: (string | null)[] = outer.map(() => null);
  let running = -1;
  let next = 0;
  for (const line of logs) {
    if (line.startsWith('Program log: ')) {
      if (running < 0 || !line.startsWith(LOGGED)) continue;
      const name = line.slice(LOGGED.length);
      if (NAME.test(name)) names[running] = name.charAt(0).toLowerCase() + name.slice(1);
      running = -1;
    } else if (line.endsWith(STARTS)) {
      const program = line.slice('Program '.length, -STARTS.length);
      // Programs that are part of the node, such as signature checks, run without a log.
      running = outer.findIndex((call, index) => index >= next && call.program === program);
      next = running < 0 ? next : running + 1;
    } else if (line.includes(' invoke [')) {
      running = -1;
    }
  }
  return names;
}
