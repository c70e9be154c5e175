import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { OrganisationId } from '../ids.ts';
import { DUE_SHARDS, due, idIn, organisationIn } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** Unfinished work that should have been done by now. */
export interface DueEntry {
  readonly organisation: OrganisationId;
  readonly id: string;
}

const Entry = z.object({ pk: z.string(), sk: z.string() });

/** Entries of each shard that were due before `before`, the longest overdue first, at most `limit` a shard. */
export async function overdue(
  table: Table,
  kind: 'EVALUATION' | 'DELIVERY',
  before: Date,
  limit: number,
): Promise<DueEntry[]> {
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
  return (await Promise.all(shards)).flat().map(({ pk, sk }) => ({
    organisation: OrganisationId.parse(organisationIn(pk)),
    id: idIn(sk),
  }));
}
