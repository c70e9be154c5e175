import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { keys, prefixes } from '../../lib/platform/table/keys.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { transactionId } from '../../lib/transactions/transaction-id.ts';
import { mapConcurrent } from '../../lib/values/concurrent.ts';
import { benchDeps } from '../bench-deps.ts';
import type { MeteredDynamoDb } from '../dynamodb.ts';
import type { Cell, CellsWorld } from './cells-world.ts';

const Item = z.object({ pk: z.string(), sk: z.string() });
const Page = z.object({ Items: z.array(Item), LastEvaluatedKey: z.record(z.string(), z.unknown()).optional() });
const textOf = ({ pk, sk }: z.output<typeof Item>): string => `${pk} ${sk}`;
const READS_AT_ONCE = 16;

/** How the records of a cell differ from those that the cell must have. */
export interface Difference {
  /** Records without their item, without their outbox entry, or in a block that the chain no longer has. */
  readonly lost: number;
  /** Items of records that nobody expects, such as a second record of a transaction. */
  readonly doubled: number;
}

/**
 * Compares every record in the table of a cell, and every outbox entry that starts its evaluation, with what the first
 * blocks of the chain must give. The ids derive from the payments alone.
 */
export async function differenceOf(
  { work, expected }: Cell,
  { chain }: CellsWorld,
  blocks: number,
  { client }: MeteredDynamoDb,
): Promise<Difference> {
  const deps = benchDeps(openTable(work.table, client));
  const transactions = transactionRepo(deps);
  const hashes = new Set(chain.links.map(({ hash }) => hash));
  const found = await itemsIn(deps.table);
  const wanted = new Set<string>();
  const states = await mapConcurrent(expected(blocks), READS_AT_ONCE, async ({ owner, hash }) => {
    const { organisationId, walletId } = owner;
    const id = transactionId(organisationId, walletId, hash);
    const items = [keys.transaction(organisationId, id), keys.evaluation(organisationId, id)].map(textOf);
    for (const item of items) wanted.add(item);
    const record = await transactions.find(organisationId, id);
    const isInChain = record !== null && !record.reorged && hashes.has(record.blockHash ?? '');
    return isInChain && items.every((item) => found.has(item));
  });
  return {
    lost: states.filter((isThere) => !isThere).length,
    doubled: [...found].filter((item) => !wanted.has(item)).length,
  };
}

/** The keys of all records and outbox entries of a table. */
async function itemsIn({ name, client }: ReturnType<typeof openTable>): Promise<Set<string>> {
  const kinds = [prefixes.transactions, prefixes.evaluations];
  const items = new Set<string>();
  let from: Record<string, unknown> | undefined;
  do {
    const input = { TableName: name, ExclusiveStartKey: from, ConsistentRead: true };
    const page = Page.parse(await client.send(new ScanCommand(input)));
    for (const item of page.Items) if (kinds.some((kind) => item.sk.startsWith(kind))) items.add(textOf(item));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return items;
}
