import { mapConcurrent } from '../../values/concurrent.ts';
import { changed, netCounts } from './change.ts';
import type { Entry } from './entries.ts';
import type { Plan } from './filter.ts';
import { mayHave } from './leaf-terms.ts';
import {
  byKey,
  contains,
  coveredBy,
  END,
  firstAtOrAfter,
  isEmpty,
  type KeyRange,
  type Order,
  overlap,
} from './range.ts';
import type { Snapshot } from './snapshot.ts';

/** How many entries a request may examine. Their leaves cost some 7,000 read units. */
const MOST_EXAMINED = 1_000_000;
/** Leaves that are read at once, and leaves whose matches are in memory at once. */
const AT_ONCE = 16;
/** Leaves that a walk reads at first when it may end early. */
const FEW_AT_ONCE = 2;
const STEP = 256;

const UNKNOWN = new Uint8Array();

/** Whether a walk may end with the entries that it has found. */
export type IsEnough = (found: readonly Entry[]) => Promise<boolean>;

interface Found {
  readonly total: number;
  readonly entries: readonly Entry[];
}

/** A part of a tree with the keys that it covers. */
interface Part {
  readonly level: number;
  /** Null for the tree of an empty list. */
  readonly name: string | null;
  readonly keys: KeyRange;
  /** The entries in the part that match the counted conditions. Unknown for the root. */
  readonly counted?: number;
}

/**
 * Finds the matches of a filter in a snapshot. Every number contains the changes that the tree lacks.
 * @param refusal makes the error of a filter that no count answers and that would examine too many entries.
 */
