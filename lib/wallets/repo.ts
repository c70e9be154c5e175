import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { type Key, keys, prefixes } from '../platform/table/keys.ts';
import { batchGet, getItem, queryPrefix } from '../platform/table/table.ts';
import { newestFirst, type Page, pageOf } from '../platform/table/timeline.ts';
import { conditionFailed, IF_ABSENT, IF_PRESENT, transact, type Write } from '../platform/table/write.ts';
import { ApiError, notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { type CreateWallet, StoredWallet, type UpdateWallet, type WalletQuery } from './schema.ts';
import { watching } from './watched-addresses.ts';

const Occupied = z.object({ address: z.string(), walletId: z.string() });

/** A deletion tries again when the wallet changed after the read. After this number of tries, the deletion fails. */
const REMOVE_TRIES = 10;

export type Address = Pick<StoredWallet, 'address' | 'destinationTag'>;

/** Wallets of organisations, and the addresses that the wallets occupy. */
export function walletRepo({ table, now, newId }: Pick<Deps, 'table' | 'now' | 'newId'>) {
  /** @throws ApiError `not_found` for a missing wallet, a deleted wallet, or a wallet of another organisation. */
  async function get(organisationId: OrganisationId, id: string): Promise<StoredWallet> {
    const wallet = await getItem(table, keys.wallet(organisationId, id), StoredWallet);
    if (wallet === null || wallet.deletedAt !== null) throw notFound('wallet');
    return wallet;
  }

  return {
    get,

    /** @throws ApiError `conflict` when a wallet already has the address on one of the chains. */
    async create(organisationId: OrganisationId, input: CreateWallet, address: Address): Promise<StoredWallet> {
      const id = newId();
      const at = now().toISOString();
      const { color = colorOf(id), ...given } = input;
      const wallet = { ...given, ...address, id, color, createdAt: at, updatedAt: at, deletedAt: null };
      await occupying(wallet, () =>
        transact(table, [
          { put: { ...keys.wallet(organisationId, id), ...wallet }, ...IF_ABSENT },
          ...wallet.chains.flatMap((chain) => occupy(organisationId, wallet, chain)),
        ]),
      );
      return wallet;
    },

    /** @throws ApiError `not_found`, or `conflict` when a wallet already has the address on an added chain. */
    async update(organisationId: OrganisationId, id: string, change: UpdateWallet): Promise<StoredWallet> {
      const before = await get(organisationId, id);
      const wallet = { ...before, ...change, updatedAt: now().toISOString() };
      const left = before.chains.filter((chain) => !wallet.chains.includes(chain));
      await occupying(wallet, () =>
        transact(table, [
          unchangedSince(organisationId, before, wallet),
          ...wallet.chains.flatMap((chain) => occupy(organisationId, wallet, chain, before.chains.includes(chain))),
          ...left.flatMap((chain) => release(organisationId, wallet, chain)),
        ]),
      );
      return wallet;
    },

    /** Frees the addresses. The item of the wallet stays for its transactions. @throws ApiError `not_found`. */
    async remove(organisationId: OrganisationId, id: string): Promise<void> {
      for (let attempt = 1; ; attempt++) {
        const wallet = await get(organisationId, id);
        try {
          return await transact(table, [
            unchangedSince(organisationId, wallet, { ...wallet, deletedAt: now().toISOString() }),
            ...wallet.chains.flatMap((chain) => release(organisationId, wallet, chain)),
          ]);
        } catch (error) {
          // The caller deletes the wallet in any state, so a change by another call only leads to another try.
          if (conditionFailed(error) === null || attempt === REMOVE_TRIES) throw error;
        }
      }
    },

    async list(organisationId: OrganisationId, { chain, q, ...request }: WalletQuery): Promise<Page<StoredWallet>> {
      const all = await queryPrefix(table, keys.organisation(organisationId).pk, prefixes.wallets, StoredWallet);
      const wanted = q?.toLowerCase();
      const shown = all.filter(
        (wallet) =>
          wallet.deletedAt === null &&
          (chain === undefined || wallet.chains.includes(chain)) &&
          (wanted === undefined || `${wallet.label}\n${wallet.address}`.toLowerCase().includes(wanted)),
      );
      return pageOf(newestFirst(shown), request);
    },

    /** Wallets by id, deleted wallets included, because transactions show both. */
    async byId(organisationId: OrganisationId, ids: readonly string[]): Promise<Map<string, StoredWallet>> {
      const unique = [...new Set(ids)];
      const found = await batchGet(
        table,
        unique.map((id) => keys.wallet(organisationId, id)),
        StoredWallet,
      );
      return new Map(found.map((wallet) => [wallet.id, wallet]));
    },

    /** Which of these addresses are wallets of the organisation on any of the chains: address → wallet id. */
    async owned(
      organisationId: OrganisationId,
      chains: readonly string[],
      addresses: readonly string[],
    ): Promise<Map<string, string>> {
      const unique = [...new Set(addresses)];
      const wanted = chains.flatMap((chain) =>
        unique.map((address): Key => keys.address(organisationId, chain, address)),
      );
      const found = await batchGet(table, wanted, Occupied);
      return new Map(found.map(({ address, walletId }) => [address, walletId]));
    },
  };
}

export type WalletRepo = ReturnType<typeof walletRepo>;

/** Occupies the address on one chain for one wallet of the organisation. Watchers find the address if it is watched. */
function occupy(
  organisationId: OrganisationId,
  { id: walletId, address, watch }: StoredWallet,
  chain: string,
  held = false,
): Write[] {
  return [
    {
      put: { ...keys.address(organisationId, chain, address), walletId, address },
      ...(held ? { when: '#walletId = :walletId', values: { ':walletId': walletId } } : IF_ABSENT),
    },
    watching(organisationId, chain, address, watch),
  ];
}

const release = (organisationId: OrganisationId, { address }: StoredWallet, chain: string): Write[] => [
  { delete: keys.address(organisationId, chain, address) },
  watching(organisationId, chain, address, false),
];

/** Writes the wallet on condition that no other call changed the wallet after the read. */
const unchangedSince = (organisationId: OrganisationId, before: StoredWallet, wallet: StoredWallet): Write => ({
  put: { ...keys.wallet(organisationId, wallet.id), ...wallet },
  when: `${IF_PRESENT.when} AND #updatedAt = :seen AND #deletedAt = :none`,
  values: { ':seen': before.updatedAt, ':none': null },
});

async function occupying(wallet: StoredWallet, writing: () => Promise<void>): Promise<void> {
  try {
    await writing();
  } catch (error) {
    const failed = conditionFailed(error);
    if (failed === null) throw error;
    throw failed.includes(0)
      ? new ApiError('conflict', 'The wallet was changed at the same time; read it again.')
      : new ApiError('conflict', `The address ${wallet.address} is already a wallet on one of these chains.`);
  }
}

/** Colours that are distinguishable on white and on black. */
const PALETTE = ['#2563eb', '#16a34a', '#dc2626', '#9333ea', '#ea580c', '#0891b2', '#ca8a04', '#db2777'] as const;
const colorOf = (id: string): string => PALETTE[Number.parseInt(id.slice(0, 2), 16) % PALETTE.length] ?? PALETTE[0];
