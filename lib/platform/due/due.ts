import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { mapConcurrent } from '../../values/concurrent.ts';
import { OrganisationId } from '../../values/ids.ts';
import { DUE_SHARDS, type DueKind, due } from '../table/due-keys.ts';
import { idIn, keys, organisationIn } from '../table/keys.ts';
import { batchGet, type Table } from '../table/table.ts';
import { type DueEntry, Pass, type Turn } from './pass.ts';

/** The entries of an organisation in one turn. */
const TURN = 25;
/** Entries of one page: a page of entries of some 150 bytes costs two read units. */
const PAGE = 100;
/** Queries at a time. */
const QUERIES_AT_ONCE = 16;

/** Later than every sort key of the organisation: `~` follows all characters of an instant. */
const endOf = (organisation: OrganisationId): string => due.sortKey(organisation, '~');

/**
 * The entries that were due before `before`, in rounds: each round has a turn of at most 25 entries of each
 * organisation, the oldest first. An organisation with much overdue work does not hold up the others. Goes on where the
 * pass of an organisation has come to. A pass that ended before `before` begins again with the oldest entry.
 * @param skipped organisations whose entries stay where they are.
 * @param seen gets the entries that the search for these organisations reads, due or not.
 */
export async function* overdue(
  table: Table,
  kind: DueKind,
  before: Date,
  skipped: ReadonlySet<OrganisationId> = new Set(),
  seen?: (entry: DueEntry) => void,
): AsyncGenerator<Turn[]> {
  const partitions = Array.from({ length: DUE_SHARDS[kind] }, (_, shard) => due.partition(kind, shard));
  const late = await mapConcurrent(partitions, QUERIES_AT_ONCE, (pk) =>
    lateOrganisations(table, kind, pk, before, seen),
  );
  const wanted = late.flat().filter((organisation) => !skipped.has(organisation));
  const passes = await passesOf(table, kind, wanted, before);
  const next = ({ organisation, pass }: Pick<Turn, 'organisation' | 'pass'>) =>
    nextTurn(table, kind, organisation, pass, before);
  for (let round = await mapConcurrent(passes, QUERIES_AT_ONCE, next); round.length > 0; ) {
    yield round;
    const unfinished = round.filter(({ isLast }) => !isLast);
    round = await mapConcurrent(unfinished, QUERIES_AT_ONCE, (turn) =>
      next({ ...turn, pass: { until: turn.entries.at(-1)?.seen ?? '', endedAt: null } }),
    );
  }
}

/** The oldest entries of one organisation that were due before `before`. */
export async function overdueOf(
  table: Table,
  kind: DueKind,
  organisation: OrganisationId,
  before: Date,
  limit: number,
): Promise<DueEntry[]> {
  const pk = due.partitionOf(kind, organisation);
  const found = await entriesAfter(table, kind, pk, due.sortKey(organisation), limit);
  return found.filter(({ seen }) => seen < due.sortKey(organisation, before.toISOString()));
}

/** The organisations with overdue entries in a partition. Reads one page, or one page for each such organisation. */
async function lateOrganisations(
  table: Table,
  kind: DueKind,
  pk: string,
  before: Date,
  seen: (entry: DueEntry) => void = () => {},
): Promise<OrganisationId[]> {
  const late: OrganisationId[] = [];
  for (let after = ''; ; ) {
    const entries = await entriesAfter(table, kind, pk, after, PAGE);
    const last = entries.at(-1);
    if (last === undefined) return late;
    entries.forEach(seen);
    // The first entry of an organisation is its oldest.
    for (const [organisation, [oldest]] of Map.groupBy(entries, (entry) => entry.organisation)) {
      if (oldest !== undefined && oldest.seen < due.sortKey(organisation, before.toISOString()))
        late.push(organisation);
    }
    if (entries.length < PAGE) return late;
    after = endOf(last.organisation);
  }
}

/** Where the pass of each organisation goes on. */
async function passesOf(table: Table, kind: DueKind, organisations: readonly OrganisationId[], before: Date) {
  const keyOf = (organisation: OrganisationId) => keys.pass(organisation, kind);
  const found = await batchGet(table, organisations.map(keyOf), Pass.extend({ pk: z.string() }));
  const byPk = new Map(found.map(({ pk, ...pass }) => [pk, pass]));
  return organisations.map((organisation) => {
    const pass = byPk.get(keyOf(organisation).pk);
    const isOver = pass === undefined || (pass.endedAt !== null && pass.endedAt < before.toISOString());
    return { organisation, pass: isOver ? { until: '', endedAt: null } : pass };
  });
}

async function nextTurn(
  table: Table,
  kind: DueKind,
  organisation: OrganisationId,
  pass: Pass,
  before: Date,
): Promise<Turn> {
  const after = pass.until || due.sortKey(organisation);
  const found = await entriesAfter(table, kind, due.partitionOf(kind, organisation), after, TURN);
  const end = due.sortKey(organisation, before.toISOString());
  const entries = found.filter(({ seen }) => seen < end);
  return { kind, organisation, entries, pass, isLast: entries.length < TURN };
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
      sk: entry.sk,
      seen: entry.gsi3sk,
    }));
}
