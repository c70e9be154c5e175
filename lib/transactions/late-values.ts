import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { recordList } from '../platform/lists/index.ts';
import { keys, prefixes } from '../platform/table/keys.ts';
import { optimistically } from '../platform/table/optimistically.ts';
import { batchGet, queryPrefix } from '../platform/table/table.ts';
import { conditionHeld, transact, type Write } from '../platform/table/write.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { OrganisationId } from '../values/ids.ts';
import { plusSeconds } from '../values/time.ts';
import { type Effects, effectsRepo } from './effects.ts';
import { ifUnchanged, itemOf, outboxEntryOf, TransactionItem } from './item.ts';
import { outboxStates } from './outbox-states.ts';
import { endedValue, nextAsking, PendingValue, partlySetValue, postponedValue } from './pending-value.ts';
import { type PriceOf, withPrices } from './revalue.ts';
import type { StoredTransaction, StoredTransfer } from './schema.ts';
import { listQueryOf, transactionList } from './transaction-list.ts';

/** A record whose value waits for prices. */
export interface Waiting {
  readonly value: PendingValue;
  /** Null when the record is gone. */
  readonly transaction: StoredTransaction | null;
  /** All transfers of the transaction, also those that the record leaves out. */
  readonly all: readonly StoredTransfer[];
}

/**
 * What became of a record: its prices are known as far as they exist, some of them failed again, or some of them failed
 * for the last time.
 */
export type Valued = 'settled' | 'waits' | 'given up' | 'gone';

/** The prices of the assets of a record that waits. */
export interface LatePrices {
  readonly priceOf: PriceOf;
  /** Whether all assets were asked for. The next run asks for others. */
  readonly isWhole: boolean;
}

/** How soon a record is due again whose assets were not all asked for. */
const NEXT_RUN_SECONDS = 60;

/** How often a write is tried again because the record changed. The next run goes on after the last try. */
const TRIES = 5;
/** The waiting values that tell since when values are delayed. One has some 300 bytes, with many rules some KB. */
const MOST_SAMPLED = 200;
/** Records whose effects are read at a time. Few records have such effects, of up to some MB. */
const EFFECTS_AT_ONCE = 2;

