import { changed } from './change.ts';
import { tupleKey } from './definition.ts';
import type { Plan } from './filter.ts';
import type { Entry } from './leaf.ts';
import { tupleOf } from './slice.ts';
import { contains, isEmpty, type KeyRange, type Order, overlap, type Snapshot } from './snapshot.ts';
import { tailCounts } from './tail-counts.ts';
import { childrenIn, rootOf, type TreePart } from './tree-part.ts';

/** `counted`: the matches in the part without the tail. Undefined for an open part. */
type Part = TreePart & { readonly counted?: number };

/** Finds the matches of a filter in a snapshot. Every number contains the effect of the tail. */
export function descent(snapshot: Snapshot, plan: Plan) {
  const { net } = snapshot;
  const inTail = tailCounts(net, plan);
  const root: Part = rootOf(snapshot);

  async function childrenOf(part: Part): Promise<Part[]> {
    const slices = await Promise.all(plan.slices.map((name) => snapshot.slice(part.level, part.at, name)));
    const children = childrenIn(snapshot, part, slices[0]?.children ?? []);
    const sums = new Array<number>(children.length).fill(0);
    for (const each of slices) {
      const facets = each.values.length;
      for (const row of plan.rowsOf(each)) {
        for (let n = 0; n < sums.length; n++) sums[n] = (sums[n] ?? 0) + (row[facets + n] ?? 0);
      }
    }
    return children.map((child, n) => ({ ...child, counted: child.isOpen ? undefined : sums[n] }));
  }

  /** The matching entries of a leaf with the changes of the tail, oldest first. */
  async function entriesOf({ at, keys }: Part, range: KeyRange): Promise<Entry[]> {
    const { from, until } = overlap(keys, range);
    const stored = at.version === 0 ? [] : await snapshot.leaf(at);
    const entries = new Map(stored.map((entry) => [entry.key, entry]));
    for (const [key, counts] of net) {
      if (key < from || key >= until) continue;
      const before = entries.get(key);
      const tuple = changed(before === undefined ? null : tupleKey(before.tuple), counts);
      if (typeof tuple === 'string') entries.set(key, { key, tuple: tupleOf(tuple) });
      else if (tuple === null) entries.delete(key);
    }
    return [...entries.values()]
      .filter(({ key, tuple }) => key >= from && key < until && plan.matches(tuple))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  async function countIn(part: Part, range: KeyRange): Promise<number> {
    const inside = overlap(part.keys, range);
    if (isEmpty(inside)) return 0;
    if (part.counted === 0) return inTail(inside);
    if (part.counted !== undefined && contains(range, part.keys)) return part.counted + inTail(part.keys);
    if (part.level === 0) return (await entriesOf(part, range)).length;
    const counts = await Promise.all((await childrenOf(part)).map((child) => countIn(child, range)));
    return counts.reduce((sum, n) => sum + n, 0);
  }

  async function pageIn(part: Part, range: KeyRange, order: Order, skip: number, take: number): Promise<Entry[]> {
    if (part.level === 0) {
      const entries = await entriesOf(part, range);
      return (order === 'newest first' ? entries.reverse() : entries).slice(skip, skip + take);
    }
    const children = await childrenOf(part);
    if (order === 'newest first') children.reverse();
    const counts = await Promise.all(children.map((child) => countIn(child, range)));
    let before = 0;
    const found = children.map((child, n) => {
      const first = Math.max(0, skip - before);
      const last = Math.min(counts[n] ?? 0, skip + take - before);
      before += counts[n] ?? 0;
      return first >= last ? [] : pageIn(child, range, order, first, last - first);
    });
    return (await Promise.all(found)).flat();
  }

  return {
    count: (range: KeyRange): Promise<number> => countIn(root, range),
    /** The entries at the places from `skip` in the order of the list. */
    page: (range: KeyRange, order: Order, skip: number, take: number): Promise<Entry[]> =>
      pageIn(root, range, order, skip, take),
  };
}
