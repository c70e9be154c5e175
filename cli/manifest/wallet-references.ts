import { wrongUse } from '../base/failures.ts';
import { hintAt } from '../base/likeness.ts';
import { byKeys } from './match.ts';
import type { WalletPlan } from './plan-wallets.ts';
import type { Refuse } from './planned-change.ts';
import { type Families, identityOf, identityOfWallet } from './wallet-identity.ts';

/** A wallet that a rule names. A wallet that `apply` still has to create has no id yet. */
export interface ReferencedWallet {
  readonly id: string | undefined;
  readonly identity: string;
}

interface Known extends ReferencedWallet {
  readonly isStated: boolean;
  readonly label: string;
  readonly address: string;
}

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds wallets by the label, address or id that a rule states. Knows the wallets as they are after the run. A wallet
 * that the file states comes before the others: nobody reads all wallets to find others of its label.
 * @param refuse gets what names no wallet.
 * @throws CommandError when more than one wallet fits.
 */
export function walletReferences(
  { stated, abandoned, foreign }: WalletPlan,
  families: Families,
  prune: boolean,
  refuse: Refuse,
) {
  const known: Known[] = [
    ...stated.map(({ item: { label, address }, identity, present }) => ({
      ...{ label, address, identity, id: present?.id },
      isStated: true,
    })),
    ...[...(prune ? [] : abandoned), ...foreign].map((wallet) => ({
      ...wallet,
      identity: identityOfWallet(wallet, families),
      isStated: false,
    })),
  ];
  // An organisation may have hundreds of thousands of wallets, so that nothing looks through them for each reference.
  const index = byKeys(known, ({ label, identity, id }) => keysOf(label, [identity], id));
  /** A chain of each family, by which an address is read. */
  const chains = new Map([...families].map(([chain, family]) => [family, chain]));
  return (reference: string, place: string): ReferencedWallet => {
    const identities = [...chains.values()].map((chain) => identityOf(reference, [chain], families));
    const alike = [...new Set(keysOf(reference, identities, reference).flatMap((key) => index.get(key) ?? []))];
    const ofFile = alike.filter(({ isStated }) => isStated);
    const fits = ofFile.length > 0 ? ofFile : alike;
    const [found] = fits;
    // A rule keeps the ids of deleted wallets, and an exported file names them.
    if (found === undefined) {
      const hint = () =>
        hintAt(
          reference,
          known.map(({ label }) => label),
        );
      if (!UUID.test(reference)) refuse(`${place}: no wallet has the label, address or id ${reference}${hint()}`);
      return { id: reference, identity: reference };
    }
    if (fits.length === 1) return { id: found.id, identity: found.identity };
    const names = fits.map(({ id, address }) => id ?? address).join(' and ');
    throw wrongUse(`${place}: ${reference} names ${fits.length} wallets, ${names}. Name the wallet by its address.`);
  };
}

/** The keys of the index, apart by kind: a label may be any text. */
const keysOf = (label: string, identities: readonly string[], id: string | undefined): string[] => [
  `label ${label}`,
  ...identities.map((identity) => `is ${identity}`),
  ...(id === undefined ? [] : [`id ${id}`]),
];

/** The id at the time of the request, when the run has created all wallets. */
export const idOfWallet = ({ id, identity }: ReferencedWallet, createdWallets: ReadonlyMap<string, string>): string =>
  id ?? createdWallets.get(identity) ?? '';
