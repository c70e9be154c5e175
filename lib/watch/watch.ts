import { ChainUnavailable } from '../chains/chain.ts';
import type { Chain } from '../chains/registry.ts';
import { log } from '../log.ts';
import { plusSeconds } from '../time.ts';
import { Contradiction } from './continuity.ts';
import { type CursorRepo, LEASE_SECONDS } from './cursor.ts';
import { type ScanDeps, type Scanned, scan } from './scan.ts';

export interface WatchDeps extends ScanDeps {
  readonly cursors: CursorRepo;
  newId(): string;
  /** Waits, or less when the signal comes. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export interface WatchOptions {
  readonly chain: Chain;
  readonly confirmations: number;
  /** See ScanOptions. */
  readonly start?: number;
  /** When to begin no more scans. */
  readonly until: Date;
  /** Ends the run at once, in the middle of a scan. */
  readonly signal: AbortSignal;
}

/** How often the lease is asked for while another watcher has it. */
const HANDOVER_MS = 500;
/** Endpoints may stand on two sides of a reorganisation for a moment; this often in a row they do not. */
const CONTRADICTIONS = 5;
/** A chain whose last scanned block is older, while newer ones have their confirmations, is behind. */
const LAGGING_SECONDS = 300;

/**
 * Watches a chain for a while: takes its lease, then scans it at its pace. Runs overlap a little, so that the next one has the
 * lease as soon as this one lets it go.
 * @throws ChainUnavailable when no scan of the run could read the chain, so that the function's error alarm tells.
 */
export async function watch(deps: WatchDeps, options: WatchOptions): Promise<void> {
  const { chain, confirmations, until, signal } = options;
  const owner = deps.newId();
  const isOver = () => signal.aborted || deps.now() >= until;
  while (!(await deps.cursors.lease(chain.id, owner, { confirmations, head: null }))) {
    if (isOver()) return;
    await deps.wait(HANDOVER_MS, signal);
  }
  try {
    await poll(deps, options, owner, isOver);
  } finally {
    await deps.cursors.release(chain.id, owner);
  }
}

async function poll(deps: WatchDeps, options: WatchOptions, owner: string, isOver: () => boolean): Promise<void> {
  const { chain, confirmations, start, signal } = options;
  let last: Scanned | undefined;
  let unavailable: ChainUnavailable | undefined;
  let contradictions = 0;
  let told: number | undefined;
  let renewAt = plusSeconds(deps.now(), LEASE_SECONDS / 2);
  const proceed = async () => {
    if (isOver()) return false;
    if (deps.now() < renewAt && told === last?.head) return true;
    renewAt = plusSeconds(deps.now(), LEASE_SECONDS / 2);
    told = last?.head;
    return deps.cursors.lease(chain.id, owner, { confirmations, head: told ?? null });
  };
  while (await proceed()) {
    try {
      last = await scan(deps, { chain, confirmations, start, signal, proceed });
      contradictions = 0;
      tell(chain, last);
      if (last.cursor?.stopped) return;
      if (last.more) continue;
    } catch (error) {
      if (error instanceof ChainUnavailable) unavailable = error;
      else if (!(error instanceof Contradiction)) throw error;
      else if (await endsIt(deps, chain, error, ++contradictions)) return;
    }
    await deps.wait(chain.pollMs, signal);
  }
  if (last === undefined && unavailable !== undefined && !signal.aborted) throw unavailable;
  if (last !== undefined) tellLag(deps, options, last);
}

/** Stops the chain when its answers go on contradicting each other, or can mean nothing else. */
async function endsIt(deps: WatchDeps, { id }: Chain, error: Contradiction, nth: number): Promise<boolean> {
  log.error('chain.contradiction', { chain: id, reason: error.message });
  if (!error.isFinal && nth < CONTRADICTIONS) return false;
  const cursor = await deps.cursors.get(id);
  if (cursor !== null) await deps.cursors.stop(cursor, error.message);
  log.error('chain.stopped', { chain: id, reason: error.message });
  return true;
}

function tell({ id }: Chain, { head, cursor, blocks, records }: Scanned): void {
  if (blocks > 0) log.info('chain.scanned', { chain: id, blocks, records, height: cursor?.height, head });
  // In every run, so that the alarm lasts as long as the chain is stopped.
  if (cursor?.stopped) log.error('chain.stopped', { chain: id, reason: cursor.stopped.reason });
}

function tellLag(deps: WatchDeps, { chain, confirmations }: WatchOptions, { head, cursor }: Scanned): void {
  if (cursor === null || cursor.timestamp === null) return;
  const blocks = head - confirmations - cursor.height;
  const seconds = Math.round((deps.now().getTime() - Date.parse(cursor.timestamp)) / 1000);
  if (blocks > 0 && seconds > LAGGING_SECONDS) log.error('chain.lagging', { chain: chain.id, blocks, seconds });
}
