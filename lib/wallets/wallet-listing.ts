import * as z from 'zod';
import type { WalletSelector } from '../../sdk/wallet-selector.ts';
import { allFamilies } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { recordList } from '../platform/lists/index.ts';
import { type Page, type PageRequest, pageOf } from '../platform/page.ts';
import { keys } from '../platform/table/keys.ts';
import { getItem, queryKind, type Table } from '../platform/table/table.ts';
import { IF_PRESENT, type Update, write } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import { Uuid } from '../values/ids.ts';
import { walletIdsAt } from './occupied-addresses.ts';
import { walletRepo } from './repo.ts';
import { StoredWallet, type WalletQuery } from './schema.ts';
import { type Throttling, throttlings } from './throttled-wallets.ts';
import { finds, listQueryOf, tagTerm, typeTerm, walletList } from './wallet-list.ts';

/** Wallets that are read at a time. */
const PAGE = 100;
/** Entries that a search looks through in one request. Their leaves cost some 30 read units. */
const MOST_SEARCHED = 3_000;
/** A page has read enough when its entries and wallets have cost 50 read units. */
const isEnough = (searched: number, shown: number): boolean => searched / 100 + shown / 2 >= 50;

/**
 * In the item of the organisation: whether the list has every wallet. Earlier versions wrote wallets without the list.
 * A recount adds them; until then, requests read all wallets.
 */
const Listed = z.object({ walletsListed: z.boolean().default(false) });

/** What a recount notes when the list has every wallet of the organisation. */
export async function walletsAreListed(table: Table, organisationId: OrganisationId): Promise<void> {
  const part: Update<z.output<typeof Listed>> = {
    update: keys.organisation(organisationId),
    set: { walletsListed: true },
    ...IF_PRESENT,
  };
  await write(table, part);
}

const Named = z.object({ walletId: Uuid });

/** What decides who hears of a wallet. */
export interface WalletKind {
  readonly type: string;
  readonly tags: readonly string[];
}

