import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import * as z from 'zod';
import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { keys } from '../platform/table/keys.ts';
import { getItem } from '../platform/table/table.ts';
import { conditionHeld, IF_ABSENT, write } from '../platform/table/write.ts';
import { Instant } from '../values/fields.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';

/** A page is written again when it reaches half this age. Pages that no head names expire without cost. */
const PAGE_KEPT_SECONDS = 14 * 24 * 60 * 60;

const PageRef = z.object({ id: z.string(), count: z.int(), at: Instant });
export type PageRef = z.output<typeof PageRef>;

const WatchedHead = z.object({
  /** Counts how often the head was written. */
  version: z.int(),
  /** The pages contain all changes before this time. Later changes are in the watch log. */
  through: Instant,
  pages: z.array(PageRef).readonly(),
});

/** Names the pages that together hold the watched addresses of a chain. */
export type WatchedHead = z.output<typeof WatchedHead>;

const Page = z.object({ packed: z.instanceof(Uint8Array) });

const [deflated, inflated] = [promisify(deflateRaw), promisify(inflateRaw)];
/** No text repeats in addresses. A Huffman code alone is as small as other methods, and takes half the time. */
const HUFFMAN = { strategy: constants.Z_HUFFMAN_ONLY };

/** The packed watched addresses of a chain. A page never changes. */
export function watchedPages({ table, now, newId }: Pick<Deps, 'table' | 'now' | 'newId'>, chain: ChainId) {
  return {
    head: (): Promise<WatchedHead | null> => getItem(table, keys.watchedHead(chain), WatchedHead),

    /** The addresses of a page in match form, one in each line; null when the page has expired. */
    async read({ id }: PageRef): Promise<string | null> {
      const key = keys.watchedPage(chain, id);
      const page = (await getItem(table, key, Page, { stale: true })) ?? (await getItem(table, key, Page));
      return page === null ? null : (await inflated(page.packed)).toString();
    },

    /** Stores the addresses of a page. Nobody reads the page before a head names it. */
    async write(forms: readonly string[]): Promise<PageRef> {
      const [id, at] = [newId(), now()];
      const ttl = epochSeconds(plusSeconds(at, PAGE_KEPT_SECONDS));
      const packed = await deflated(forms.join('\n'), HUFFMAN);
      await write(table, { put: { ...keys.watchedPage(chain, id), packed, ttl } });
      return { id, count: forms.length, at: at.toISOString() };
    },

    /** Replaces the head. False when another process has replaced it since the read of `before`. */
    replace: (before: WatchedHead | null, next: Omit<WatchedHead, 'version'>): Promise<boolean> =>
      conditionHeld(
        write(table, {
          put: { ...keys.watchedHead(chain), version: (before?.version ?? 0) + 1, ...next },
          ...(before === null ? IF_ABSENT : { when: '#version = :version', values: { ':version': before.version } }),
        }),
      ),

    /** Whether a page is so young that it can stay as it is. */
    isYoung: ({ at }: PageRef): boolean => plusSeconds(new Date(at), PAGE_KEPT_SECONDS / 2) > now(),
  };
}

export type WatchedPages = ReturnType<typeof watchedPages>;
