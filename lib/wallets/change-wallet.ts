import { WALLET_COLOURS } from '../../sdk/wallet-colours.ts';
import type { Deps } from '../platform/deps.ts';
import { tryCreate } from '../platform/table/create.ts';
import { keys } from '../platform/table/keys.ts';
import { optimistically } from '../platform/table/optimistically.ts';
import { IF_ABSENT, IF_PRESENT, type RefusedError, tryTransact, type Write } from '../platform/table/write.ts';
import { ApiError } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { occupation, settleTags } from './occupied-addresses.ts';
import { walletRepo } from './repo.ts';
import type { CreateWallet, StoredWallet, WalletChange } from './schema.ts';
import { countedIn, countedOut, countWallets, MOST_WALLETS, requireRoom } from './wallet-count.ts';
import { watchChange } from './watch-log.ts';
import { balanceWatching, type WatchState, watching } from './watched-addresses.ts';
import { confirmSpans, scannedHeights, spanWrite, type WatchedHeights, watchedHeightsOf } from './watched-heights.ts';

/** A deletion tries again when the wallet changed after the read. After this number of tries, the deletion fails. */
const REMOVE_TRIES = 10;

export type Address = Pick<StoredWallet, 'address' | 'destinationTag'>;

/**
 * Makes and changes wallets, and the addresses that the wallets occupy.
 * @param most the wallets that an organisation may have.
 */
export function walletChanges(
  { table, now, newId }: Pick<Deps, 'table' | 'now' | 'newId'>,
  { most = MOST_WALLETS }: { readonly most?: number } = {},
) {
  const { get, tags } = walletRepo({ table });
  const settle = (organisationId: OrganisationId, { address }: Address, chains: readonly string[]) =>
    settleTags({ table, tags }, organisationId, address, chains);

  async function placeOf(organisationId: OrganisationId, id: string, chains: readonly string[]): Promise<Place> {
    const [scanned, spans] = await Promise.all([
      scannedHeights(table, chains),
      watchedHeightsOf(table, organisationId, id),
    ]);
    return { organisationId, scanned, spans, at: now() };
  }

  /**
   * Writes. After only the write `count` was refused, counts the wallets and writes again.
   * @param counting counts the wallets if nobody has, and throws when the call must not write.
   */
  async function countingFirst(
    counting: () => Promise<unknown>,
    writing: () => Promise<RefusedError | null>,
  ): Promise<RefusedError | null> {
    const refusal = await writing();
    if (refusal === null || refusal.failed.some((name) => name !== 'count')) return refusal;
    await counting();
    return countingFirst(counting, writing);
  }

  return {
    /**
     * @throws ApiError `conflict` when a wallet already has the address on one of the chains, or when the organisation
     *   has the highest number of wallets.
     */
    async create(organisationId: OrganisationId, input: CreateWallet, address: Address): Promise<StoredWallet> {
      const id = newId();
      const at = now().toISOString();
      const { color = colorOf(id), tags: given = [], externalId = null, managedBy = null, ...others } = input;
      const named = { color, tags: given, externalId, managedBy };
      const wallet = { ...others, ...named, ...address, id, createdAt: at, updatedAt: at, deletedAt: null };
      await settle(organisationId, wallet, wallet.chains);
      const place = {
        organisationId,
        scanned: await scannedHeights(table, wallet.chains),
        spans: [],
        at: new Date(at),
      };
      const writes = {
        wallet: { put: { ...keys.wallet(organisationId, id), ...wallet }, ...IF_ABSENT },
        addresses: occupation(organisationId, wallet, [], wallet.chains),
        externalId: externalIdWrites(organisationId, id, null, externalId),
        watching: wallet.chains.flatMap((chain) => watchWrites(place, wallet, chain, stateOf(wallet), false)),
        count: countedIn(organisationId, most),
      };
      const room = () => requireRoom(table, organisationId, most);
      const refusal = await countingFirst(room, () => tryCreate(table, writes));
      if (refusal !== null) throw conflictOf(wallet, refusal);
      if (wallet.watch) await confirmSpans(table, organisationId, wallet, place.scanned);
      return wallet;
    },

    /** @throws ApiError `not_found`, or `conflict` when a wallet already has the address on an added chain. */
    async update(organisationId: OrganisationId, id: string, change: WalletChange): Promise<StoredWallet> {
      const before = await get(organisationId, id);
      const wallet = { ...before, ...change, updatedAt: now().toISOString() };
      const left = before.chains.filter((chain) => !wallet.chains.includes(chain));
      await settle(organisationId, wallet, [...wallet.chains, ...left]);
      const place = await placeOf(organisationId, id, [...wallet.chains, ...left]);
      const was = (chain: string) => before.watch && before.chains.includes(chain);
      const refusal = await tryTransact(table, {
        wallet: unchangedSince(organisationId, before, wallet),
        addresses: occupation(organisationId, before, before.chains, wallet.chains),
        externalId: externalIdWrites(organisationId, id, before.externalId, wallet.externalId),
        watching: wallet.chains.flatMap((chain) => watchWrites(place, wallet, chain, stateOf(wallet), was(chain))),
        left: left.flatMap((chain) => watchWrites(place, before, chain, 'left', before.watch)),
      });
      if (refusal !== null) throw conflictOf(wallet, refusal);
      if (wallet.chains.some((chain) => wallet.watch && !was(chain))) {
        await confirmSpans(table, organisationId, wallet, place.scanned);
      }
      return wallet;
    },

    /** Frees the addresses. The item of the wallet stays for its transactions. @throws ApiError `not_found`. */
    async remove(organisationId: OrganisationId, id: string): Promise<void> {
      await optimistically(`wallet ${id}`, REMOVE_TRIES, async () => {
        const wallet = await get(organisationId, id);
        await settle(organisationId, wallet, wallet.chains);
        const place = await placeOf(organisationId, id, wallet.chains);
        const writes = {
          wallet: unchangedSince(organisationId, wallet, { ...wallet, deletedAt: now().toISOString() }),
          addresses: occupation(organisationId, wallet, wallet.chains, []),
          externalId: externalIdWrites(organisationId, id, wallet.externalId, null),
          watching: wallet.chains.flatMap((chain) => watchWrites(place, wallet, chain, 'left', wallet.watch)),
          count: countedOut(organisationId),
        };
        const counting = () => countWallets(table, organisationId);
        const refusal = await countingFirst(counting, () => tryTransact(table, writes));
        // The caller deletes the wallet in any state, so a change by another call only leads to another try.
        return refusal === null ? true : undefined;
      });
    },
  };
}

