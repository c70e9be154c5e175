import { encodeBase58 } from '../../values/base58.ts';
import { spendingLimitOf } from './squads-vaults.ts';
import type { ChangeStep, MultisigChange } from './step.ts';
import type { Call } from './transaction-message.ts';

/** Stands for changes that nobody can read. */
export const UNKNOWN: MultisigChange = { kind: 'signer_list_set', before: null, after: null };

const member = (key: string): MultisigChange => ({ kind: 'owner_added', before: null, after: key });
const formerMember = (key: string): MultisigChange => ({ kind: 'owner_removed', before: key, after: null });
const threshold = (count: number): MultisigChange => ({
  kind: 'threshold_changed',
  before: null,
  after: String(count),
});
/** A time lock guards what the members agreed on: it delays the execution. */
const timeLock = (seconds: number): MultisigChange => ({
  kind: 'guard_changed',
  before: null,
  after: `time lock of ${seconds} seconds`,
});
/** With a spending limit, some members pay without the others. */
const limit = (account: string): MultisigChange => ({ kind: 'module_enabled', before: null, after: account });
const formerLimit = (account: string): MultisigChange => ({ kind: 'module_disabled', before: account, after: null });

/** Behind the discriminator. */
const ARGUMENTS = 8;

/**
 * The step of an instruction of Squads v4; null for a malformed instruction, and for one that changes no multisig. The
 * config authority of a multisig changes it directly. The members of a multisig without such an authority agree on
 * changes that an account keeps, and execute what the account says.
 */
export function squadsStep({ name, accounts, data }: Call): ChangeStep | null {
  const [multisig, second, third, fourth] = accounts;
  if (multisig === undefined) return null;
  const changed = (change: MultisigChange): ChangeStep => ({ does: 'changeMultisig', multisig, changes: [change] });
  const bytes = new Bytes(data, ARGUMENTS);
  try {
    switch (name) {
      case 'multisigAddMember':
        return changed(member(bytes.key()));
      case 'multisigRemoveMember':
        return changed(formerMember(bytes.key()));
      case 'multisigChangeThreshold':
        return changed(threshold(bytes.u16()));
      case 'multisigSetTimeLock':
        return changed(timeLock(bytes.u32()));
      case 'multisigSetConfigAuthority':
        return changed({ kind: 'ownership_transferred', before: second ?? null, after: bytes.key() });
      case 'multisigAddSpendingLimit':
        return third === undefined ? null : changed(limit(third));
      case 'multisigRemoveSpendingLimit':
        return third === undefined ? null : changed(formerLimit(third));
      case 'configTransactionCreate':
        if (second === undefined) return null;
        return { does: 'proposeChanges', multisig, account: second, changes: changesIn(multisig, bytes) };
      case 'configTransactionExecute':
        return fourth === undefined ? null : { does: 'executeChanges', multisig, account: fourth };
      default:
        return null;
    }
  } catch (error) {
    if (error instanceof RangeError) return null; // the data ends too early
    throw error;
  }
}

/** Of the account of a config transaction, behind the discriminator: the multisig, and then the list of actions. */
const MULTISIG_AT = 8;
const ACTIONS_AT = MULTISIG_AT + 32 + 32 + 8 + 1;

/** The changes that the account of a config transaction keeps; null when it is an account of another multisig. */
export function changesInAccount(multisig: string, data: Buffer): readonly MultisigChange[] | null {
  if (data.length < ACTIONS_AT || new Bytes(data, MULTISIG_AT).key() !== multisig) return null;
  return changesIn(multisig, new Bytes(data, ACTIONS_AT));
}

/** The changes of a list of actions. What follows an action of an unknown kind cannot be read. */
function changesIn(multisig: string, bytes: Bytes): readonly MultisigChange[] {
  const changes: MultisigChange[] = [];
  try {
    for (let left = bytes.u32(); left > 0; left -= 1) changes.push(...changesOf(multisig, bytes));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    changes.push(UNKNOWN);
  }
  return changes;
}

/** @throws RangeError when the bytes end too early, or the action is unknown. */
function changesOf(multisig: string, bytes: Bytes): MultisigChange[] {
  const action = bytes.u8();
  switch (action) {
    case 0: {
      const key = bytes.key();
      bytes.u8(); // what the member may do
      return [member(key)];
    }
    case 1:
      return [formerMember(bytes.key())];
    case 2:
      return [threshold(bytes.u16())];
    case 3:
      return [timeLock(bytes.u32())];
    case 4: {
      const createKey = bytes.take(32);
      bytes.take(1 + 32 + 8 + 1); // vault, mint, amount, period
      for (const _list of ['members', 'destinations']) bytes.take(32 * bytes.u32());
      return [limit(spendingLimitOf(multisig, createKey))];
    }
    case 5:
      return [formerLimit(bytes.key())];
    case 6:
      if (bytes.u8() === 1) bytes.key(); // who gets the rent of closed accounts
      return [];
    default:
      throw new RangeError(`action ${action} is unknown`);
  }
}

/** Reads bytes one after the other. Each method throws RangeError when the bytes end too early. */
class Bytes {
  readonly #data: Buffer;
  #at: number;

  constructor(data: Buffer, at: number) {
    this.#data = data;
    this.#at = at;
  }

  take(count: number): Buffer {
    const end = this.#at + count;
    if (end > this.#data.length) throw new RangeError('the bytes end too early');
    const taken = this.#data.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  key = (): string => encodeBase58(this.take(32));
  u8 = (): number => this.take(1).readUInt8();
  u16 = (): number => this.take(2).readUInt16LE();
  u32 = (): number => this.take(4).readUInt32LE();
}
