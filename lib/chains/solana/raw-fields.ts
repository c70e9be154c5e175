import { hasFailed, isObject, isString, MOST_ACCOUNTS, MOST_CALLS, type RawTransaction } from './schema.ts';

/** An instruction in the answer of a node with `encoding: 'json'`, whose accounts are indices. */
export interface RawInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly unknown[];
  readonly data: string;
}

/** The fields of a transaction from which `partiesOf` reads the parties. */
export interface Raw {
  readonly isFailed: boolean;
  /** The first addresses are those of the signers. */
  readonly signatures: number;
  readonly keys: readonly string[];
  readonly preBalances: readonly unknown[];
  readonly postBalances: readonly unknown[];
  readonly tokenBalances: readonly Readonly<Record<string, unknown>>[];
  readonly outer: readonly RawInstruction[];
  readonly inner: readonly RawInstruction[];
}

/**
 * The fields, checked only as far as reading needs; null for a transaction of another form, or with more than any
 * transaction has.
 */
export function rawOf({ transaction: { message, signatures: signed }, meta }: RawTransaction): Raw | null {
  if (!isObject(message) || !isObject(meta)) return null;
  const { preBalances, postBalances } = meta;
  if (!Array.isArray(preBalances) || !Array.isArray(postBalances)) return null;
  const keys = keysIn(message.accountKeys, meta.loadedAddresses, preBalances.length);
  const outer = instructionsIn(message.instructions);
  const inner = innerIn(meta.innerInstructions);
  const tokenBalances = [...listIn(meta.preTokenBalances), ...listIn(meta.postTokenBalances)];
  if (keys?.length !== postBalances.length || !outer || !inner || !tokenBalances.every(isObject)) return null;
  const isTooMuch = keys.length > MOST_ACCOUNTS || tokenBalances.length > 2 * MOST_ACCOUNTS;
  if (isTooMuch || outer.length + inner.length > MOST_CALLS) return null;
  const signatures = listIn(signed).length;
  return { isFailed: hasFailed(meta), signatures, keys, preBalances, postBalances, tokenBalances, outer, inner };
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
    for (const instruction of instructions) all.push(instruction);
  }
  return all;
}

const instructionsIn = (list: unknown): readonly RawInstruction[] | null =>
  Array.isArray(list) && list.every(isInstruction) ? list : null;

const isInstruction = (value: unknown): value is RawInstruction =>
  isObject(value) &&
  typeof value.programIdIndex === 'number' &&
  Array.isArray(value.accounts) &&
  !value.accounts.some(isString) &&
  typeof value.data === 'string';

export const listIn = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);
