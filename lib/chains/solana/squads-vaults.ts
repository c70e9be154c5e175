import { PublicKey } from '@solana/web3.js';
import { SQUADS } from './squads.ts';

/* Apart from the other facts about Squads, because no endpoint may carry the SDK of the chain. */

const PROGRAM = new PublicKey(SQUADS);

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
