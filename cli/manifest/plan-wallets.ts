import { checkDone, dataOf } from '../../sdk/index.ts';
import type { Wallet } from '../base/api-values.ts';
import { wrongUse } from '../base/failures.ts';
import { newKey } from './idempotency-key.ts';
import type { ManifestWallet } from './manifest-schema.ts';
import { type Match, matched, type Stated } from './match.ts';
import { changedOnly, differences, type PlannedChange } from './planned-change.ts';
import type { PresentState } from './present-state.ts';
import type { ReadManifest } from './read-manifest.ts';
import { identityOf, identityOfWallet } from './wallet-identity.ts';

type StatedWallet = Stated<ManifestWallet>;

export interface WalletPlan {
  readonly changes: readonly PlannedChange[];
  readonly deletions: readonly PlannedChange[];
  /** The wallets that the file states, each with its identity and its present wallet. */
  readonly stated: readonly Match<StatedWallet, Wallet>[];
  /** The wallets that the file does not state. */
  readonly others: readonly Wallet[];
}

/** @throws CommandError */
export function planWallets({ manifest, at }: ReadManifest, { wallets, families }: PresentState): WalletPlan {
  const items = (manifest.wallets ?? []).map((item, n) => {
    const unknown = item.chains.findIndex((chain) => !families.has(chain));
    if (unknown !== -1) throw wrongUse(`${at('wallets', n, 'chains', unknown)}: is no chain of the service`);
    return { item, identity: identityOf(item.address, item.chains, families), place: at('wallets', n) };
  });
  const { stated, others } = matched(items, wallets, (wallet) => identityOfWallet(wallet, families));
  return {
    stated,
    others,
    changes: stated.flatMap((each) => (each.present === undefined ? [creation(each)] : change(each, each.present))),
    deletions: others.map(deletion),
  };
}

const nameOf = ({ label, address }: { readonly label: string; readonly address: string }) => `${label} ${address}`;

const creation = ({ item, identity }: StatedWallet): PlannedChange => ({
  action: 'create',
  resource: 'wallet',
  name: nameOf(item),
  id: null,
  fields: [],
  async make({ api, createdWallets }) {
    const { type = 'hot', watch = true, ...rest } = item;
    const body = { ...rest, type, watch };
    createdWallets.set(identity, dataOf(await api.POST('/api/wallets', { params: newKey(), body })).id);
  },
});

function change({ item }: StatedWallet, present: Wallet): PlannedChange[] {
  const { address: _, color, ...stated } = item;
  const sameColor = color?.toLowerCase() === present.color.toLowerCase();
  const body = { ...stated, color: sameColor ? undefined : color };
  const fields = differences(body, present);
  if (fields.length === 0) return [];
  const { id } = present;
  const make: PlannedChange['make'] = async ({ api }) =>
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
