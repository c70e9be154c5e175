import * as z from 'zod';
import type { BlockHeader } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { keys, prefixes } from '../platform/table/keys.ts';
import { getItem, queryPrefix, queryRange } from '../platform/table/table.ts';
import { type Check, conditionHeld, type Put, transact, type Write, write } from '../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';
import { type BlockId, fenceDeletes, fencePuts, sameBlockCheck } from './fences.ts';
import { BlockRecord, RecordRef } from './schema.ts';

/** How many of the last blocks the watcher keeps: the deepest reorganisation that it can follow. */
export const REORG_WINDOW_BLOCKS = 128;

/** Longer than any chain takes for these blocks, and leaves operators days to examine a stopped chain. */
export const BLOCK_KEPT_SECONDS = 7 * 24 * 60 * 60;

/** References in one item, of 200 to 700 bytes each. DynamoDB allows 400 KB per item. */
const REFERENCES_PER_ITEM = 500;

const Part = z.object({ records: z.array(RecordRef) });

/** The records of scanned blocks, by chain and height. */
export function blockRepo({ table, now }: Pick<Deps, 'table' | 'now'>) {
  const expiry = () => epochSeconds(plusSeconds(now(), BLOCK_KEPT_SECONDS));

  const get = (chain: ChainId, height: number): Promise<BlockRecord | null> =>
    getItem(table, keys.block(chain, height), BlockRecord);

  return {
    /** The stored blocks of a range of heights, both ends included, ascending. */
    between: (chain: ChainId, from: number, to: number): Promise<BlockRecord[]> =>
      queryRange(table, keys.block(chain, from), keys.block(chain, to), BlockRecord),

    /** The last `REORG_WINDOW_BLOCKS` stored blocks of a range of heights, descending. */
    last: (chain: ChainId, from: number, to: number): Promise<BlockRecord[]> =>
      queryRange(table, keys.block(chain, from), keys.block(chain, to), BlockRecord, {
        backwards: true,
        limit: REORG_WINDOW_BLOCKS,
      }),

    /** The references of a range of heights, both ends included. */
    async partsBetween(chain: ChainId, from: number, to: number): Promise<RecordRef[]> {
      const parts = await queryRange(table, keys.blockPart(chain, from, ''), keys.blockPart(chain, to + 1, ''), Part);
      return parts.flatMap(({ records }) => records);
    },

    /** The references of this height: those of scans, and those that backfills added. */
    async parts(chain: ChainId, height: number): Promise<RecordRef[]> {
      const parts = await queryPrefix(table, keys.block(chain, height).pk, prefixes.blockParts(height), Part);
      return parts.flatMap(({ records }) => records);
    },

    /**
     * Stores a block with the references of the records that the scan is about to make, and the fences of its writers.
     * Returns false when another scan has stored another block at this height, except for `replaced`, which this call
     * overwrites. From then on no scan can record a transaction of the replaced block.
     * @param writers how many writers record the block; see `fence`.
     */
    async put(
      chain: ChainId,
      block: BlockHeader,
      refs: readonly RecordRef[],
      { writers, replaced }: { readonly writers: number; readonly replaced?: string },
    ): Promise<boolean> {
      const { height, hash, parentHash, parentHeight, timestamp } = block;
      const ttl = expiry();
      const record: BlockRecord = { height, hash, parentHash, parentHeight, timestamp };
      // Writes the references first, so that no record exists without its reference.
      for (let i = 0; i < refs.length; i += REFERENCES_PER_ITEM) {
        const key = keys.blockPart(chain, height, `${hash}#${i / REFERENCES_PER_ITEM}`);
        await write(table, { put: { ...key, records: refs.slice(i, i + REFERENCES_PER_ITEM), ttl } });
      }
      const put: Put = {
        put: { ...keys.block(chain, height), ...record, ttl },
        when: 'attribute_not_exists(#hash) OR #hash IN (:hash, :replaced)',
        values: { ':hash': hash, ':replaced': replaced ?? hash },
      };
      const fences = fencePuts(chain, block, writers, ttl);
      const stale = replaced === undefined ? [] : fenceDeletes(chain, height).slice(fences.length);
      const others = [...fences, ...stale];
      return conditionHeld(others.length === 0 ? write(table, put) : transact(table, { block: put, fences: others }));
    },

    get,

    /** Whether the stored block at this height is another block. */
    async isReplaced(chain: ChainId, { height, hash }: BlockId): Promise<boolean> {
      const stored = await get(chain, height);
      return stored !== null && stored.hash !== hash;
    },

    /**
     * Adds references to a scanned block, under the name `part`, on condition that `check` holds. Returns false when
     * the table has another block, or none, at this height.
     */
    join: (
      chain: ChainId,
      { height, hash }: BlockId,
      refs: readonly RecordRef[],
      { part, check }: { readonly part: string; readonly check: Check },
    ): Promise<boolean> =>
      conditionHeld(
        transact(table, {
          part: { put: { ...keys.blockPart(chain, height, `${hash}#${part}`), records: refs, ttl: expiry() } },
          check,
        }),
      ),

    /**
     * The writes that add a reference to a scanned block in another transaction, if the chain still has the block. Null
     * when the chain has another block by now. No writes for a block that no reorganisation reaches any more.
     */
    async noting(chain: ChainId, { height, hash }: BlockId, ref: Omit<RecordRef, 'hash'>): Promise<Write[] | null> {
      const block = await get(chain, height);
      if (block === null) return [];
      if (block.hash !== hash) return null;
      const key = keys.blockPart(chain, height, `${hash}#${ref.id}`);
      return [{ put: { ...key, records: [{ ...ref, hash }], ttl: expiry() } }, sameBlockCheck(chain, block)];
    },

    /** Removes the block of a height at which the chain no longer has a block: a Solana slot that is now skipped. */
    async remove(chain: ChainId, height: number): Promise<void> {
      await transact(table, { block: { delete: keys.block(chain, height) }, fences: fenceDeletes(chain, height) });
    },
  };
}

export type BlockRepo = ReturnType<typeof blockRepo>;
