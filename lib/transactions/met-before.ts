import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { likenessOf } from '../chains/likeness.ts';
import { metKeys } from '../platform/table/met-keys.ts';
import { batchGet, getItem, type Table } from '../platform/table/table.ts';
import { conditionHeld, IF_ABSENT, write } from '../platform/table/write.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { Instant } from '../values/fields.ts';
import type { OrganisationId } from '../values/ids.ts';
import { growingTo, memoOf } from '../values/memo.ts';
import { type Dealing, dealingName, dealingsOf } from './dealings.ts';
import type { StoredTransaction } from './schema.ts';

/** The record that dealt first with a counterparty, in the order in which records were made. */
const Met = z.object({ by: z.string(), way: z.string(), form: z.string() });
/** In place of a record that is no longer in the chain. Items are never deleted: recording has no right to delete. */
export const NOBODY = '';
/** Whether a record may take a place. `:id` is the record. */
const FREE = 'attribute_not_exists(#pk) OR #by = :nobody OR #by = :id';
const freeFor = (id: string) => ({ when: FREE, values: { ':nobody': NOBODY, ':id': id } });

/** Since when records write these items, and whether there were records before. */
const Since = z.object({ since: Instant, hasOlder: z.boolean() });

/** Items that a process remembers to exist, some 200 bytes each. */
const MOST_REMEMBERED = 20_000;
/** Another process may free a place that this process remembers. The next payment after this time takes the place. */
const REMEMBERED_MS = 600_000;
/** Counterparties that a record makes known. A payment to more receivers leaves the others unknown. */
const MOST_NOTED = 100;
/** Counterparties of a transaction for which older records are searched. A search may cost some hundred read units. */
const MOST_SEARCHED = 10;
const WRITES_AT_ONCE = 8;

type Dealt = Pick<
  StoredTransaction,
  'id' | 'walletId' | 'chain' | 'blockTimestamp' | 'transfers' | 'approvals' | 'unsigned'
>;

/** How older records are asked. */
export interface MetHistory {
  /**
   * The id of another record of the wallet that proves the dealing; null for none.
   * @param to no later block time.
   * @param madeBefore when later records were made, which have items; null when no record has an item.
   */
  find(
    organisationId: OrganisationId,
    transaction: Dealt,
    dealing: Dealing,
    range: { readonly to: string; readonly madeBefore: string | null },
  ): Promise<string | null>;
}

/**
 * The counterparties that wallets have dealt with. Each record that proves a dealing writes an item, if there is none,
 * which names the record. So exactly one record is the first, whichever order records come in.
 */
