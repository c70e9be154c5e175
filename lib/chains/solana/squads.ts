import { hash } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';

/**
 * The program Squads v4, whose multisigs hold and pay from vaults. Its facts (names, seeds, layouts) are those of the
 * IDL in the npm package `@sqds/multisig` 2.1.4.
 */
export const SQUADS = 'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf';
const PROGRAM = new PublicKey(SQUADS);

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

/** The multisigs of which a process remembers the vault. A derivation takes half a millisecond. */
const REMEMBERED = 10_000;
const vaults = new Map<string, string>();

/**
 * The first vault of a multisig: the address that people know and pay to, and that no change of the multisig names.
 * @throws Error when the multisig is no address.
 */
export function vaultOf(multisig: string): string {
  const known = vaults.get(multisig);
  if (known !== undefined) return known;
  const vault = derived(multisig, 'vault', Buffer.of(0));
  if (vaults.size >= REMEMBERED) vaults.clear();
  vaults.set(multisig, vault);
  return vault;
}

/** The account of a spending limit of a multisig. */
export const spendingLimitOf = (multisig: string, createKey: Buffer): string =>
  derived(multisig, 'spending_limit', createKey);

const derived = (multisig: string, kind: string, last: Buffer): string =>
  PublicKey.findProgramAddressSync(
    [Buffer.from('multisig'), new PublicKey(multisig).toBuffer(), Buffer.from(kind), last],
    PROGRAM,
  )[0].toBase58();
