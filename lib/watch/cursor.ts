import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { keys } from '../platform/table/keys.ts';
import { getItem } from '../platform/table/table.ts';
import {
  type Condition,
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
 * How long a watcher that died keeps others from its chain. The lease saves work and is not what makes a scan safe: the
 * conditions on the cursor and on the block records are.
 */
export const LEASE_SECONDS = 10;

/** Of what the watcher saw last; `head` is null when no endpoint of the chain answered. */
export type Seen = Pick<Watcher, 'confirmations' | 'head'>;

/** How far each chain is scanned, and by whom. */
export function cursorRepo({ table, now }: Pick<Deps, 'table' | 'now'>) {
  const get = (chain: ChainId): Promise<Cursor | null> => getItem(table, keys.cursor(chain), Cursor);
  const watcher = (chain: ChainId): Promise<Watcher | null> => getItem(table, keys.watcher(chain), Watcher);

  /** Writes the cursor on condition that it still is what it was. Null when it is not: another scan has moved it. */
  async function change(before: Cursor, change: Partial<Cursor>): Promise<Cursor | null> {
    const cursor = { ...before, ...change };
    const written = await conditionHeld(
      write(table, { put: { ...keys.cursor(cursor.chain), ...cursor }, ...unchangedSince(before) }),
    );
    return written ? cursor : null;
  }

  return {
    get,
    watcher,

    /** The cursor of a chain that was never scanned, before the block at `from`; null when another scan made one. */
    async begin(chain: ChainId, from: number): Promise<Cursor | null> {
      const cursor: Cursor = {
        chain,
        from,
        height: from - 1,
        hash: null,
        timestamp: null,
        earlier: [],
        stopped: null,
      };
      const made = await conditionHeld(write(table, { put: { ...keys.cursor(chain), ...cursor }, ...IF_ABSENT }));
      return made ? cursor : null;
    },

    /** Moves to a block, the next one or one that is walked back to, if only to before the first. */
    move: (cursor: Cursor, { height, hash, timestamp }: Pick<Cursor, 'height' | 'hash' | 'timestamp'>) =>
      change(cursor, { height, hash, timestamp }),

    /** Ends the scanning of the chain until an operator has it go on. */
    stop: (cursor: Cursor, reason: string) => change(cursor, { stopped: { at: now().toISOString(), reason } }),

    /**
     * Has a stopped chain go on: from where it stopped, or anew from a height, whose parent is then not checked. What was
     * scanned before stays told, and what lies between is a gap.
     * @throws ApiError `not_found` for a chain that was never watched, `conflict` when it is being scanned just now.
     */
    async resume(chain: ChainId, from?: number): Promise<Cursor> {
      const before = await get(chain);
      if (before === null) throw notFound(`cursor of ${chain}`);
      const scanned = before.height >= before.from ? [{ from: before.from, to: before.height }] : [];
      const anew = from === undefined ? {} : { from, height: from - 1, hash: null, timestamp: null };
      const earlier = from === undefined ? before.earlier : [...before.earlier, ...scanned];
      const cursor = await change(before, { ...anew, earlier, stopped: null });
      if (cursor === null) throw new ApiError('conflict', `${chain} is being scanned; stop it or try again`);
      return cursor;
    },

    /** Takes or keeps the lease of a chain. Null while another watcher has it. */
    async lease(chain: ChainId, owner: string, { confirmations, head }: Seen): Promise<Watcher | null> {
      const at = now();
      const seen = head === null ? {} : { head, headAt: at.toISOString() };
      const part: Update<Watcher> = {
        update: keys.watcher(chain),
        set: { owner, leaseUntil: plusSeconds(at, LEASE_SECONDS).toISOString(), confirmations, ...seen },
        when: 'attribute_not_exists(#owner) OR #owner = :owner OR #leaseUntil <= :now',
        values: { ':owner': owner, ':now': at.toISOString() },
      };
      return nullIfConditionFailed(updateReturning(table, part, Watcher));
    },

    /** Tells the watcher that has the lease that another one waits for it. */
    async ask(chain: ChainId, owner: string): Promise<void> {
      await write(table, { update: keys.watcher(chain), set: { next: { owner, at: now().toISOString() } } });
    },

    /** Lets the next watcher begin at once. */
    async release(chain: ChainId, owner: string): Promise<void> {
      const set = { leaseUntil: now().toISOString() };
      await conditionHeld(
        write(table, { update: keys.watcher(chain), set, when: '#owner = :owner', values: { ':owner': owner } }),
      );
    },
  };
}

export type CursorRepo = ReturnType<typeof cursorRepo>;

const unchangedSince = ({ height, hash, from, stopped }: Cursor): Condition => ({
  when: '#height = :height AND #hash = :hash AND #from = :from AND #stopped = :stopped',
  values: { ':height': height, ':hash': hash, ':from': from, ':stopped': stopped },
});
