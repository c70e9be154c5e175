import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { DUE_SHARDS, type DueKind, due, idIn, type Key, organisationIn } from '../platform/table/keys.ts';
import type { Table } from '../platform/table/table.ts';
import { conditionHeld, write } from '../platform/table/write.ts';
import { OrganisationId } from '../values/ids.ts';

/** Unfinished work that is overdue. */
export interface DueEntry {
  readonly kind: DueKind;
  readonly organisation: OrganisationId;
  readonly id: string;
  readonly key: Key;
  /** The sort key of the index under which the entry was found. */
  readonly seen: string;
}

const Entry = z.object({ pk: z.string(), sk: z.string(), gsi3sk: z.string() });

/** Entries that were due before `before`, the longest overdue first, at most `limit` of each shard. */
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
  // Sorted over all shards: an entry of the first shard that ends the run would otherwise block the other shards for
  // ever.
  const found = (await Promise.all(shards)).flat().toSorted((a, b) => (a.gsi3sk < b.gsi3sk ? -1 : 1));
  return found.map(({ pk, sk, gsi3sk }) => ({
    kind,
    organisation: OrganisationId.parse(organisationIn(pk)),
    id: idIn(sk),
    key: { pk, sk },
    seen: gsi3sk,
  }));
}

/**
 * Moves an entry behind all other entries before the work on it, so that an entry that fails, or ends the run, does not
 * stop the others the next time. False when the entry changed since it was found (the index lags): there is nothing to
 * do.
 */
export async function take(table: Table, { kind, id, key, seen }: DueEntry, at: Date): Promise<boolean> {
  const set = due.entry(kind, id, at.toISOString());
  return conditionHeld(write(table, { update: key, set, when: '#gsi3sk = :seen', values: { ':seen': seen } }));
}