/** Where a wallet begins or ceases to be watched. */
interface Place {
  readonly organisationId: OrganisationId;
  /** The last scanned heights of the chains. */
  readonly scanned: ReadonlyMap<string, number>;
  readonly spans: readonly WatchedHeights[];
  readonly at: Date;
}

/** The item of an external id names its wallet, so that two wallets of an organisation never have the same one. */
function externalIdWrites(
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

const stateOf = ({ watch, destinationTag }: StoredWallet): WatchState =>
  watch ? 'watches' : destinationTag === null ? 'left' : 'claims';

/** The writes that tell watchers and checks of balances whether a wallet on a chain is watched, and whether it was. */
function watchWrites(
  { organisationId, scanned, spans, at }: Place,
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
    watching({ organisationId, walletId: id }, chain, address, state),
    ...(watch || was
      ? [balanceWatching(chain, address, hasBalance ? false : left, from), watchChange(chain, address, at)]
      : []),
    ...(watch === was ? [] : [spanWrite(organisationId, id, known, watch, height)]),
  ];
}

/** Writes the wallet on condition that no other call changed the wallet after the read. */
const unchangedSince = (organisationId: OrganisationId, before: StoredWallet, wallet: StoredWallet): Write => ({
  put: { ...keys.wallet(organisationId, wallet.id), ...wallet },
  when: `${IF_PRESENT.when} AND #updatedAt = :seen AND #deletedAt = :none`,
  values: { ':seen': before.updatedAt, ':none': null },
});

/** Why the table refused the writes of a wallet. */
function conflictOf({ address, destinationTag, externalId }: StoredWallet, { failed }: RefusedError): ApiError {
  const account = destinationTag === null ? address : `${address} with the destination tag ${destinationTag}`;
  return new ApiError(
    'conflict',
    failed.includes('wallet')
      ? 'The wallet was changed at the same time; read it again.'
      : failed.includes('addresses')
        ? `The address ${account} is already a wallet on one of these chains.`
        : `The external id ${externalId} belongs to another wallet.`,
  );
}

const colorOf = (id: string): string =>
  WALLET_COLOURS[Number.parseInt(id.slice(0, 4), 16) % WALLET_COLOURS.length] ?? WALLET_COLOURS[0];
