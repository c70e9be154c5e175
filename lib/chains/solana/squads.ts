import { hash } from 'node:crypto';

/**
 * The program Squads v4, whose multisigs hold and pay from vaults. Its facts (names, seeds, layouts) are those of the
 * IDL in the npm package `@sqds/multisig` 2.1.4.
 */
export const SQUADS = 'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf';

/** Anchor marks instructions and accounts by the first 8 bytes of the hash of their name. */
const MARK = 8;
const markOf = (name: string): string => hash('sha256', name, 'hex').slice(0, 2 * MARK);

/** The instructions that change who may act for a multisig, or propose or execute such a change. */
const NAMES: ReadonlyMap<string, string> = new Map(
  [
    ...['multisigAddMember', 'multisigRemoveMember', 'multisigChangeThreshold', 'multisigSetTimeLock'],
    ...['multisigSetConfigAuthority', 'multisigAddSpendingLimit', 'multisigRemoveSpendingLimit'],
    ...['configTransactionCreate', 'configTransactionExecute'],
  ].map((name) => [markOf(`global:${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`), name]),
);
/** How these instructions start: few others of the program start with the same four bytes. */
const STARTS: ReadonlySet<string> = new Set([...NAMES.keys()].map((mark) => mark.slice(0, 8)));

/** The name of an instruction that changes a multisig; null for all others. */
export const squadsName = (data: Buffer): string | null => NAMES.get(data.toString('hex', 0, MARK)) ?? null;

/** Whether an instruction with these first bytes may change a multisig. Only such an instruction is read whole. */
export const mayChange = (start: Buffer): boolean => STARTS.has(start.toString('hex', 0, 4));

const CONFIG_TRANSACTION = markOf('account:ConfigTransaction');
export const isConfigTransaction = (data: Buffer): boolean => data.toString('hex', 0, MARK) === CONFIG_TRANSACTION;