export function descent(
  { root, net, leaf, slices: slicesOf, terms }: Omit<Snapshot, 'head'>,
  plan: Plan,
  refusal = () => new Error('too many entries would be examined'),
) {
  const inNet = netCounts(net, plan.matches);
  const netKeys = [...net.keys()].sort();
  const hasChanges = ({ from, until }: KeyRange) => (netKeys[firstAtOrAfter(netKeys, from)] ?? END) < until;
  const top: Part = { level: root?.level ?? 0, name: root?.name ?? null, keys: { from: '', until: END } };

  async function childrenOf({ level, name, keys }: Part): Promise<Part[]> {
    const summaries = level === 1 && plan.terms.length > 0 ? await terms(name ?? '') : [];
    // The summaries tell without the counts that no leaf of the node has the terms.
    const isWithout = summaries.length > 0 && !summaries.some((each) => mayHave(each, plan.terms));
    if (isWithout && !hasChanges(keys)) return [];
    const slices = await slicesOf(name ?? '', plan.slices);
    const children = slices[0]?.children ?? [];
    const sums = new Array<number>(children.length).fill(0);
    for (const each of slices) {
      const fields = each.values.length;
      for (const row of plan.rowsOf(each)) {
        for (let n = 0; n < sums.length; n++) sums[n] = (sums[n] ?? 0) + (row[fields + n] ?? 0);
      }
    }
    return children.map((child, n) => ({
      level: level - 1,
      name: child.name,
      keys: coveredBy(children, n, keys),
      counted: mayHave(summaries[n] ?? UNKNOWN, plan.terms) ? sums[n] : 0,
    }));
  }

  /** The matching entries of a leaf with the changes that it lacks, oldest first. */
  async function entriesOf({ name, keys, counted }: Part, range: KeyRange): Promise<Entry[]> {
    const { from, until } = overlap(keys, range);
    const own = netKeys.slice(firstAtOrAfter(netKeys, from), firstAtOrAfter(netKeys, until));
    // A leaf without a match is read only for its changes.
    const stored = name === null || (counted === 0 && own.length === 0) ? [] : await leaf(name);
    const entries = new Map(stored.map((entry) => [entry.key, entry]));
    for (const key of own) {
      const before = entries.get(key);
      const tuple = changed(before?.tuple ?? null, net.get(key) ?? []);
      if (tuple === null) entries.delete(key);
      else if (tuple !== undefined) entries.set(key, { key, tuple });
    }
    return [...entries.values()]
      .filter(({ key, tuple }) => key >= from && key < until && plan.matches(tuple))
      .sort(byKey);
  }

  async function countIn(part: Part, range: KeyRange): Promise<number> {
    const inside = overlap(part.keys, range);
    if (isEmpty(inside)) return 0;
    if (part.counted === 0) return inNet(inside);
    if (part.counted !== undefined && contains(range, part.keys)) return part.counted + inNet(part.keys);
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

  /** The leaves that can have a match, oldest first. */
  async function leavesIn(part: Part, range: KeyRange): Promise<Part[]> {
    const inside = overlap(part.keys, range);
    if (isEmpty(inside) || (part.counted === 0 && !hasChanges(inside))) return [];
    if (part.level === 0) return [part];
    const children = await childrenOf(part);
    return (await mapConcurrent(children, AT_ONCE, (child) => leavesIn(child, range))).flat();
  }

  /** Yields the leaves that can have a match in their order, and reads only the nodes on the way. */
  async function* leavesOf(part: Part, range: KeyRange, order: Order): AsyncGenerator<Part> {
    const inside = overlap(part.keys, range);
    if (isEmpty(inside) || (part.counted === 0 && !hasChanges(inside))) return;
    if (part.level === 0) {
      yield part;
      return;
    }
    const children = await childrenOf(part);
    if (order === 'newest first') children.reverse();
    for (const child of children) yield* leavesOf(child, range, order);
  }

  /** The leaves to read for a filter that nodes do not count. @throws the refusal when they have too many entries. */
  async function leavesToExamine(range: KeyRange): Promise<Part[]> {
    const leaves = await leavesIn(top, range);
    const most = leaves.reduce((sum, { counted = 0 }) => sum + counted, 0);
    if (most > MOST_EXAMINED) throw refusal();
    return leaves;
  }

  /** Counts and finds matches of a filter that the nodes do not count, by reading every leaf that can have a match. */
  async function examine(range: KeyRange, order: Order, skip: number, take: number): Promise<Found> {
    const leaves = await leavesToExamine(range);
    if (order === 'newest first') leaves.reverse();
    const entries: Entry[] = [];
    let total = 0;
    for (let n = 0; n < leaves.length; n += STEP) {
      for (const found of await mapConcurrent(leaves.slice(n, n + STEP), AT_ONCE, (each) => entriesOf(each, range))) {
        if (order === 'newest first') found.reverse();
        entries.push(...found.slice(Math.max(0, skip - total), Math.max(0, skip + take - total)));
        total += found.length;
      }
    }
    return { total, entries };
  }

  return {
    /** @throws the refusal when the nodes do not count the filter and the range has too many entries to examine. */
    async requireExaminable(range: KeyRange): Promise<void> {
      if (!plan.isCounted) await leavesToExamine(range);
    },

    async count(range: KeyRange): Promise<number> {
      return plan.isCounted ? countIn(top, range) : (await examine(range, 'oldest first', 0, 0)).total;
    },

    /** The entries at the places from `skip` in the order of the list. */
    async page(range: KeyRange, order: Order, skip: number, take: number): Promise<readonly Entry[]> {
      if (plan.isCounted) return pageIn(top, range, order, skip, take);
      return (await examine(range, order, skip, take)).entries;
    },

    /**
     * The first matches, at most `take`, and whether there are no others. Reads no counts, so that a walk over the list
     * costs its leaves alone.
     * @param isEnough ends the walk before `take`. It is asked after a few leaves at first, and then after more.
     */
    async first(
      range: KeyRange,
      order: Order,
      take: number,
      isEnough?: IsEnough,
    ): Promise<{ readonly entries: readonly Entry[]; readonly isEnd: boolean }> {
      const entries: Entry[] = [];
      let leaves: Part[] = [];
      let atOnce = isEnough === undefined ? AT_ONCE : FEW_AT_ONCE;
      let hasEnough = false;
      let isEnd = true;
      const examineLeaves = async () => {
        for (const found of await mapConcurrent(leaves, AT_ONCE, (each) => entriesOf(each, range))) {
          entries.push(...(order === 'newest first' ? found.reverse() : found));
        }
        leaves = [];
      };
      for await (const each of leavesOf(top, range, order)) {
        isEnd = !hasEnough;
        if (hasEnough) break;
        leaves.push(each);
        if (leaves.length < atOnce) continue;
        await examineLeaves();
        atOnce = Math.min(2 * atOnce, AT_ONCE);
        hasEnough = entries.length >= take || (await isEnough?.(entries)) === true;
      }
      await examineLeaves();
      return { entries: entries.slice(0, take), isEnd: isEnd && entries.length <= take };
    },

    /** A page, and the number of all matches in the range. */
    async both(range: KeyRange, order: Order, skip: number, take: number): Promise<Found> {
      if (!plan.isCounted) return examine(range, order, skip, take);
      const [total, entries] = await Promise.all([countIn(top, range), pageIn(top, range, order, skip, take)]);
      return { total, entries };
    },
  };
}
