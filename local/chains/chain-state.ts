import { setTimeout as sleep } from 'node:timers/promises';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { WatchedBalance } from '../../lib/balances/schema.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { getItem, type Table } from '../../lib/platform/table/table.ts';
import { type Update, write } from '../../lib/platform/table/write.ts';
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
 * Deletes the cursor, the blocks and the token balances of a chain, for a node that starts a new chain at each start.
 * Otherwise the watcher would compare the new chain with the old chain and find contradictions. The watched addresses
 * stay, without their balances.
 */
export async function forgetChain(table: Table, chain: ChainId): Promise<void> {
  const { client, name } = table;
  const watched = keys.nativeBalance(chain, '');
  for (const pk of [keys.cursor(chain).pk, watched.pk]) {
    const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
    // One page of 1 MB holds all items, because old block records expire and a local stack watches few addresses.
    const { Items } = Keys.parse(await client.send(new QueryCommand({ TableName: name, ...query })));
    await Promise.all(
      Items.map((item) => {
        const key = { pk: item.pk, sk: item.sk };
        return item.sk.startsWith(watched.sk) && pk === watched.pk
          ? write(table, { update: key, remove: ['amount', 'height', 'from', 'open'] } satisfies Update<WatchedBalance>)
          : write(table, { delete: key });
      }),
    );
  }
}
