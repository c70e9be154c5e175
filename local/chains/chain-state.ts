import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { ChainId } from '../../lib/chains/registry.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { getItem, type Table } from '../../lib/platform/table/table.ts';
import { Cursor } from '../../lib/watch/schema.ts';

/** A chain whose endpoints do not answer has no cursor; the stack must start for all that. */
const BEGIN_MS = 20_000;

/** Waits until the watchers have a cursor: what reaches their chains from then on is recorded. */
export async function untilBegun(table: Table, chains: readonly ChainId[]): Promise<void> {
  const begun = async (chain: ChainId) => (await getItem(table, keys.cursor(chain), Cursor)) !== null;
  const deadline = performance.now() + BEGIN_MS;
  while (!(await Promise.all(chains.map(begun))).every(Boolean) && performance.now() < deadline) await sleep(50);
}

const Keys = z.object({ Items: z.array(z.object({ pk: z.string(), sk: z.string() })) });

/**
 * Deletes how far a chain was scanned. For a node that begins another chain each time it is started: to a watcher that
 * knew the one before, it would be a chain that contradicts itself.
 */
export async function forgetChain({ client, name }: Table, chain: ChainId): Promise<void> {
  const { pk } = keys.cursor(chain);
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  // One page of 1 MB holds them all: old block records expire.
  const { Items } = Keys.parse(await client.send(new QueryCommand({ TableName: name, ...query })));
  await Promise.all(
    Items.map((item) => client.send(new DeleteCommand({ TableName: name, Key: { pk: item.pk, sk: item.sk } }))),
  );
}