/** The lists of wallets: each request costs some read units, however many wallets there are. */
export function walletListing(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table } = deps;
  const list = recordList(deps, walletList);
  const { byId } = walletRepo(deps);

  /** All wallets of an organisation that no recount has listed; null where the list has them all. */
  async function unlisted(organisationId: OrganisationId): Promise<StoredWallet[] | null> {
    const { walletsListed } = (await getItem(table, keys.organisation(organisationId), Listed, { stale: true })) ?? {};
    return walletsListed === true ? null : queryKind(table, keys.wallet(organisationId, ''), StoredWallet);
  }

  async function withExternalId(organisationId: OrganisationId, externalId: string): Promise<StoredWallet[]> {
    const named = await getItem(table, keys.externalId(organisationId, externalId), Named);
    return named === null ? [] : [...(await byId(organisationId, [named.walletId])).values()];
  }

  /** The wallets at the address that a search states as a whole; null for another search. */
  async function atAddress(organisationId: OrganisationId, q: string): Promise<StoredWallet[] | null> {
    const forms = allFamilies.flatMap((family) => family.parseAddress(q.trim(), false)?.address ?? []);
    if (forms.length === 0) return null;
    return [...(await byId(organisationId, await walletIdsAt(table, organisationId, forms))).values()];
  }

  /** The throttled wallets: at most 1,000 of each chain. */
  async function throttled(organisationId: OrganisationId, reading?: Promise<Throttling[]>): Promise<StoredWallet[]> {
    const states = await (reading ?? throttlings(table, organisationId));
    const ids = states.flatMap(({ wallets }) => Object.keys(wallets));
    return [...(await byId(organisationId, ids)).values()];
  }

  return {
    /**
     * A page of the wallets that are not deleted, newest first. A search may end before the end of the list.
     * @param reading the throttled wallets, for a caller that shows them, too.
     * @throws ApiError `validation_failed` on `cursor`.
     */
    async list(
      organisationId: OrganisationId,
      { page, pageSize, cursor, ...filters }: Partial<WalletQuery> & PageRequest,
      reading?: Promise<Throttling[]>,
    ): Promise<Page<StoredWallet>> {
      const { externalId, status, q } = filters;
      const request = { page, pageSize, cursor };
      const query = listQueryOf(organisationId, filters);
      const waiting = status === undefined ? [] : await throttled(organisationId, reading);
      const found = q === undefined ? null : await atAddress(organisationId, q);
      const known =
        externalId !== undefined
          ? await withExternalId(organisationId, externalId)
          : status === 'throttled'
            ? waiting
            : (found ?? (await unlisted(organisationId)));
      const ids = new Set(waiting.map(({ id }) => id));
      const hasStatus = ({ id }: StoredWallet) => status === undefined || ids.has(id) === (status === 'throttled');
      const test = q === undefined ? () => true : finds(q);
      const hasText = (wallet: StoredWallet) =>
        found === null
          ? test(walletList.listed(organisationId, wallet)?.tuple ?? [])
          : found.some(({ id }) => id === wallet.id);
      if (known !== null) {
        const shown = list.matching(organisationId, query, known.filter(hasStatus)).filter(hasText);
        return pageOf(shown, request, 'wallets', organisationId, filters);
      }
      if (q === undefined) return list.page(organisationId, query, request, filters, waiting);
      return list.search(organisationId, query, request, filters, {
        ...{ test, most: MOST_SEARCHED, without: waiting },
        isEnough,
      });
    },

    /**
     * The wallets with one of the ids, tags or types; all wallets for a selector without any.
     * @param most so many wallets are enough. The others are left out, the oldest first.
     */
    async selected(
      organisationId: OrganisationId,
      { ids, tags, types }: WalletSelector,
      most: number,
    ): Promise<{ readonly wallets: readonly StoredWallet[]; readonly isComplete: boolean }> {
      const named = [...(await byId(organisationId, ids)).values()].filter(({ deletedAt }) => deletedAt === null);
      const found = new Map(named.map((wallet) => [wallet.id, wallet]));
      const isOfAll = ids.length + tags.length + types.length === 0;
      const filters = isOfAll ? [{}] : [...tags.map((tag) => ({ tag })), ...types.map((type) => ({ type }))];
      for (const filter of filters) {
        let cursor: string | undefined;
        do {
          const { data, meta } = await this.list(organisationId, { ...filter, pageSize: PAGE, cursor });
          for (const wallet of data) found.set(wallet.id, wallet);
          cursor = meta.next ?? undefined;
        } while (cursor !== undefined && found.size <= most);
      }
      return { wallets: [...found.values()].slice(0, most), isComplete: found.size <= most };
    },

    /** The ids of the wallets that carry a tag, at most `most`. Reads no wallet. */
    async tagged(organisationId: OrganisationId, tag: string, most: number): Promise<string[]> {
      const query = listQueryOf(organisationId, { tag });
      const all = await unlisted(organisationId);
      if (all === null) return list.ids(organisationId, query, most);
      return list
        .matching(organisationId, query, all)
        .slice(0, most)
        .map(({ id }) => id);
    },

    /**
     * The types and tags that wallets have together, each once. Types and tags that nobody asks for are left out.
     * @param asked the types and tags to name.
     */
    async kinds(
      organisationId: OrganisationId,
      asked: { readonly types: Iterable<string>; readonly tags: Iterable<string> },
    ): Promise<WalletKind[]> {
      const all = await unlisted(organisationId);
      if (all !== null) return all.filter(({ deletedAt }) => deletedAt === null);
      const typeOf = new Map([...asked.types].map((type) => [typeTerm(organisationId, type), type]));
      const tagOf = new Map([...asked.tags].map((tag) => [tagTerm(organisationId, tag), tag]));
      const [counts = new Map<string, number>()] = await list.buckets(
        organisationId,
        { filter: {} },
        ['type', 'tags'],
        [''],
      );
      return [...counts.keys()].map((key) => {
        const [type = '', ...tags] = key.split(' ');
        return { type: typeOf.get(type) ?? '', tags: tags.flatMap((tag) => tagOf.get(tag) ?? []) };
      });
    },
  };
}

export type WalletListing = ReturnType<typeof walletListing>;
