import { decodeBase58 } from '../../values/base58.ts';
import type { Reference } from '../port/chain.ts';
import { MOST_REFERENCES, memoOf, statedReference } from '../port/references.ts';
import { isMemo, isToken, SYSTEM } from './programs.ts';
import { type Instruction, isString, type Meta, type Signed } from './schema.ts';
import { parseSolanaAddress } from './solana-address.ts';
import type { Call } from './transaction-message.ts';

/**
 * The memos of a transaction, of its inner instructions too, and the keys by which shops find a Solana Pay payment, in
 * on-chain order.
 * @param outer the instructions of the message.
 * @param calls the outer and inner instructions.
 * @see https://github.com/solana-foundation/solana-pay/blob/master/SPEC.md
 */
export function referencesOf(
  signed: Signed,
  meta: Meta,
  keys: readonly string[],
  outer: readonly Call[],
  calls: readonly Call[],
): Reference[] {
  const inner = new Map((meta.innerInstructions ?? []).map(({ index, instructions }) => [index, instructions]));
  const isPlainKey = plainKeyTest(signed, meta);
  const called = new Set(calls.map(({ program }) => program));
  const found: Reference[] = [];
  for (const [index, instruction] of signed.message.instructions.entries()) {
    const further = (instruction.accounts ?? []).slice(namedAccounts(outer[index]));
    const payKeys = further.filter(isPlainKey).map((at) => parseSolanaAddress(keys[Number(at)] ?? ''));
    // A token with a transfer hook needs further accounts too, among them the program that it calls.
    if (!payKeys.some((key) => key !== null && called.has(key))) {
      found.push(...payKeys.filter((key) => key !== null).map((key) => statedReference('reference', key)));
    }
    for (const each of [instruction, ...(inner.get(index) ?? [])]) {
      if (found.length >= MOST_REFERENCES) return found.slice(0, MOST_REFERENCES);
      const memo = memoIn(each, keys);
      if (memo !== null) found.push(memo);
    }
  }
  return found.slice(0, MOST_REFERENCES);
}

/** How many accounts a transfer itself needs. A call that is no transfer keeps all of its accounts. */
function namedAccounts(call: Call | undefined): number {
  const { program = '', name = '' } = call ?? {};
  if (program === SYSTEM) return { transfer: 2, transferWithSeed: 3 }[name ?? ''] ?? Infinity;
  if (!isToken(program)) return Infinity;
  return { transfer: 3, transferChecked: 4, transferCheckedWithFee: 4 }[name ?? ''] ?? Infinity;
}

/**
 * A test of an index: whether the key neither signs nor may change. Such keys come last in the message. Without the
 * header of the message nobody knows.
 */
function plainKeyTest({ message }: Signed, { loadedAddresses }: Meta): (index: number | string) => boolean {
  const { header, accountKeys } = message;
  if (header === undefined) return () => false;
  const readOnlyFrom = accountKeys.length - header.numReadonlyUnsignedAccounts;
  const loadedFrom = accountKeys.length + (loadedAddresses?.writable.length ?? 0);
  return (index) => {
    const at = Number(index);
    return at < accountKeys.length ? at >= readOnlyFrom : at >= loadedFrom;
  };
}

/** The memo of an instruction: its bytes, or its text where the node states the parsed form. */
function memoIn({ programId, programIdIndex = -1, data, parsed }: Instruction, keys: readonly string[]) {
  if (!isMemo(programId ?? keys[programIdIndex] ?? '')) return null;
  if (isString(parsed)) return memoOf(Buffer.from(parsed));
  const bytes = data === undefined ? null : decodeBase58(data);
  return bytes && memoOf(bytes);
}
