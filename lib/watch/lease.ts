import type { ChainId } from '../chains/registry.ts';
import type { AbortableWait } from '../platform/abortable-wait.ts';
import { plusSeconds } from '../values/time.ts';
import { type CursorRepo, WATCH_LEASE_SECONDS } from './cursor.ts';
import type { Watcher } from './schema.ts';

export interface LeaseDeps {
  readonly cursors: Pick<CursorRepo, 'lease' | 'isFree' | 'requestHandover' | 'release'>;
  now(): Date;
  newId(): string;
  readonly wait: AbortableWait;
}

/** The lease that a run holds. */
export interface Lease {
  /**
   * Whether the run still holds the lease and no other run asks for it. Now and then renews the lease, which also
   * stores the head.
   * @param head the newest block of the chain; undefined before the run knows one.
   */
  isHeld(head: number | undefined): Promise<boolean>;
  release(): Promise<void>;
}

/** Milliseconds between two looks at a lease that another run holds. */
const HANDOVER_MS = 500;
/** Seconds after which a waiting run asks for the lease again. A request is good for twice this time. */
const REQUEST_SECONDS = 5;
/**
 * The next run starts after a minute. From then on the run renews its lease each time, but at most each `LOOK_SECONDS`,
 * to find the request of the next run soon: two runs that overlap both cost.
 */
const RELIEF_SECONDS = 60;
const LOOK_SECONDS = 2;

/**
 * Takes the lease of a chain. If another run holds it, asks for it and waits. Null when the time of this run is over.
 * @param isOver whether the time of this run is over.
 */
export async function takeLease(
  { cursors, now, newId, wait }: LeaseDeps,
  chain: ChainId,
  confirmations: number,
  { isOver, signal }: { readonly isOver: () => boolean; readonly signal: AbortSignal },
): Promise<Lease | null> {
  const owner = newId();
  const reliefAt = plusSeconds(now(), RELIEF_SECONDS);
  const renewed = (head: number | undefined) => cursors.lease(chain, owner, { confirmations, head: head ?? null });
  let taken: Watcher | null;
  for (;;) {
    taken = await renewed(undefined);
    if (taken !== null) break;
    if (isOver()) return null;
    await cursors.requestHandover(chain, owner);
    const askAgain = plusSeconds(now(), REQUEST_SECONDS);
    do await wait(HANDOVER_MS, signal);
    while (!isOver() && now() < askAgain && !(await cursors.isFree(chain)));
  }

  // Stores the first head of a chain at once.
  let hasHead = taken.head !== null;
  let renewAt = plusSeconds(now(), WATCH_LEASE_SECONDS / 2);
  return {
    async isHeld(head) {
      const at = now();
      if (at < renewAt && (hasHead || head === undefined)) return true;
      renewAt = plusSeconds(at, at < reliefAt ? WATCH_LEASE_SECONDS / 2 : LOOK_SECONDS);
      const watcher = await renewed(head);
      if (watcher === null) return false;
      hasHead = watcher.head !== null;
      return !isRequested(watcher, owner, now());
    },
    release: () => cursors.release(chain, owner),
  };
}

/** Whether another run asked for the lease recently. A run that gave up or died stops asking. */
const isRequested = ({ next }: Watcher, owner: string, now: Date): boolean =>
  next !== null && next.owner !== owner && plusSeconds(new Date(next.at), 2 * REQUEST_SECONDS) > now;