export const metBefore = memoOf((table: Table) => {
  const noted = new LRUCache<string, true>({ ...growingTo(MOST_REMEMBERED), ttl: REMEMBERED_MS });
  const sinces = new LRUCache<OrganisationId, z.output<typeof Since>>(growingTo(MOST_REMEMBERED));

  const keyOf = (organisationId: OrganisationId, { walletId, chain }: Dealt, { way, form }: Dealing) =>
    metKeys.met(organisationId, walletId, way, likenessOf(chain, form), form);

  const itemOf = (organisationId: OrganisationId, transaction: Dealt, dealing: Dealing, by: string) => {
    const { way, form } = dealing;
    return { ...keyOf(organisationId, transaction, dealing), by, way, form };
  };

  /** The records that have the places of dealings, by the name of the dealing. */
  async function found(
    organisationId: OrganisationId,
    transaction: Dealt,
    dealings: readonly Dealing[],
    stale: boolean,
  ): Promise<ReadonlyMap<string, string>> {
    const wanted = dealings.map((dealing) => keyOf(organisationId, transaction, dealing));
    const items = await batchGet(table, wanted, Met, { stale });
    return new Map(items.filter(({ by }) => by !== NOBODY).map(({ way, form, by }) => [`${way} ${form}`, by]));
  }

  return {
    /**
     * Notes what a stored record proves. May be repeated.
     * @param at when the record was made.
     * @param hasOlder whether the organisation had records before. Asked once for an organisation.
     */
    async note(
      organisationId: OrganisationId,
      transaction: Dealt & Pick<StoredTransaction, 'createdAt'>,
      hasOlder: () => Promise<boolean>,
    ): Promise<void> {
      const { walletId, id, createdAt } = transaction;
      const nameOf = (dealing: Dealing) => `${walletId} ${dealingName(dealing)}`;
      const proven = dealingsOf(transaction).filter(({ isProof }) => isProof);
      const unknown = proven.slice(0, MOST_NOTED).filter((dealing) => !noted.has(nameOf(dealing)));
      if (unknown.length === 0) return;
      if (!sinces.has(organisationId)) {
        const known = await getItem(table, metKeys.since(organisationId), Since, { stale: true });
        const since = known ?? { since: createdAt, hasOlder: await hasOlder() };
        const put = { ...metKeys.since(organisationId), ...since };
        if (known === null) await conditionHeld(write(table, { put, ...IF_ABSENT }));
        if (known !== null) sinces.set(organisationId, known);
      }
      const known = await found(organisationId, transaction, unknown, true);
      await mapConcurrent(unknown, WRITES_AT_ONCE, async (dealing) => {
        const put = itemOf(organisationId, transaction, dealing, id);
        if (!known.has(dealingName(dealing))) await conditionHeld(write(table, { put, ...freeFor(id) }));
        noted.set(nameOf(dealing), true);
      });
    },

    /** Frees the places of a record that is no longer in the chain. May be repeated. */
    async free(organisationId: OrganisationId, transaction: Dealt): Promise<void> {
      const proven = dealingsOf(transaction).filter(({ isProof }) => isProof);
      await mapConcurrent(proven.slice(0, MOST_NOTED), WRITES_AT_ONCE, async (dealing) => {
        const put = itemOf(organisationId, transaction, dealing, NOBODY);
        await conditionHeld(write(table, { put, when: '#by = :id', values: { ':id': transaction.id } }));
        noted.delete(`${transaction.walletId} ${dealingName(dealing)}`);
      });
    },

    /**
     * The names of the dealings of a transaction that are the first of their kind. A record from before the items is
     * found by a search.
     * @param settles whether a place that is free is taken. False for a question that must write nothing.
     */
    async firsts(
      organisationId: OrganisationId,
      transaction: Dealt,
      history: MetHistory,
      settles: boolean,
    ): Promise<ReadonlySet<string>> {
      const dealings = dealingsOf(transaction);
      if (dealings.length === 0) return new Set();
      const [known, since] = await Promise.all([
        found(organisationId, transaction, dealings, false),
        getItem(table, metKeys.since(organisationId), Since),
      ]);
      const open = dealings.filter((dealing) => {
        const by = known.get(dealingName(dealing));
        return by === undefined || by === transaction.id;
      });
      const { blockTimestamp } = transaction;
      const madeBefore = since?.since ?? null;
      const range = {
        to: madeBefore !== null && madeBefore < blockTimestamp ? madeBefore : blockTimestamp,
        madeBefore,
      };
      const firsts = new Set<string>();
      let searches = 0;
      for (const dealing of open) {
        const name = dealingName(dealing);
        const isSearched = since?.hasOlder !== false && searches++ < MOST_SEARCHED;
        const older = isSearched ? await history.find(organisationId, transaction, dealing, range) : null;
        if (older === null) firsts.add(name);
        if (!settles || (older === null && (!dealing.isProof || known.has(name)))) continue;
        const put = itemOf(organisationId, transaction, dealing, older ?? transaction.id);
        if (!(await conditionHeld(write(table, { put, ...freeFor(transaction.id) })))) firsts.delete(name);
      }
      return firsts;
    },
  };
});

export type MetBefore = ReturnType<typeof metBefore>;
