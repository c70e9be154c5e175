import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { ifSame } from '../platform/table/if-same.ts';
import { keys } from '../platform/table/keys.ts';
import { getItem } from '../platform/table/table.ts';
import {
  conditionHeld,
  IF_ABSENT,
  nullIfConditionFailed,
  type Update,
  updateReturning,
  write,
} from '../platform/table/write.ts';
import { ApiError, notFound } from '../values/errors.ts';
import { plusSeconds } from '../values/time.ts';
import { Cursor, Watcher } from './schema.ts';

/**
 * How long other watchers wait after a watcher died, which renews its lease when half of it has passed. The lease only
 * avoids double work. The conditions on the cursor and on the block records make concurrent scans safe.
 */
export const WATCH_LEASE_SECONDS = 20;

/** The report of a watcher with its lease. `head` is null when no node of the chain answered. */
export type WatcherReport = Pick<Watcher, 'confirmations' | 'head'>;

/** The cursors of the chains, and the leases of their watchers. */
export function cursorRepo({ table, now }: Pick<Deps, 'table' | 'now'>) {
  const get = (chain: ChainId): Promise<Cursor | null> => getItem(table, keys.cursor(chain), Cursor);
  const watcher = (chain: ChainId): Promise<Watcher | null> => getItem(table, keys.watcher(chain), Watcher);

  /** Whether the lease of a chain is over. The read is stale, so the answer may come a moment late. */
  async function isFree(chain: ChainId): Promise<boolean> {
    const held = await getItem(table, keys.watcher(chain), Watcher, { stale: true });
    return held === null || new Date(held.leaseUntil) <= now();
  }

  /** Changes the cursor if it is unchanged since `before` was read. Null when another scan has moved the cursor. */
  async function change(before: Cursor, changes: Partial<Cursor>): Promise<Cursor | null> {
    const cursor = { ...before, ...changes };
    const written = await conditionHeld(
      write(table, {
        put: { ...keys.cursor(cursor.chain), ...cursor },
        ...ifSame(before, 'height', 'hash', 'from', 'stopped'),
      }),
    );
    return written ? cursor : null;
  }

  return {
    get,
    watcher,
    isFree,

    /** Creates the cursor of a new chain before the block at `from`. Null when another scan has created the cursor. */
    async begin(chain: ChainId, from: number): Promise<Cursor | null> {
      const cursor: Cursor = {
        chain,
        from,
        height: from - 1,
        hash: null,
        timestamp: null,
        earlier: [],
        stopped: null,
        tooDeep: null,
        tracedFrom: null,
      };
      const made = await conditionHeld(write(table, { put: { ...keys.cursor(chain), ...cursor }, ...IF_ABSENT }));
      return made ? cursor : null;
    },

    /** Moves the cursor forward to the next block, or back to an ancestor or to the position before the first block. */
    move: (cursor: Cursor, to: Moved) => {
      const { height, hash, timestamp } = to;
      return change(cursor, { height, hash, timestamp, tooDeep: null, tracedFrom: tracedFrom(cursor, to) });
    },

    /** Notes since when the nodes report a reorganisation that is too deep; null when a scan succeeded. */
    report: (cursor: Cursor, tooDeep: Cursor['tooDeep']) => change(cursor, { tooDeep }),

    /** Stops the scans of the chain until an operator resumes them. */
    stop: (cursor: Cursor, reason: string) => change(cursor, { stopped: { at: now().toISOString(), reason } }),

    /**
     * Resumes the scans of a stopped chain. Without `from`, the scans continue at the cursor. With `from`, they restart
     * at this height and do not check the parent of the first block; the earlier range stays and the blocks between are
     * a gap.
     * @throws ApiError `not_found` for a chain that was never watched, `conflict` when a scan moves the cursor
     *   meanwhile.
     */
    async resume(chain: ChainId, from?: number): Promise<Cursor> {
      const before = await get(chain);
      if (before === null) throw notFound(`cursor of ${chain}`);
      const scanned = before.height >= before.from ? [{ from: before.from, to: before.height }] : [];
      const anew = { hash: null, timestamp: null, tracedFrom: null };
      const restart = from === undefined ? {} : { from, height: from - 1, ...anew };
      const earlier = from === undefined ? before.earlier : [...before.earlier, ...scanned];
      const cursor = await change(before, { ...restart, earlier, stopped: null, tooDeep: null });
      if (cursor === null) throw new ApiError('conflict', `${chain} is being scanned; stop it or try again`);
      return cursor;
    },

    /** Takes or renews the lease of a chain. Null while another watcher holds the lease. */
    async lease(chain: ChainId, owner: string, { confirmations, head }: WatcherReport): Promise<Watcher | null> {
      const at = now();
      const reported = head === null ? {} : { head, headAt: at.toISOString() };
      const part: Update<Watcher> = {
        update: keys.watcher(chain),
        set: { owner, leaseUntil: plusSeconds(at, WATCH_LEASE_SECONDS).toISOString(), confirmations, ...reported },
        when: 'attribute_not_exists(#owner) OR #owner = :owner OR #leaseUntil <= :now',
        values: { ':owner': owner, ':now': at.toISOString() },
      };
      return nullIfConditionFailed(updateReturning(table, part, Watcher));
    },

    /** Asks the watcher that holds the lease to hand it over to `owner`. */
    async requestHandover(chain: ChainId, owner: string): Promise<void> {
      const set = { next: { owner, at: now().toISOString() } };
      await write(table, { update: keys.watcher(chain), set } satisfies Update<Watcher>);
    },

    /** Ends the lease, so that the next watcher starts at once. */
    async release(chain: ChainId, owner: string): Promise<void> {
      const part: Update<Watcher> = {
        update: keys.watcher(chain),
        set: { leaseUntil: now().toISOString() },
        ...ifSame({ owner }, 'owner'),
      };
      await conditionHeld(write(table, part));
    },
  };
}

export type CursorRepo = ReturnType<typeof cursorRepo>;

/** Where a scan moves the cursor. */
interface Moved extends Pick<Cursor, 'height' | 'hash' | 'timestamp'> {
  /** Whether the calls inside all transactions of the block are known. Absent where there is nothing to trace. */
  readonly isTraced?: boolean;
}

function tracedFrom({ height: before, tracedFrom: from }: Cursor, { height, isTraced }: Moved): number | null {
  if (height <= before) return from !== null && from <= height ? from : null;
  if (isTraced === undefined) return from;
  return isTraced ? (from ?? height) : null;
}
