import { MUTE_TRIES, muteRepo, type PlanMute } from '../organisations/mutes/repo.ts';
import { nextRulesVersion } from '../organisations/rules-version.ts';
import { audited } from '../platform/audit/audit-log.ts';
import type { Deps } from '../platform/deps.ts';
import { recordList } from '../platform/lists/index.ts';
import { tryCreate } from '../platform/table/create.ts';
import { keys } from '../platform/table/keys.ts';
import { optimistically } from '../platform/table/optimistically.ts';
import { IF_PRESENT, type RefusedError, tryTransact, type Write } from '../platform/table/write.ts';
import { ApiError } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { occupation, settleTags } from './occupied-addresses.ts';
import { walletRepo } from './repo.ts';
import type { CreateWallet, StoredWallet, WalletChange } from './schema.ts';
import { countedIn, countedOut, countWallets, MOST_WALLETS, requireRoom } from './wallet-count.ts';
import { walletList } from './wallet-list.ts';
import {
  type Address,
  creationOf,
  externalIdWrites,
  newWallet,
  type Place,
  stateOf,
  watchWrites,
} from './wallet-writes.ts';
import { confirmSpans, scannedHeights, watchedHeightsOf } from './watched-heights.ts';

/** A deletion tries again when the wallet changed after the read. After this number of tries, the deletion fails. */
const REMOVE_TRIES = 10;

/**
 * Makes and changes wallets, and the addresses that the wallets occupy.
 * @param most the wallets that an organisation may have.
 */
export function walletChanges(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  { most = MOST_WALLETS }: { readonly most?: number } = {},
) {
  const { table, now, newId } = deps;
  const { get, tags } = walletRepo({ table });
  const list = recordList(deps, walletList);
  const mutes = muteRepo(deps);
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
      const wallet = newWallet(newId(), now(), input, address);
      await settle(organisationId, wallet, wallet.chains);
      const scanned = await scannedHeights(table, wallet.chains);
      const writes = {
        ...creationOf(organisationId, wallet, scanned),
        list: list.changes(organisationId, [{ before: null, after: wallet }]),
        count: countedIn(organisationId, most),
        audit: audited(deps, organisationId, { action: 'create', resource: 'wallet', id: wallet.id, after: wallet }),
      };
      const room = () => requireRoom(table, organisationId, most);
      const refusal = await countingFirst(room, () => tryCreate(table, writes));
      if (refusal !== null) throw conflictOf(wallet, refusal);
      if (wallet.watch) await confirmSpans(table, organisationId, [wallet], scanned);
      return wallet;
    },

    /**
     * Changes a wallet, together with its mute if the request sets one.
     * @throws ApiError `not_found`, or `conflict` when a wallet already has the address on an added chain.
     */
    async update(
      organisationId: OrganisationId,
      id: string,
      change: WalletChange,
      planMute: PlanMute = async () => null,
    ): Promise<StoredWallet> {
      const before = await get(organisationId, id);
      const wallet = { ...before, ...change, updatedAt: laterThan(before.updatedAt, now()) };
      const left = before.chains.filter((chain) => !wallet.chains.includes(chain));
      await settle(organisationId, wallet, [...wallet.chains, ...left]);
      const place = await placeOf(organisationId, id, [...wallet.chains, ...left]);
      const was = (chain: string) => before.watch && before.chains.includes(chain);
      await optimistically(`the mute of ${id}`, MUTE_TRIES, async () => {
        const muting = await planMute();
        const refusal = await tryTransact(table, {
          wallet: unchangedSince(organisationId, before, wallet),
          addresses: occupation(organisationId, before, before.chains, wallet.chains),
          externalId: externalIdWrites(organisationId, id, before.externalId, wallet.externalId),
          watching: wallet.chains.flatMap((chain) => watchWrites(place, wallet, chain, stateOf(wallet), was(chain))),
          left: left.flatMap((chain) => watchWrites(place, before, chain, 'left', before.watch)),
          list: list.changes(organisationId, [{ before, after: wallet }]),
          mute: muting?.writes,
          organisation: muting?.writes.length ? nextRulesVersion(organisationId, now()) : undefined,
          audit: audited(deps, organisationId, {
            ...{ action: 'update', resource: 'wallet', id },
            before: { ...before, ...muting?.before },
            after: { ...wallet, ...muting?.after },
          }),
        });
        if (refusal === null) return wallet;
        if (refusal.failed.every((name) => name === 'mute') && refusal.failed.length > 0) return undefined;
        throw conflictOf(wallet, refusal);
      });
      if (wallet.chains.some((chain) => wallet.watch && !was(chain))) {
        await confirmSpans(table, organisationId, [wallet], place.scanned);
      }
      return wallet;
    },

    /** Frees the addresses. The item of the wallet stays for its transactions. @throws ApiError `not_found`. */
    async remove(organisationId: OrganisationId, id: string): Promise<void> {
      await optimistically(`wallet ${id}`, REMOVE_TRIES, async () => {
        const wallet = await get(organisationId, id);
        await settle(organisationId, wallet, wallet.chains);
        const place = await placeOf(organisationId, id, wallet.chains);
        const deleted = { ...wallet, deletedAt: now().toISOString() };
        const writes = {
          wallet: unchangedSince(organisationId, wallet, deleted),
          addresses: occupation(organisationId, wallet, wallet.chains, []),
          externalId: externalIdWrites(organisationId, id, wallet.externalId, null),
          watching: wallet.chains.flatMap((chain) => watchWrites(place, wallet, chain, 'left', wallet.watch)),
          list: list.changes(organisationId, [{ before: wallet, after: deleted }]),
          count: countedOut(organisationId),
          audit: audited(deps, organisationId, {
            ...{ action: 'delete', resource: 'wallet', id },
            before: { ...wallet, ...(await mutes.shownFields(organisationId, 'wallet', id)) },
          }),
        };
        const counting = () => countWallets(table, organisationId);
        const refusal = await countingFirst(counting, () => tryTransact(table, writes));
        // The caller deletes the wallet in any state, so a change by another call only leads to another try.
        return refusal === null ? true : undefined;
      });
    },
  };
}

/** The time of a change. Two changes of a wallet never have the same time, by which the next change knows it. */
const laterThan = (before: string, now: Date): string =>
  new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString();

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
