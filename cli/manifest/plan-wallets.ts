import { checkDone } from '../../sdk/index.ts';
import type { Wallet } from '../base/api-values.ts';
import { wrongUse } from '../base/failures.ts';
import { hintAt } from '../base/likeness.ts';
import type { ManifestWallet } from './manifest-schema.ts';
import { type Match, matched, type Stated } from './match.ts';
import {
  changedOnly,
  differences,
  type NewWallet,
  type PlannedChange,
  type Refuse,
  type SingleChange,
} from './planned-change.ts';
import type { PresentState } from './present-state.ts';
import type { ReadManifest } from './read-manifest.ts';
import { identityOf, identityOfWallet } from './wallet-identity.ts';

interface StatedWallet extends Stated<ManifestWallet & { readonly managedBy: string | null }> {
  /** Whether the file says of this wallet alone what `managedBy` is. */
  readonly isExplicit: boolean;
}

export interface WalletPlan {
  readonly changes: readonly PlannedChange[];
  readonly deletions: readonly PlannedChange[];
  /** The wallets that the file states, each with its identity and its present wallet. */
  readonly stated: readonly Match<StatedWallet, Wallet>[];
  /** The wallets of the file's mark that the file does not state: `deletions` deletes them. */
  readonly abandoned: readonly Wallet[];
  /** Wallets of persons, of programs and of other files. */
  readonly foreign: readonly Wallet[];
}

/**
 * The file owns the wallets that carry its mark. A wallet that the file states and that nobody owns becomes the file's.
 * @throws CommandError also for a wallet that another file owns.
 */
export function planWallets(
  { manifest, at }: ReadManifest,
  { wallets, families }: PresentState,
  refuse: Refuse,
): WalletPlan {
  const owner = manifest.managedBy;
  const items = (manifest.wallets ?? []).map((item, n): StatedWallet => {
    for (const [i, chain] of item.chains.entries()) {
      if (families.has(chain)) continue;
      refuse(
        `${at('wallets', n, 'chains', i)}: ${chain} is no chain of the service${hintAt(chain, [...families.keys()])}`,
      );
    }
    const marked = { ...item, managedBy: item.managedBy === undefined ? owner : item.managedBy };
    const identity = identityOf(item.address, item.chains, families);
    return { item: marked, identity, place: at('wallets', n), isExplicit: item.managedBy !== undefined };
  });
  const { stated, others } = matched(items, wallets, (wallet) => identityOfWallet(wallet, families));
  const abandoned = others.filter(({ managedBy }) => managedBy === owner);
  return {
    stated,
    abandoned,
    foreign: others.filter(({ managedBy }) => managedBy !== owner),
    changes: [
      // A wallet that gives its external id away does so before a new wallet gets it.
      ...stated.flatMap((each) => (each.present === undefined ? [] : change(each, each.present))),
      ...stated.flatMap((each) => (each.present === undefined ? [creation(each)] : [])),
    ],
    deletions: abandoned.map(deletion),
  };
}

const nameOf = ({ label, address }: { readonly label: string; readonly address: string }) => `${label} ${address}`;

const creation = ({ item, identity }: StatedWallet): NewWallet => {
  const { type = 'hot', watch = true, ...rest } = item;
  return {
    action: 'create',
    resource: 'wallet',
    name: nameOf(item),
    id: null,
    fields: [],
    wallet: { ...rest, type, watch },
    identity,
  };
};

function change({ item, place, isExplicit }: StatedWallet, present: Wallet): PlannedChange[] {
  const { id, managedBy } = present;
  if (!isExplicit && managedBy !== null && managedBy !== item.managedBy) {
    throw wrongUse(
      `${place}: the wallet ${id} is managed by "${managedBy}", and this file is "${item.managedBy}". Leave the ` +
        'wallet to its owner, or state `managedBy` at the wallet, which takes it over.',
    );
  }
  const { address: _, color, ...stated } = item;
  const sameColor = color?.toLowerCase() === present.color.toLowerCase();
  const body = { ...stated, color: sameColor ? undefined : color };
  const fields = differences(body, present);
  if (fields.length === 0) return [];
  const make: SingleChange['make'] = async ({ api }) =>
    checkDone(await api.PATCH('/api/wallets/{id}', { params: { path: { id } }, body: changedOnly(body, fields) }));
  return [{ action: 'change', resource: 'wallet', name: nameOf(present), id, fields, make }];
}

const deletion = (wallet: Wallet): PlannedChange => ({
  action: 'delete',
  resource: 'wallet',
  name: nameOf(wallet),
  id: wallet.id,
  fields: [],
  make: async ({ api }) => checkDone(await api.DELETE('/api/wallets/{id}', { params: { path: { id: wallet.id } } })),
});