/** The records of organisations whose values wait for prices. */
export function lateValues(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table, now } = deps;
  const list = recordList(deps, transactionList);
  const effects = effectsRepo(deps);

  /** All effects of a record; null when the record holds all, or when they have expired. */
  const allOf = async (organisationId: OrganisationId, record: StoredTransaction): Promise<Effects | null> =>
    record.effects === null ? null : effects.read(organisationId, record.id, record.effects);

  /** The records that wait among these, by their ids. One request reads them. */
  async function waitingAmong(organisationId: OrganisationId, ids: readonly string[]): Promise<Map<string, Waiting>> {
    const wanted = ids.flatMap((id) => [keys.value(organisationId, id), keys.transaction(organisationId, id)]);
    const items = await batchGet(table, wanted, z.looseObject({ sk: z.string() }));
    const bySk = new Map(items.map((item) => [item.sk, item]));
    const waiting = await mapConcurrent(ids, EFFECTS_AT_ONCE, async (id): Promise<[string, Waiting][]> => {
      const value = bySk.get(keys.value(organisationId, id).sk);
      const record = bySk.get(keys.transaction(organisationId, id).sk);
      if (value === undefined) return [];
      const transaction = record === undefined ? null : TransactionItem.parse(record);
      const whole = transaction === null ? null : ((await allOf(organisationId, transaction)) ?? transaction);
      return [[id, { value: PendingValue.parse(value), transaction, all: whole?.transfers ?? [] }]];
    });
    return new Map(waiting.flat());
  }

  /**
   * The record with these prices. The values of the effects that the record leaves out are stored first, under another
   * key. A process that dies here leaves items that expire.
   */
  async function valuedRecord(
    organisationId: OrganisationId,
    record: StoredTransaction,
    priceOf: PriceOf,
    isLast: boolean,
  ): Promise<{ after: StoredTransaction; isGivenUp: boolean }> {
    const all = await allOf(organisationId, record);
    const own = withPrices(record, record.transfers, priceOf, isLast);
    if (all === null) return { after: { ...record, ...own.values }, isGivenUp: own.isGivenUp };
    const whole = withPrices(record, all.transfers, priceOf, isLast);
    const { transfers, ...values } = whole.values;
    const isSame = isDeepStrictEqual(transfers, all.transfers);
    const ref = isSame ? record.effects : await effects.store(organisationId, record.id, { ...all, transfers });
    const after = { ...record, ...values, transfers: own.values.transfers, effects: ref };
    return { after, isGivenUp: whole.isGivenUp };
  }

  /** The writes that change a record, its place in the lists, and the rules that are evaluated again. */
  function writesOf(
    organisationId: OrganisationId,
    before: StoredTransaction,
    after: StoredTransaction,
    { recordedAt, correlationId, rules = [] }: PendingValue,
  ): Write[] {
    const queuedAt = now().toISOString();
    const more = { correlationId, revision: after.revision, rules, queuedAt };
    return [
      { put: itemOf(organisationId, after), ...ifUnchanged(before) },
      ...list.changes(organisationId, [{ before, after }]),
      ...(rules.length > 0 && !after.reorged
        ? [{ put: outboxEntryOf(organisationId, after, recordedAt, more), ...outboxStates.allows('price', {}) }]
        : []),
    ];
  }

  /** The record and the pending value after these prices, as one transaction. */
  async function planned(
    organisationId: OrganisationId,
    id: string,
    waiting: Waiting,
    { priceOf, isWhole }: LatePrices,
  ) {
    const { value, transaction } = waiting;
    if (transaction === null) return { outcome: 'gone' as const, writes: [endedValue(organisationId, id, value)] };
    const scheduled = nextAsking(value.recordedAt, now());
    const soon = plusSeconds(now(), NEXT_RUN_SECONDS).toISOString();
    const next = scheduled === null || isWhole || scheduled < soon ? scheduled : soon;
    const { after: valued, isGivenUp } = await valuedRecord(organisationId, transaction, priceOf, next === null);
    const isSame = isDeepStrictEqual(valued, transaction);
    const after = { ...valued, revision: transaction.revision + 1 };
    const changes = isSame ? [] : writesOf(organisationId, transaction, after, value);
    if (after.valueStatus !== 'pending' || next === null) {
      const outcome: Valued = isGivenUp ? 'given up' : 'settled';
      return { outcome, writes: [...changes, endedValue(organisationId, id, value)] };
    }
    const moved = isSame
      ? postponedValue(organisationId, id, value, next)
      : partlySetValue(organisationId, after, value, next);
    return { outcome: 'waits' as const, writes: [...changes, moved] };
  }

  return {
    waitingAmong,

    /**
     * When the oldest record of the organisation on this chain was made that waits for a price; null without one. Of
     * more records than a call reads, a sample: ids are hashes, so that the oldest of them is about as old as any.
     */
    async delayedSince(organisationId: OrganisationId, chain: ChainId): Promise<string | null> {
      const { pk } = keys.organisation(organisationId);
      const sample = await queryPrefix(table, pk, prefixes.values, PendingValue, { limit: MOST_SAMPLED });
      const since = sample.filter((value) => value.chain === chain).map(({ recordedAt }) => recordedAt);
      if (since.length > 0 || sample.length < MOST_SAMPLED) return since.sort()[0] ?? null;
      // Few of very many waiting records are of this chain. The list names one of them.
      const filters = { chain, valueStatus: 'pending', sort: 'blockTimestamp' } as const;
      const { records } = await list.next(organisationId, listQueryOf(organisationId, filters), 1);
      return records[0]?.createdAt ?? null;
    },

    /**
     * Sets the values of a record in one transaction with its lists, and with an outbox entry for the rules that wait.
     * A price that failed makes the record wait for the next question; after the last question the record has no value.
     * The call may be repeated and may stop anywhere.
     * @param seen as read by `waitingAmong`.
     * @throws BusyError when the record changes at every try, or any error of the table. The caller may try again.
     */
    async set(organisationId: OrganisationId, id: string, seen: Waiting, prices: LatePrices): Promise<Valued> {
      let waiting: Waiting | undefined = seen;
      return optimistically(`transaction ${id}`, TRIES, async () => {
        if (waiting === undefined) return 'gone';
        const { outcome, writes } = await planned(organisationId, id, waiting, prices);
        if (await conditionHeld(transact(table, { valued: writes }))) return outcome;
        waiting = (await waitingAmong(organisationId, [id])).get(id);
        return undefined;
      });
    },
  };
}

export type LateValues = ReturnType<typeof lateValues>;
