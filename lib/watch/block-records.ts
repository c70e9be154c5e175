import * as z from 'zod';
import type { BlockHeader, ChainBlock } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { keys, prefixes } from '../platform/table/keys.ts';
import { getItem, queryPrefix, queryRange } from '../platform/table/table.ts';
import { type Check, conditionHeld, transact, write } from '../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';
import { BlockRecord, RecordRef } from './schema.ts';

/** Blocks kept to walk a reorganisation back in. */
export const RING = 128;

/** Longer than any chain takes for the ring, with days to look into what stopped one. */
const KEPT_SECONDS = 7 * 24 * 60 * 60;

/** References in one item, some 200 bytes each: an item holds 400 KB. */
const REFS_PER_ITEM = 1_000;

const Part = z.object({ records: z.array(RecordRef) });

/** Blocks of a chain that were scanned, by height. */
export function blockRepo({ table, now }: Pick<Deps, 'table' | 'now'>) {
  const expiry = () => epochSeconds(plusSeconds(now(), KEPT_SECONDS));

  return {
    /** What is kept of a range of heights, both ends included, ascending. */
    between: (chain: ChainId, from: number, to: number): Promise<BlockRecord[]> =>
      queryRange(table, keys.block(chain, from), keys.block(chain, to), BlockRecord),

    /** The last blocks from one height up to another, descending. */
    ring: (chain: ChainId, from: number, to: number): Promise<BlockRecord[]> =>
      queryRange(table, keys.block(chain, from), keys.block(chain, to), BlockRecord, { backwards: true, limit: RING }),

    /** The records of this height that are not in its item: those that did not fit, and those that joined later. */
    async parts(chain: ChainId, height: number): Promise<RecordRef[]> {
      const parts = await queryPrefix(table, keys.block(chain, height).pk, prefixes.blockParts(height), Part);
      return parts.flatMap(({ records }) => records);
    },

    /**
     * Writes what is going to be recorded of a block over what was there before: nothing, the same, or `replaced`. From then
     * on nobody can record of the one that was there (see `fence`). False when it is something else, which another scan
     * has just written.
     */
    async put(chain: ChainId, block: ChainBlock, refs: readonly RecordRef[], replaced?: string): Promise<boolean> {
      const { height, hash, parentHash, parentHeight, timestamp } = block;
      const ttl = expiry();
      const records = refs.slice(0, REFS_PER_ITEM);
      const record: BlockRecord = {
        height,
        hash,
        parentHash,
        parentHeight,
        timestamp,
        transactionCount: block.transactions.length,
        records,
      };
      // What does not fit first, so that it is there when the block is.
      for (let i = REFS_PER_ITEM; i < refs.length; i += REFS_PER_ITEM) {
        const key = keys.blockPart(chain, height, `${hash}#${i / REFS_PER_ITEM}`);
        await write(table, { put: { ...key, records: refs.slice(i, i + REFS_PER_ITEM), ttl } });
      }
      return conditionHeld(
        write(table, {
          put: { ...keys.block(chain, height), ...record, ttl },
          when: 'attribute_not_exists(#hash) OR #hash IN (:hash, :replaced)',
          values: { ':hash': hash, ':replaced': replaced ?? hash },
        }),
      );
    },

    /** Whether the block at this height is known to be another one than this. */
    async isReplaced(chain: ChainId, { height, hash }: BlockId): Promise<boolean> {
      const kept = await getItem(table, keys.block(chain, height), BlockRecord);
      return kept !== null && kept.hash !== hash;
    },

    /** Adds a record to a block that was scanned before. False when another block is at its height, or none is kept. */
    join: (chain: ChainId, { height, hash }: BlockId, ref: RecordRef): Promise<boolean> =>
      conditionHeld(
        transact(table, [
          { put: { ...keys.blockPart(chain, height, `${hash}#${ref.id}`), records: [ref], ttl: expiry() } },
          fence(chain, { height, hash }),
        ]),
      ),

    /** Takes a block out that the chain no longer has at any height that is scanned: a Solana slot that is skipped now. */
    async remove(chain: ChainId, height: number): Promise<void> {
      await write(table, { delete: keys.block(chain, height) });
    },
  };
}

type BlockId = Pick<BlockHeader, 'height' | 'hash'>;

/** Holds while the block is the one at its height. */
export const fence = (chain: ChainId, { height, hash }: BlockId): Check => ({
  check: keys.block(chain, height),
  when: '#hash = :hash',
  values: { ':hash': hash },
});

export type BlockRepo = ReturnType<typeof blockRepo>;
