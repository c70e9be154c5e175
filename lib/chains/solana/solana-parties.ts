import type { DecodedTransaction } from '../port/chain.ts';
import { isToken, SYSTEM } from './programs.ts';
import { hasFailed, Instruction, isObject, isString, type RawTransaction } from './schema.ts';
import { stepOf } from './steps.ts';
import { callOf } from './transaction-message.ts';

/** An instruction in the answer of a node with `encoding: 'json'`, whose accounts are indices. */
interface RawInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly unknown[];
  readonly data: string;
}

/** The fields from which `partiesOf` reads the parties. */
interface Raw {
  readonly isFailed: boolean;
  readonly keys: readonly string[];
  readonly preBalances: readonly unknown[];
  readonly postBalances: readonly unknown[];
  readonly tokenBalances: readonly Readonly<Record<string, unknown>>[];
  readonly outer: readonly RawInstruction[];
  readonly inner: readonly RawInstruction[];
}

/**
 * Every address that the decoded transaction may name, and few others. Runs on all transactions of a block, so it reads
 * only the necessary fields. Decoding takes ten times as long and runs only on transactions of watched wallets.
 *
 * Movements are between addresses whose balances changed. A mint stands for tokens that are minted or burned. A payment
 * to oneself changes no balance, so the function reads its address from the instruction. A failed transaction names its
 * payer, the called programs and the intended receiver.
 * @returns null for a transaction of another form, whose parties only the decoder can name.
 * @throws Error when an instruction that opens a token account is malformed.
 */
export function partiesOf(transaction: RawTransaction): string[] | null {
  const raw = rawOf(transaction);
  if (raw === null) return null;
  const { keys, outer, inner, isFailed } = raw;
  const parties = new Set<string>();
  const add = (address: unknown) => {
    if (isString(address)) parties.add(address);
  };
  add(keys[0]);
  for (const { programIdIndex } of outer) add(keys[programIdIndex]);
  const count = parties.size;
  if (!isFailed) addChanged(raw, add);
  if (parties.size === count) addReceivers(raw, add);
  if (isFailed) return [...parties];
  add(SYSTEM); // the other end of lamports without a holder; costs one read of the table per block
  addTokenHolders(raw, add);
  for (const instruction of outer) addInstructed(raw, instruction, add);
  for (const instruction of inner) addInstructed(raw, instruction, add);
  return [...parties];
}

type Add = (address: unknown) => void;

function addChanged({ keys, preBalances, postBalances }: Raw, add: Add): void {
  for (let index = 1; index < keys.length; index += 1) {
    if (preBalances[index] !== postBalances[index]) add(keys[index]);
  }
}

function addTokenHolders({ keys, tokenBalances }: Raw, add: Add): void {
  for (const { mint, owner, accountIndex } of tokenBalances) {
    add(mint);
    add(owner ?? keys[Number(accountIndex)]);
  }
}

/**
 * Adds the receivers of transfers that moved nothing: the second account or, behind a mint or a base, the third
 * account. For a token account, adds the owner and also the account, which may be the receiver of lamports.
 */
function addReceivers({ keys, outer, tokenBalances }: Raw, add: Add): void {
  for (const { programIdIndex, accounts } of outer) {
    if (!isRead(keys[programIdIndex])) continue;
    for (const index of accounts.slice(1, 3)) {
      add(keys[Number(index)]);
      add(tokenBalances.find(({ accountIndex }) => accountIndex === index)?.owner);
    }
  }
}

/** Adds addresses that only instructions name: payments to oneself, and owners of accounts that were closed. */
function addInstructed({ keys, tokenBalances }: Raw, instruction: RawInstruction, add: Add): void {
  const { programIdIndex, accounts, data } = instruction;
  const program = keys[programIdIndex];
  if (!isRead(program)) return;
  const [first, second, third] = accounts;
  if (first === second || first === third) add(keys[Number(first)]);
  if (program === SYSTEM || !mayOpen(data)) return;
  const balances = tokenBalances.filter(({ accountIndex }) => accountIndex === first);
  if (balances.length > 0 && balances.every(({ owner }) => isString(owner) && owner !== keys[Number(first)])) return;
  const step = stepOf(callOf(Instruction.parse(instruction), keys));
  if (step?.does === 'open') add(step.owner);
}

/** Whether the base58 data may open an account: such data is one byte, or one byte and an address. */
const mayOpen = (data: string): boolean => data === '2' || data.length === 45;

const isRead = (program: string | undefined): boolean =>
  program !== undefined && (program === SYSTEM || isToken(program));

function rawOf({ transaction: { message }, meta }: RawTransaction): Raw | null {
  if (!isObject(message) || !isObject(meta)) return null;
  const { preBalances, postBalances } = meta;
  if (!Array.isArray(preBalances) || !Array.isArray(postBalances)) return null;
  const keys = keysIn(message.accountKeys, meta.loadedAddresses, preBalances.length);
  const outer = instructionsIn(message.instructions);
  const inner = innerIn(meta.innerInstructions);
  const tokenBalances = [...listIn(meta.preTokenBalances), ...listIn(meta.postTokenBalances)];
  if (keys?.length !== postBalances.length || !outer || !inner || !tokenBalances.every(isObject)) return null;
  return { isFailed: hasFailed(meta), keys, preBalances, postBalances, tokenBalances, outer, inner };
}

/** The addresses in the order of `keysOf`: the named addresses may already include the loaded addresses. */
function keysIn(named: unknown, loaded: unknown, length: number): readonly string[] | null {
  const more = isObject(loaded) ? [...listIn(loaded.writable), ...listIn(loaded.readonly)] : [];
  const own = listIn(named);
  const keys = own.length === length ? own : [...own, ...more];
  return keys.length === length && keys.every(isString) ? keys : null;
}

function innerIn(groups: unknown): readonly RawInstruction[] | null {
  const all: RawInstruction[] = [];
  for (const group of listIn(groups)) {
    const instructions = isObject(group) ? instructionsIn(group.instructions) : null;
    if (instructions === null) return null;
    all.push(...instructions);
  }
  return all;
}

const instructionsIn = (list: unknown): readonly RawInstruction[] | null =>
  Array.isArray(list) && list.every(isInstruction) ? list : null;

const isInstruction = (value: unknown): value is RawInstruction =>
  isObject(value) &&
  typeof value.programIdIndex === 'number' &&
  Array.isArray(value.accounts) &&
  typeof value.data === 'string';

const listIn = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);

/** The addresses that a decoded transaction names. */
export function namesIn({ fromAddress, toAddress, movements }: DecodedTransaction): string[] {
  const ends = movements.flatMap(({ from, to }) => [from, to]);
  return [...new Set([fromAddress, ...(toAddress === null ? [] : [toAddress]), ...ends])];
}

/** The addresses in a transaction that cannot be decoded: its keys and the owners of token accounts. */
export function addressesIn({ transaction: { message }, meta }: RawTransaction): string[] {
  const keys = isObject(message) ? listIn(message.accountKeys) : [];
  const loaded = isObject(meta) && isObject(meta.loadedAddresses) ? meta.loadedAddresses : {};
  const balances = isObject(meta) ? [...listIn(meta.preTokenBalances), ...listIn(meta.postTokenBalances)] : [];
  const found = [
    ...keys.map((key) => (isObject(key) ? key.pubkey : key)),
    ...[...listIn(loaded.writable), ...listIn(loaded.readonly)],
    ...balances.map((balance) => (isObject(balance) ? balance.owner : null)),
  ];
  return [...new Set(found.filter(isString))];
}
