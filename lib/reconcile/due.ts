import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { DUE_SHARDS, type DueKind, due, idIn, type Key, organisationIn } from '../platform/table/keys.ts';
import type { Table } from '../platform/table/table.ts';
import { conditionHeld, type Update, write } from '../platform/table/write.ts';
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

const Entry = z.object({ pk: z.string(), sk: z.string(), gsi3sk: z.string() });

/** The entries that were due before `before`, at most `limit` of each shard. The longest overdue entry comes first. */
export async function overdue(table: Table, kind: DueKind, before: Date, limit: number): Promise<DueEntry[]> {
  const shards = Array.from({ length: DUE_SHARDS }, async (_, shard) => {
    const { Items = [] } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: 'gsi3',
        KeyConditionExpression: 'gsi3pk = :pk AND gsi3sk < :before',
        ExpressionAttributeValues: { ':pk': due.partition(kind, shard), ':before': before.toISOString() },
        Limit: limit,
      }),
    );
    return z.array(Entry).parse(Items);
  });
  // Mixes the shards. If an entry of the first shard always ended the run, no run would reach the entries of other
  // shards.
  const entries = (await Promise.all(shards)).flat().toSorted((a, b) => (a.gsi3sk < b.gsi3sk ? -1 : 1));
  return entries.map(({ pk, sk, gsi3sk }) => ({
    kind,
    organisation: OrganisationId.parse(organisationIn(pk)),
    id: idIn(sk),
    key: { pk, sk },
    seen: gsi3sk,
  }));
}

/**
 * Takes an entry and moves the entry behind all other entries. An entry that fails or ends the run then does not stop
 * the other entries in the next run. False when the entry has changed since it was read, because the index lags. Then
 * the caller must skip the entry.
 */
export async function take(table: Table, { kind, id, key, seen }: DueEntry, at: Date): Promise<boolean> {
  const set = due.entry(kind, id, at.toISOString());
  const part = { update: key, set, when: '#gsi3sk = :seen', values: { ':seen': seen } } satisfies Update<object>;
  return conditionHeld(write(table, part));
}
