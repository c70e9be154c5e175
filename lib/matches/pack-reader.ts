import { LRUCache } from 'lru-cache';
import type { ChainId } from '../chains/registry.ts';
import type { DeferredPacks, DeferredTransaction } from '../watch/deferred-packs.ts';

/** Packs in memory: of a busy block, some MB. */
const MOST_PACKS = 32;

export interface PackReader {
  /** See `DeferredPacks.read`. */
  read(chain: ChainId, height: number, pack: string): Promise<ReadonlyMap<number, DeferredTransaction> | null>;
}

/** Reads each pack once, because a pack never changes, and many organisations may have matches in one block. */
export function rememberedPacks(packs: Pick<DeferredPacks, 'read'>): PackReader {
  const known = new LRUCache<string, Promise<ReadonlyMap<number, DeferredTransaction> | null>>({ max: MOST_PACKS });
  return {
    read(chain, height, pack) {
      const held = known.get(pack);
      if (held !== undefined) return held;
      const reading = packs.read(chain, height, pack);
      known.set(pack, reading);
      // A read that failed is tried again.
      reading.catch(() => known.delete(pack));
      return reading;
    },
  };
}
