import { base58Start, decodeBase58 } from '../../values/base58.ts';
import { deployerPlace, isRead, isVote, mayBeWrite, nameOf, VOTE } from './programs.ts';
import { type Instruction, isObject, isString, type Meta, MOST_ACCOUNTS, MOST_CALLS, type Signed } from './schema.ts';
import { mayChange, SQUADS } from './squads.ts';

/** An instruction with addresses in place of indices. */
export interface Call {
  readonly program: string;
  /** Null for a program whose bytes the decoder does not read, and for an unknown instruction. */
  readonly name: string | null;
  /** `accounts` and `data` are empty where the decoder does not read the bytes, or where the node states no bytes. */
  readonly accounts: readonly string[];
  readonly data: Buffer;
  /** The fields of an instruction that the node answers in parsed form. */
  readonly info?: Readonly<Record<string, unknown>>;
}

const NO_DATA = Buffer.alloc(0);

/**
 * The addresses that a transaction's indices name: the addresses of the message, then the addresses that lookup tables
 * load, writable before read-only. Each address has a balance. The number of balances shows whether the message already
 * lists the loaded addresses.
 * @throws Error when the numbers of addresses and balances differ, or are more than a transaction can have.
 */
export function keysOf({ message }: Signed, { loadedAddresses, preBalances, postBalances }: Meta): string[] {
  const named = message.accountKeys;
  const { writable = [], readonly = [] } = loadedAddresses ?? {};
  const keys = named.length === preBalances.length ? named : [...named, ...writable, ...readonly];
  if (keys.length > MOST_ACCOUNTS || keys.length !== preBalances.length || keys.length !== postBalances.length) {
    throw new Error(`${keys.length} addresses, but ${preBalances.length} and ${postBalances.length} balances`);
  }
  return keys;
}

/** The instructions of the transaction's own message. */
export const outerCalls = ({ message }: Signed, keys: readonly string[]): Call[] =>
  message.instructions.map((instruction) => callOf(instruction, keys));

/**
 * All instructions in the order in which they ran: each outer instruction, then its inner instructions.
 * @throws Error when a node states more than any transaction runs.
 */
export function allCalls(outer: readonly Call[], { innerInstructions }: Meta, keys: readonly string[]): Call[] {
  const inner = new Map((innerInstructions ?? []).map(({ index, instructions }) => [index, instructions]));
  const count = [...inner.values()].reduce((sum, { length }) => sum + length, outer.length);
  if (count > MOST_CALLS) throw new Error(`${count} instructions, and a transaction has at most ${MOST_CALLS}`);
  return outer.flatMap((call, index) => [call, ...(inner.get(index) ?? []).map((each) => callOf(each, keys))]);
}

/** @throws Error when an instruction names a missing address. */
export function callOf(instruction: Instruction, keys: readonly string[]): Call {
  const at = (index: number | string): string => {
    const key = typeof index === 'string' ? index : keys[index];
    if (key === undefined) throw new Error(`an instruction names address ${index} of ${keys.length}`);
    return key;
  };
  const { programId, programIdIndex = keys.length, accounts = [] } = instruction;
  const program = at(programId ?? programIdIndex);
  const { data, ...read } = readBytes(program, instruction);
  return { program, ...read, accounts: data.length === 0 ? [] : accounts.map(at), data };
}

/**
 * Who deploys a program by this instruction; null for every other instruction. The loader asks for the signature of
 * this account, so in a transaction that succeeded no stranger names somebody else. The vault of a multisig signs
 * through its program and is no signer of the message.
 */
export function deployerIn({ program, name, accounts, info }: Call): string | null {
  const place = deployerPlace(program, name);
  if (place === undefined) return null;
  const deployer = info === undefined ? accounts[place] : info.authority;
  return isString(deployer) ? deployer : null;
}

/** Name and bytes of an instruction. A name from the node wins. */
function readBytes(program: string, { data, parsed }: Instruction): Pick<Call, 'name' | 'data' | 'info'> {
  if (isObject(parsed) && isString(parsed.type)) {
    return { name: parsed.type, data: NO_DATA, info: isObject(parsed.info) ? parsed.info : {} };
  }
  if (data === undefined || !isRead(program)) return { name: null, data: NO_DATA };
  if (mayBeWrite(program, data) && nameOf(program, startOf(data)) === 'write') return { name: 'write', data: NO_DATA };
  if (program === SQUADS && !mayChange(startOf(data))) return { name: null, data: NO_DATA };
  const bytes = decodeBase58(data) ?? NO_DATA;
  return { name: nameOf(program, bytes), data: bytes };
}

/**
 * Whether a validator's vote is the only instruction of the message. A block holds a thousand votes, so the function
 * reads only the necessary fields and the first bytes.
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

/** The bytes of an instruction's discriminator, or all of its bytes. */
export function startOf(data: string): Buffer {
  const start = base58Start(data);
  if (start === null) return decodeBase58(data) ?? NO_DATA;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(start);
  return bytes;
}

const LOGGED = 'Program log: Instruction: ';
const STARTS = ' invoke [1]';
/** A program can log any text, so the decoder ignores text that is no name. */
const NAME = /^\w{1,64}$/;

/**
 * The names of the outer instructions from the logs of their programs; null where the program logs no name. Programs of
 * Anchor and the token programs log the name before they call other programs. The result has the spelling of the
 * interface: `Program log: Instruction: SharedAccountsRoute` → `sharedAccountsRoute`.
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
      // Programs that belong to the node, such as signature checks, run without a log.
      running = outer.findIndex((call, index) => index >= next && call.program === program);
      next = running < 0 ? next : running + 1;
    } else if (line.includes(' invoke [')) {
      running = -1;
    }
  }
  return names;
}
