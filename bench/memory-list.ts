import type {
  Head,
  ListStore,
  StoredChange,
  StoredLeaf,
  StoredSlice,
  TreeItem,
} from '../lib/platform/lists/list-store.ts';
import { NO_HEAD } from '../lib/platform/lists/list-store.ts';

/** What the requests of a list consume. */
export interface ListUsage {
  readUnits: number;
  writeUnits: number;
  requests: number;
}

type Consistency = 'stale' | 'strong';

/** The bytes of the partition key and of the attribute names of an item. */
const KEYS_BYTES = 'ORG#00000000-0000-4000-8000-000000000000#LIST#transactions'.length + 30;
const readUnits = (bytes: number, consistency: Consistency): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (consistency === 'strong' ? 1 : 0.5);
const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

/** The size of a change as DynamoDB counts it. */
const changeBytes = ({ sk, id, time, minus = [], plus = [] }: StoredChange): number =>
  KEYS_BYTES + [sk, id, time, ...minus, ...plus].reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);

const itemBytes = (item: TreeItem): number =>
  KEYS_BYTES + 20 + item.bound.length + item.body.length + ('ids' in item ? item.ids.length : 0);

/** A list in memory that counts the units that DynamoDB would charge. */
export function memoryList() {
  let head: Head = NO_HEAD;
  const tail = new Map<string, StoredChange>();
  const items = new Map<string, TreeItem>();
  const usage: ListUsage = { readUnits: 0, writeUnits: 0, requests: 0 };

  const nameOf = (level: number, slice: string, bound: string) => `${level}#${slice}#${bound}`;
  const keyOf = (item: TreeItem) => ('level' in item ? nameOf(item.level, item.slice, item.bound) : item.bound);
  const headBytes = ({ spine, folded }: Head) => KEYS_BYTES + JSON.stringify([spine, folded]).length;

  function read(units: number): void {
    usage.readUnits += units;
    usage.requests++;
  }
  function wrote(units: number): void {
    usage.writeUnits += units;
  }
  function item(key: string, consistency: Consistency): TreeItem | null {
    const found = items.get(key) ?? null;
    read(readUnits(found === null ? 0 : itemBytes(found), consistency));
    return found;
  }
  function changes(order: 1 | -1, limit: number): StoredChange[] {
    const found = [...tail.values()].sort((a, b) => (a.sk < b.sk ? -order : order)).slice(0, limit);
    read(
      readUnits(
        found.reduce((sum, change) => sum + changeBytes(change), 0),
        'strong',
      ),
    );
    return found;
  }

  const store: ListStore = {
    async head() {
      read(readUnits(headBytes(head), 'strong'));
      return head;
    },
    tail: async () => changes(-1, tail.size),
    oldest: async (limit) => changes(1, limit),
    async leaf(bound, consistency): Promise<StoredLeaf | null> {
      const found = item(bound, consistency);
      return found !== null && 'ids' in found ? found : null;
    },
    async slice(level, name, bound, consistency): Promise<StoredSlice | null> {
      return item(nameOf(level, name, bound), consistency);
    },
    async commit(before, next, written) {
      if (before.version !== head.version) return false;
      head = next;
      for (const each of written) items.set(keyOf(each), each);
      // A transaction costs twice as much.
      wrote(2 * (writeUnits(headBytes(next)) + written.reduce((sum, each) => sum + writeUnits(itemBytes(each)), 0)));
      return true;
    },
    async drop(folded) {
      for (const sk of folded) tail.delete(sk);
      wrote(folded.length);
    },
    async clear(before) {
      if (before.version !== head.version) return;
      wrote(writeUnits(headBytes(head)));
      head = { ...head, folded: [] };
    },
  };

  return {
    store,
    usage,
    items,
    /** What the transaction of a record writes. */
    append(change: StoredChange): void {
      tail.set(change.sk, change);
      wrote(2 * writeUnits(changeBytes(change)));
    },
    tailLength: () => tail.size,
  };
}
