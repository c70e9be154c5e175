import { isToken, SYSTEM } from './programs.ts';
import { listIn } from './raw-fields.ts';
import { Instruction, isObject, isString, type RawTransaction } from './schema.ts';
import { SQUADS } from './squads.ts';
import { vaultOf } from './squads-vaults.ts';
import { stepOf } from './steps.ts';
import { callOf } from './transaction-message.ts';

/**
 * All addresses of a transaction in any encoding: its keys, the owners and mints of its token balances, and what its
 * instructions name. The decoded transaction names no other address. Never throws.
 *
 * Serves transactions whose parties `partiesOf` cannot read. A needless address costs at most one decoding.
 */
export function addressesIn(transaction: RawTransaction): string[] {
  const { message } = transaction.transaction;
  const { meta } = transaction;
  const loaded = isObject(meta) && isObject(meta.loadedAddresses) ? meta.loadedAddresses : {};
  const balances = isObject(meta) ? [...listIn(meta.preTokenBalances), ...listIn(meta.postTokenBalances)] : [];
  const groups = isObject(meta) ? listIn(meta.innerInstructions) : [];
  const instructions = [message, ...groups].flatMap((each) => (isObject(each) ? listIn(each.instructions) : []));
  const named = [...keysIn(message), ...pair(loaded)].filter(isString);
  const found = [
    ...named,
    ...balances.flatMap((balance) => (isObject(balance) ? [balance.owner, balance.mint] : [])),
    ...instructions.flatMap((instruction) => textsIn(instruction, named)),
    SYSTEM, // the other end of lamports without a holder
  ];
  return [...new Set(found.filter(isString))];
}

/** The address that pays the fee; an empty text when the transaction names none. */
export function payerIn({ transaction: { message } }: RawTransaction): string {
  const [payer] = keysIn(message);
  return isString(payer) ? payer : '';
}

const keysIn = (message: unknown): readonly unknown[] =>
  (isObject(message) ? listIn(message.accountKeys) : []).map((key) => (isObject(key) ? key.pubkey : key));

const pair = ({ writable, readonly }: Readonly<Record<string, unknown>>) => [...listIn(writable), ...listIn(readonly)];

/** What an instruction names besides indices: addresses, and texts that are no addresses and match no wallet. */
function textsIn(instruction: unknown, keys: readonly string[]): readonly unknown[] {
  if (!isObject(instruction)) return [];
  const { programId, accounts, parsed } = instruction;
  const info = isObject(parsed) && isObject(parsed.info) ? Object.values(parsed.info) : [];
  return [programId, ...listIn(accounts), ...info, unnamedParty(instruction, keys)];
}

/**
 * The owner of the token account that an instruction opens, where only the bytes of the instruction name the owner, and
 * the vault of the multisig that it changes.
 */
function unnamedParty(raw: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null {
  const program = raw.programId ?? keys[Number(raw.programIdIndex)];
  if (!isString(raw.data) || !isString(program) || !(isToken(program) || program === SQUADS)) return null;
  try {
    const step = stepOf(callOf(Instruction.parse(raw), keys));
    if (step?.does === 'changeMultisig' || step?.does === 'executeChanges') return vaultOf(step.multisig);
    return step?.does === 'open' ? step.owner : null;
  } catch {
    return null; // the instruction is malformed, and the decoder states the reason
  }
}
