import { invalidField } from '../../values/errors.ts';
import type { CountedList } from './counted-list.ts';
import type { Entry } from './entries.ts';
import { addTo } from './node.ts';
import { byKey, type Order } from './range.ts';

/** Each list reads all entries up to the page: so many cost some 1,000 read units. */
const MOST_MERGED = 10_000;

/** How many entries a walk finds at a time. */
const STEP = 1_000;

/** Lists without a common entry, read as one. A page reads of each list the entries that may be before it or on it. */
export function united(lists: readonly CountedList[]): CountedList {
  const [only, ...others] = lists;
  if (only !== undefined && others.length === 0) return only;
  return {
    /** @throws ApiError `validation_failed` on `page` for a page so deep that it reads too many entries. */
    async page({ skip, take, ...query }) {
      if (skip + take > MOST_MERGED) {
        throw invalidField('page', `ends at entry ${MOST_MERGED.toLocaleString('en')} here: follow \`meta.next\``);
      }
      const pages = await Promise.all(lists.map((list) => list.page({ ...query, skip: 0, take: skip + take })));
      const entries = inOrder(
        pages.flatMap((page) => page.entries),
        query.order,
      );
      return { total: pages.reduce((sum, { total }) => sum + total, 0), entries: entries.slice(skip, skip + take) };
    },

    async count(query) {
      const counts = await Promise.all(lists.map((list) => list.count(query)));
      return counts.reduce((sum, count) => sum + count, 0);
    },

    async buckets(query, groups, starts) {
      const all = await Promise.all(lists.map((list) => list.buckets(query, groups, starts)));
      return starts.map((_, bucket) => {
        const counts = new Map<string, number>();
        for (const own of all) for (const [key, n] of own[bucket] ?? []) addTo(counts, key, n);
        return counts;
      });
    },

    async requireExaminable(query) {
      await Promise.all(lists.map((list) => list.requireExaminable(query)));
    },

    async search(query, order, most) {
      const { value: entries = [] } = await this.all(query, order, most).next();
      return { entries, isEnd: entries.length < most };
    },

    async *all(query, order, step = STEP) {
      const walks = lists.map((list): Walk => ({ steps: list.all(query, order, step), entries: [], isDone: false }));
      const ready: Entry[] = [];
      for (;;) {
        await Promise.all(walks.map(goOn));
        const open = walks.flatMap((walk) => {
          const last = walk.entries.at(-1);
          return last === undefined ? [] : [{ walk, last }];
        });
        // What a walk has not read yet comes after its last entry.
        const [bound] = inOrder(
          open.map(({ last }) => last),
          order,
        );
        if (bound === undefined) break;
        const isReady = ({ key }: Entry) => (order === 'newest first' ? key >= bound.key : key <= bound.key);
        ready.push(
          ...inOrder(
            open.flatMap(({ walk }) => walk.entries.filter(isReady)),
            order,
          ),
        );
        for (const { walk } of open) walk.entries = walk.entries.filter((entry) => !isReady(entry));
        while (ready.length >= step) yield ready.splice(0, step);
      }
      if (ready.length > 0) yield ready;
    },
  };
}

/** A walk over one of the lists, with the entries that it has read and nobody has got. */
interface Walk {
  readonly steps: AsyncGenerator<readonly Entry[]>;
  entries: readonly Entry[];
  isDone: boolean;
}

/** Reads the next entries when there are none left. */
async function goOn(walk: Walk): Promise<void> {
  if (walk.isDone || walk.entries.length > 0) return;
  const { value, done } = await walk.steps.next();
  if (done === true) walk.isDone = true;
  else walk.entries = value;
}

function inOrder(entries: readonly Entry[], order: Order): Entry[] {
  const sorted = entries.toSorted(byKey);
  return order === 'newest first' ? sorted.reverse() : sorted;
}
