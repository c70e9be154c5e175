import { wrongUse } from '../base/failures.ts';
import type { WalletPlan } from './plan-wallets.ts';
import { type Families, identityOf, identityOfWallet } from './wallet-identity.ts';

/** A wallet that a rule names. A wallet that `apply` still has to create has no id yet. */
export interface ReferencedWallet {
  readonly id: string | undefined;
  readonly identity: string;
}

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds wallets by the label, address or id that a rule states. Knows the wallets as they are after the run.
 * @throws CommandError when no wallet or more than one fits.
 */
export function walletReferences({ stated, abandoned, foreign }: WalletPlan, families: Families, prune: boolean) {
  const known = [
    ...stated.map(({ item, identity, present }) => ({ ...item, identity, id: present?.id })),
    ...[...(prune ? [] : abandoned), ...foreign].map((wallet) => ({
      ...wallet,
      identity: identityOfWallet(wallet, families),
    })),
  ];
  return (reference: string, place: string): ReferencedWallet => {
    const fits = known.filter(
      ({ id, label, chains, identity }) =>
        [id, label].includes(reference) || identityOf(reference, chains, families) === identity,
    );
    const [found] = fits;
    // A rule keeps the ids of deleted wallets, and an exported file names them.
    if (found === undefined && UUID.test(reference)) return { id: reference, identity: reference };
    if (found === undefined) throw wrongUse(`${place}: no wallet has the label, address or id ${reference}`);
    if (fits.length === 1) return { id: found.id, identity: found.identity };
    const names = fits.map(({ id, address }) => id ?? address).join(' and ');
    throw wrongUse(`${place}: ${reference} names ${fits.length} wallets, ${names}. Name the wallet by its address.`);
  };
}

/** The id at the time of the request, when the run has created all wallets. */
export const idOfWallet = ({ id, identity }: ReferencedWallet, createdWallets: ReadonlyMap<string, string>): string =>
  id ?? createdWallets.get(identity) ?? '';
