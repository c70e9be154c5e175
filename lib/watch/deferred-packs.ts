import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { BlockHeader } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import type { Key } from '../platform/table/keys.ts';
import { matchKeys, matchPrefixes } from '../platform/table/match-keys.ts';
import { packedParts, unpackedParts } from '../platform/table/packed-parts.ts';
import { queryPrefix, queryRange } from '../platform/table/table.ts';
import { deleteAll } from '../platform/table/write-all.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';
import { DecodedJson } from './decoded-json.ts';

/**
 * How long the table keeps packed transactions: far longer than an organisation may be behind. The alarm
 * `matches-overdue` rings after a third of this time.
 */
export const PACK_KEPT_SECONDS = 90 * 24 * 60 * 60;

/** Blocks that one query of a range covers: their packed transactions are in memory at the same time. */
const BLOCKS_PER_QUERY = 100;

/** Packs in memory: of a busy block, some MB. */
const MOST_PACKS = 32;

const DeferredTransaction = z.object({
  /** The place of the transaction in its block. */
  place: z.int(),
  transaction: DecodedJson,
  undecoded: z.string().nullable(),
  /** The addresses for which the transaction was deferred. */
  addresses: z.array(z.string()),
});

/** A transaction of a block with at least one deferred match. */
export type DeferredTransaction = z.output<typeof DeferredTransaction>;

const Part = z.object({ sk: z.string(), hash: z.string(), packed: z.instanceof(Uint8Array) });
const Pack = z.array(DeferredTransaction);

const unpacked = async (parts: readonly z.output<typeof Part>[]): Promise<DeferredTransaction[]> =>
  Pack.parse(await unpackedParts(parts.map(({ packed }) => packed)));

type ReadPack = ReadonlyMap<number, DeferredTransaction> | null;

/** The decoded transactions of deferred matches, packed by block and scan. A pack never changes. */
export function deferredPacks({ table, now }: Pick<Deps, 'table' | 'now'>) {
  const known = new LRUCache<string, Promise<ReadPack>>({ max: MOST_PACKS });

  async function read(chain: ChainId, height: number, pack: string): Promise<ReadPack> {
    const { pk } = matchKeys.deferredPack(chain, height, pack, 0);
    const parts = await queryPrefix(table, pk, matchPrefixes.deferredPack(height, pack), Part);
    return parts.length === 0 ? null : new Map((await unpacked(parts)).map((each) => [each.place, each]));
  }

  return {
    /** The items that hold the transactions of a block under the name `pack`. */
    async items(
      chain: ChainId,
      { height, hash }: Pick<BlockHeader, 'height' | 'hash'>,
      pack: string,
      transactions: readonly DeferredTransaction[],
    ): Promise<(Key & Record<string, unknown>)[]> {
      const text = JSON.stringify(transactions.map(({ transaction, ...rest }) => ({ ...rest, transaction })));
      const ttl = epochSeconds(plusSeconds(now(), PACK_KEPT_SECONDS));
      return (await packedParts(text)).map((packed, n) => ({
        ...matchKeys.deferredPack(chain, height, pack, n),
        hash,
        packed,
        ttl,
      }));
    },

    /**
     * The transactions of a pack by their place in the block. Null when the pack was removed or has expired. Reads each
     * pack once, because many organisations may have matches in one block.
     */
    read(chain: ChainId, height: number, pack: string): Promise<ReadPack> {
      const reading = known.get(pack) ?? read(chain, height, pack);
      known.set(pack, reading);
      // A read that failed is tried again.
      reading.catch(() => known.delete(pack));
      return reading;
    },

    /**
     * The transactions of deferred matches in a range of heights, both ends included, whether they were recorded
     * meanwhile or not. Includes those of blocks that were replaced: `blockHash` tells.
     */
    async *between(
      chain: ChainId,
      from: number,
      to: number,
    ): AsyncGenerator<{ readonly blockHash: string; readonly transactions: readonly DeferredTransaction[] }> {
      for (let first = from; first <= to; first += BLOCKS_PER_QUERY) {
        const end = matchKeys.deferredPack(chain, Math.min(first + BLOCKS_PER_QUERY - 1, to) + 1, '', 0);
        const parts = await queryRange(table, matchKeys.deferredPack(chain, first, '', 0), end, Part);
        const packs = Map.groupBy(parts, ({ sk }) => sk.slice(0, sk.lastIndexOf('#')));
        for (const [own = undefined, ...others] of packs.values()) {
          if (own === undefined) continue;
          yield { blockHash: own.hash, transactions: await unpacked([own, ...others]) };
        }
      }
    },

    /** Removes the packs of a height at which the chain no longer has a block, so that nobody records their matches. */
    async remove(chain: ChainId, height: number): Promise<void> {
      const { pk } = matchKeys.deferredPack(chain, height, '', 0);
      const parts = await queryPrefix(table, pk, matchPrefixes.deferredPacks(height), z.object({ sk: z.string() }));
      await deleteAll(
        table,
        parts.map(({ sk }) => ({ pk, sk })),
      );
    },
  };
}

export type DeferredPacks = ReturnType<typeof deferredPacks>;
