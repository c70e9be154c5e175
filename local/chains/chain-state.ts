import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { ChainId } from '../../lib/chains/registry.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { getItem, type Table } from '../../lib/platform/table/table.ts';
import { Cursor } from '../../lib/watch/schema.ts';

/**
 * The longest wait for the cursors. A chain whose nodes do not answer gets no cursor, and the stack must start anyway.
 */
const BEGIN_MS = 20_000;

/** Waits until each watcher has a cursor. The watcher records all blocks from then on. */
export async function untilWatched(table: Table, chains: readonly ChainId[]): Promise<void> {
  const begun = async (chain: ChainId) => (await getItem(table, keys.cursor(chain), Cursor)) !== null;
  const deadline = performance.now() + BEGIN_MS;
  while (!(await Promise.all(chains.map(begun))).every(Boolean) && performance.now() < deadline) await sleep(50);
}

const Keys = z.object({ Items: z.array(z.object({ pk: z.string(), sk: z.string() })) });

/**
 * Deletes the cursor and the blocks of a chain, for a node that starts a new chain at each start. Otherwise the watcher
 * would compare the new chain with the old chain and find contradictions.
 */
export async function forgetChain({ client, name }: Table, chain: ChainId): Promise<void> {
  const { pk } = keys.cursor(chain);
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  // One page of 1 MB holds all items, because old block records expire.
  const { Items } = Keys.parse(await client.send(new QueryCommand({ TableName: name, ...query })));
  await Promise.all(
    Items.map((item) => client.send(new DeleteCommand({ TableName: name, Key: { pk: item.pk, sk: item.sk } }))),
  );
}
