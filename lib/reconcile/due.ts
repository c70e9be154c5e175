import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { DUE_SHARDS, type DueKind, due, idIn, type Key, organisationIn } from '../platform/table/keys.ts';
import type { Table } from '../platform/table/table.ts';
import { conditionHeld, type Update, write } from '../platform/table/write.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { OrganisationId } from '../values/ids.ts';

/** Overdue unfinished work. */
export interface DueEntry {
  readonly kind: DueKind;
  readonly organisation: OrganisationId;
  readonly id: string;
  readonly key: Key;
  /** The sort key of the index entry when the entry was read. */
  readonly seen: string;
}

/** The entries of an organisation in one turn. */
const TURN = 25;
/** Entries of one page: a page of entries of some 150 bytes costs two read units. */
const PAGE = 100;
/** Partitions read at a time. */
const PARTITIONS_AT_ONCE = 16;

/** Later than every sort key of the organisation: `~` follows all characters of an instant. */
const endOf = (organisation: OrganisationId): string => due.sortKey(organisation, '~');

/**
 * The entries that were due before `before`, in turns: each turn has at most 25 entries of each organisation, the
 * oldest first. An organisation with much overdue work does not hold up the others. The caller takes the entries of a
 * turn before it asks for the next turn.
 */
export async function* overdue(table: Table, kind: DueKind, before: Date): AsyncGenerator<DueEntry[]> {
  const partitions = Array.from({ length: DUE_SHARDS[kind] }, (_, shard) => due.partition(kind, shard));
  const first = await mapConcurrent(partitions, PARTITIONS_AT_ONCE, (pk) => firstTurns(table, kind, pk, before));
  for (let turns = first.flat(); turns.length > 0; ) {
    yield turns.flat();
    const unfinished = turns.flatMap((turn) => (turn.length === TURN ? turn.slice(-1) : []));
    const next = await mapConcurrent(unfinished, PARTITIONS_AT_ONCE, (last) => nextTurn(table, last, before));
    turns = next.filter((turn) => turn.length > 0);
  }
}

/** The first turn of each organisation of a partition. Skips what an organisation has beyond a turn. */
async function firstTurns(table: Table, kind: DueKind, pk: string, before: Date): Promise<DueEntry[][]> {
  const turns: DueEntry[][] = [];
  for (let after = ''; ; ) {
    const entries = await entriesAfter(table, kind, pk, after, PAGE);
    const last = entries.at(-1);
    if (last === undefined) return turns;
    for (const [organisation, own] of Map.groupBy(entries, (entry) => entry.organisation)) {
      const isOverdue = ({ seen }: DueEntry) => seen < due.sortKey(organisation, before.toISOString());
      const turn = own.filter(isOverdue).slice(0, TURN);
      if (turn.length > 0) turns.push(turn);
    }
    if (entries.length < PAGE) return turns;
    // The last organisation of a page may go on. Its other entries are later, so this turn needs them only if the page
    // holds less than a turn of the organisation.
    const ofLast = entries.filter(({ organisation }) => organisation === last.organisation);
    if (ofLast.length < TURN && ofLast.length < entries.length) {
      if (turns.at(-1)?.[0]?.organisation === last.organisation) turns.pop();
      after = due.sortKey(last.organisation);
    } else after = endOf(last.organisation);
  }
}

async function nextTurn(table: Table, { kind, organisation, seen }: DueEntry, before: Date): Promise<DueEntry[]> {
  const entries = await entriesAfter(table, kind, due.partitionOf(kind, organisation), seen, TURN);
  const end = due.sortKey(organisation, before.toISOString());
  return entries.filter((entry) => entry.seen < end);
}

const Entry = z.object({ pk: z.string(), sk: z.string(), gsi3sk: z.string() });

/** At most `limit` entries of a partition, in the order of their sort keys. */
async function entriesAfter(
  table: Table,
  kind: DueKind,
  pk: string,
  after: string,
  limit: number,
): Promise<DueEntry[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: 'gsi3',
      KeyConditionExpression: 'gsi3pk = :pk AND gsi3sk > :after',
      // A key may not be empty.
      ExpressionAttributeValues: { ':pk': pk, ':after': after || ' ' },
      Limit: limit,
    }),
  );
  return z
    .array(Entry)
    .parse(Items)
    .map((entry) => ({
      kind,
      organisation: OrganisationId.parse(organisationIn(entry.pk)),
      id: idIn(entry.sk),
      key: { pk: entry.pk, sk: entry.sk },
      seen: entry.gsi3sk,
    }));
}

/**
 * Takes an entry and moves the entry behind the other entries of its organisation. An entry that fails or ends the run
 * then does not stop the other entries in the next run. False when the entry has changed since it was read, because the
 * index lags. Then the caller must skip the entry.
 */
export async function take(table: Table, { kind, organisation, id, key, seen }: DueEntry, at: Date): Promise<boolean> {
  const set = due.entry(kind, organisation, id, at.toISOString());
  const part = { update: key, set, when: '#gsi3sk = :seen', values: { ':seen': seen } } satisfies Update<object>;
  return conditionHeld(write(table, part));
}
