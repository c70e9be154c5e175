import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { getItem, openTable } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { fixedPrices } from '../../lib/prices/fixed.ts';
import { watchedSets } from '../../lib/wallets/watched-set.ts';
import type { ReadBlock } from '../../lib/watch/read-block.ts';
import { recordBlock } from '../../lib/watch/record-block.ts';
import type { Cursor } from '../../lib/watch/schema.ts';
import { NO_BUDGETS } from '../../lib/watch/touches.ts';
import { watchDeps } from '../../lib/watch/watch-wiring.ts';
import { benchDeps } from '../bench-deps.ts';
import type { ChainStream, Shard } from './chain-stream.ts';
import { publishedBlock } from './published-block.ts';

/** The last record of the stream that a cell has taken. */
const Position = z.object({ sequence: z.string() });

/** Nobody has an attempt to queue or a match to defer: no organisation has a rule, and no budget ends. */
export const noQueue = { send: () => Promise.reject(new Error('A record queued work')) };

export interface CellWork {
  readonly chain: ChainId;
  /** Only the type asks for a reader: a worker calls no node. */
  readonly reader: ChainReader;
  readonly stream: ChainStream;
  readonly shard: Shard;
  readonly table: string;
}

/**
 * The worker of a cell, as a new process begins it: reads the shard of the cell behind the position in the table of the
 * cell, and records each block with the matcher and the recorder of the product. Moves the position last.
 */
export function cellWorker({ chain, reader, stream, shard, table: name }: CellWork, client: DynamoDBClient) {
  const table = openTable(name, client);
  const deps = benchDeps(table);
  const adapters = { chain, reader, prices: fixedPrices('{}'), watched: watchedSets(deps) };
  const wired = watchDeps(deps, { ...adapters, queue: noQueue, matches: noQueue, budgets: NO_BUDGETS });
  const { cursors, blocks } = wired;
  const { signal } = new AbortController();
  const key = { pk: `CHAIN#${chain}`, sk: 'POSITION' };

  /** Whether the block was recorded before: the watcher or the worker died, and the block came again. */
  const isTaken = async ({ height }: Cursor, block: ReadBlock): Promise<boolean> =>
    block.height <= height && (await blocks.get(chain, block.height))?.hash === block.hash;

  async function take(block: ReadBlock): Promise<void> {
    const cursor = (await cursors.get(chain)) ?? (await cursors.begin(chain, block.height));
    if (cursor === null) throw new Error('two workers of a cell began its chain');
    if (await isTaken(cursor, block)) return;
    const { parentHeight: height, parentHash: hash } = block;
    // A block that is not above the cursor replaces blocks of a branch that the chain has left.
    const from =
      block.height > cursor.height ? cursor : await cursors.move(cursor, { height, hash, timestamp: cursor.timestamp });
    if (from === null) throw new Error('two workers of a cell moved its cursor');
    const previous = await blocks.between(chain, from.height + 1, block.height);
    const recorded = await recordBlock(wired, chain, block, previous, signal);
    const moved = recorded === null ? null : await cursors.move(from, block);
    if (recorded === null || moved === null) throw new Error('two workers of a cell recorded a block');
    wired.deferral.passed(recorded.divided);
  }

  /** Takes the blocks of the stream until the block with this hash is taken. */
  return async (last: string): Promise<void> => {
    let after = (await getItem(table, key, Position))?.sequence ?? null;
    for (let hash = ''; hash !== last; ) {
      for (const { sequence, text } of await stream.read(shard, after)) {
        const block = publishedBlock(text);
        await take(block);
        await write(table, { put: { ...key, sequence } });
        after = sequence;
        hash = block.hash;
      }
    }
  };
}
