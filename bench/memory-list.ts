import {
  type Consistency,
  type Head,
  type ListStore,
  listCaches,
  type Merge,
  NO_HEAD,
} from '../lib/platform/lists/list-store.ts';
import { entriesText, type StoredChange } from '../lib/platform/lists/tail.ts';
import { nodesPrefix } from '../lib/platform/table/counted-list-keys.ts';

/** What the requests of a list consume. */
export interface ListUsage {
  readUnits: number;
  writeUnits: number;
  requests: number;
}

/** The bytes of the partition key and of the attribute names of an item. */
const KEYS_BYTES = 'ORG#00000000-0000-4000-8000-000000000000#LIST#transactions'.length + 30;
const readUnits = (bytes: number, consistency: Consistency): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (consistency === 'strong' ? 1 : 0.5);
const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

const changeBytes = ({ sk, entries }: StoredChange): number =>
  KEYS_BYTES + sk.length + Buffer.byteLength(entriesText(entries));
const headBytes = ({ root, sideTree, runs, packed }: Head): number =>
  KEYS_BYTES + JSON.stringify([root, sideTree, runs, packed]).length;
const itemBytes = (parts: readonly Uint8Array[]): number =>
  KEYS_BYTES + 30 + parts.reduce((sum, part) => sum + part.length, 0);

/** A list in memory that counts the units that DynamoDB would charge. */
export function memoryList() {
  let head: Head = NO_HEAD;
  const tail = new Map<string, StoredChange>();
  const items = new Map<string, readonly Uint8Array[]>();
  const merges = new Map<string, Merge>();
  const usage: ListUsage = { readUnits: 0, writeUnits: 0, requests: 0 };

  function read(bytes: number, consistency: Consistency = 'strong'): void {
    usage.readUnits += readUnits(bytes, consistency);
    usage.requests++;
  }
  function wrote(bytes: number, times = 1): void {
    usage.writeUnits += times * writeUnits(bytes);
  }

  const store: ListStore = {
    cache: listCaches()(''),
    async head(consistency) {
      read(headBytes(head), consistency);
      return head;
    },
    async tail(limit = tail.size) {
      const found = [...tail.values()].sort((a, b) => (a.sk < b.sk ? -1 : 1)).slice(0, limit);
      read(found.reduce((sum, change) => sum + changeBytes(change), 0));
      return found;
    },
    async items(sks) {
      usage.requests++;
      const found = new Map<string, readonly Uint8Array[]>();
      for (const sk of sks) {
        const parts = items.get(sk);
        usage.readUnits += readUnits(parts === undefined ? 0 : itemBytes(parts), 'stale');
        if (parts !== undefined) found.set(sk, parts);
      }
      return found;
    },
    async beginning(prefix) {
      const found = new Map([...items].filter(([sk]) => sk.startsWith(prefix)));
      read(
        [...found.values()].reduce((sum, parts) => sum + itemBytes(parts), 0),
        'stale',
      );
      return found;
    },
    async item(sk, consistency) {
      const found = items.get(sk) ?? null;
      read(found === null ? 0 : itemBytes(found), consistency);
      return found;
    },
    async commit(before, next, run) {
      if (before.version !== head.version) return false;
      head = next;
      if (run !== null) items.set(run.sk, run.parts);
      // A transaction costs twice as much.
      wrote(headBytes(next), 2);
      if (run !== null) wrote(itemBytes(run.parts), 2);
      return true;
    },
    async forget(before) {
      if (before.version !== head.version) return;
      wrote(headBytes(head));
      head = { ...head, packed: [] };
    },
    async put(written) {
      for (const { sk, parts } of written) {
        items.set(sk, parts);
        wrote(itemBytes(parts));
      }
    },
    async drop(sks) {
      for (const sk of sks) {
        wrote(itemBytes(items.get(sk) ?? []));
        tail.delete(sk);
        items.delete(sk);
        merges.delete(sk);
      }
    },
    async merges() {
      read(0);
      return [...merges.values()];
    },
    async begin(merge) {
      wrote(0);
      merges.set(merge.sk, merge);
    },
    async abandon({ sk }) {
      const merge = merges.get(sk);
      if (merge === undefined || merge.state === 'committed') return false;
      wrote(0);
      merges.set(sk, { ...merge, state: 'abandoned' });
      return true;
    },
    async commitMerge(before, next, [merge, ...others]) {
      if (before.version !== head.version || merges.get(merge.sk)?.state !== 'active') return false;
      head = next;
      wrote(headBytes(next), 2);
      for (const each of [merge, ...others]) {
        merges.set(each.sk, each);
        wrote(KEYS_BYTES + JSON.stringify(each.garbage).length, 2);
      }
      return true;
    },
    nodesOf: async ({ sk }) => [...items.keys()].filter((key) => key.startsWith(nodesPrefix(sk))),
  };

  return {
    store,
    usage,
    items,
    merges,
    /** What the transaction of a record writes. */
    append(change: StoredChange): void {
      tail.set(change.sk, change);
      wrote(changeBytes(change), 2);
    },
    tailLength: () => tail.size,
  };
}
