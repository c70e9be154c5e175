import { WALLET_COLOURS } from '../../sdk/wallet-colours.ts';
import { keys } from '../platform/table/keys.ts';
import { IF_ABSENT, type Write } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import { occupation } from './occupied-addresses.ts';
import type { CreateWallet, StoredWallet } from './schema.ts';
import { watchChange } from './watch-log.ts';
import { balanceWatching, type WatchState, watching } from './watched-addresses.ts';
import { spanWrite, type WatchedHeights } from './watched-heights.ts';

export type Address = Pick<StoredWallet, 'address' | 'destinationTag'>;

/** A wallet as a request for it becomes it. */
export function newWallet(id: string, at: Date, input: CreateWallet, address: Address): StoredWallet {
  const { color = colorOf(id), tags = [], externalId = null, managedBy = null, ...others } = input;
  const times = { createdAt: at.toISOString(), updatedAt: at.toISOString(), deletedAt: null };
  return { ...others, ...address, id, color, tags, externalId, managedBy, ...times };
}

const colorOf = (id: string): string =>
  WALLET_COLOURS[Number.parseInt(id.slice(0, 4), 16) % WALLET_COLOURS.length] ?? WALLET_COLOURS[0];

/** Where a wallet begins or ceases to be watched. */
export interface Place {
  readonly organisationId: OrganisationId;
  /** The last scanned heights of the chains. */
  readonly scanned: ReadonlyMap<string, number>;
  readonly spans: readonly WatchedHeights[];
  readonly at: Date;
  /** A new wallet has watched nothing before. */
  readonly isNew?: boolean;
}

/** The writes of a new wallet, beside those that count and list it. */
export const creationOf = (organisationId: OrganisationId, wallet: StoredWallet, scanned: Place['scanned']) => ({
  wallet: { put: { ...keys.wallet(organisationId, wallet.id), ...wallet }, ...IF_ABSENT },
  addresses: occupation(organisationId, wallet, [], wallet.chains),
  externalId: externalIdWrites(organisationId, wallet.id, null, wallet.externalId),
  watching: wallet.chains.flatMap((chain) =>
    watchWrites(
      { organisationId, scanned, spans: [], at: new Date(wallet.createdAt), isNew: true },
      wallet,
      chain,
      stateOf(wallet),
      false,
    ),
  ),
});

export const stateOf = ({ watch, destinationTag }: StoredWallet): WatchState =>
  watch ? 'watches' : destinationTag === null ? 'left' : 'claims';

/** The writes that tell watchers and checks of balances whether a wallet on a chain is watched, and whether it was. */
export function watchWrites(
  { organisationId, scanned, spans, at, isNew = false }: Place,
  { id, address, destinationTag }: StoredWallet,
  chain: string,
  state: WatchState,
  was: boolean,
): Write[] {
  const watch = state === 'watches';
  const height = scanned.get(chain);
  const known = spans.find((own) => own.chain === chain) ?? { chain, spans: [] };
  const left = `${at.toISOString()} ${organisationId}`;
  const hasBalance = watch && destinationTag === null;
  const from = hasBalance && !was ? height : undefined;
  return [
    watching({ organisationId, walletId: id }, chain, address, state, isNew),
    ...(watch || was
      ? [
          balanceWatching(chain, address, hasBalance ? false : left, from),
          watchChange(chain, address, at, organisationId),
        ]
      : []),
    ...(watch === was ? [] : [spanWrite(organisationId, id, known, watch, height)]),
  ];
}

/** The item of an external id names its wallet, so that two wallets of an organisation never have the same one. */
export function externalIdWrites(
  organisationId: OrganisationId,
  walletId: string,
  before: string | null,
  after: string | null,
): Write[] {
  if (before === after) return [];
  const own = { when: '#walletId = :wallet', values: { ':wallet': walletId } };
  return [
    ...(before === null ? [] : [{ delete: keys.externalId(organisationId, before), ...own }]),
    ...(after === null ? [] : [{ put: { ...keys.externalId(organisationId, after), walletId }, ...IF_ABSENT }]),
  ];
}
