import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import type { Chain } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import { plusSeconds } from '../values/time.ts';
import { ContradictionError } from './continuity.ts';
import { type CursorRepo, LEASE_SECONDS } from './cursor.ts';
import { type ScanDeps, type Scanned, scan } from './scan.ts';
import type { Watcher } from './schema.ts';

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
  /** Ends the run at once, in the middle of a scan: it hangs. */
  readonly signal: AbortSignal;
  /** The same, because the process is shut down. */
  readonly stopping: AbortSignal;
}

/** How often the lease is asked for while another watcher has it. */
const HANDOVER_MS = 500;
/** Endpoints may stand on two sides of a reorganisation for a moment; this often in a row they do not. */
const CONTRADICTIONS = 5;
/** A chain whose last scanned block is older, while newer ones have their confirmations, is behind. */
const LAGGING_SECONDS = 300;
/** No network that anything of value is on has no block for so long: if none is seen, its endpoints stand still. */
const STALE_SECONDS = 900;

/**
 * Watches a chain for a while: takes its lease, then scans it at its pace, until its time is over or the next run waits for
 * the lease.
 * @throws ChainUnavailableError or ContradictionError when no scan of the run went well, so that the function's error alarm tells.
 */
export async function watch(deps: WatchDeps, options: WatchOptions): Promise<void> {
  const { chain, confirmations, until, stopping } = options;
  const owner = deps.newId();
  const signal = AbortSignal.any([options.signal, stopping]);
  const isOver = () => signal.aborted || deps.now() >= until;
  while ((await deps.cursors.lease(chain.id, owner, { confirmations, head: null })) === null) {
    if (isOver()) return;
    await deps.cursors.ask(chain.id, owner);
    await deps.wait(HANDOVER_MS, signal);
  }
  try {
    await new Run(deps, { ...options, signal }, owner, isOver).poll();
  } finally {
    await deps.cursors.release(chain.id, owner);
  }
}

/** Whether another run has asked for the lease just now; one that gave up, or died, asks no more. */
const isAwaited = ({ next }: Watcher, owner: string, now: Date): boolean =>
  next !== null && next.owner !== owner && Date.parse(next.at) > now.getTime() - 4 * HANDOVER_MS;

/** The scans of one run. */
class Run {
  readonly #deps: WatchDeps;
  readonly #options: WatchOptions;
  readonly #owner: string;
  readonly #isOver: () => boolean;
  #last: Scanned | undefined;
  #failure: ChainUnavailableError | ContradictionError | undefined;
  #contradictions = 0;
  #told: number | undefined;
  #renewAt: Date;

  constructor(deps: WatchDeps, options: WatchOptions, owner: string, isOver: () => boolean) {
    this.#deps = deps;
    this.#options = options;
    this.#owner = owner;
    this.#isOver = isOver;
    this.#renewAt = plusSeconds(deps.now(), LEASE_SECONDS / 2);
  }

  async poll(): Promise<void> {
    const { chain, confirmations, start, signal, stopping } = this.#options;
    const proceed = () => this.#keepsLease();
    while (await proceed()) {
      try {
        this.#last = await scan(this.#deps, { chain, confirmations, start, signal, proceed });
        this.#contradictions = 0;
        this.#tell(this.#last);
        if (this.#last.cursor?.stopped) return;
        if (this.#last.more) continue;
      } catch (error) {
        if (!(error instanceof ChainUnavailableError || error instanceof ContradictionError)) throw error;
        this.#failure = error;
        if (error instanceof ContradictionError && (await this.#endsIt(error))) return;
      }
      await this.#deps.wait(chain.pollMs, signal);
    }
    await this.#tellLag();
    if (this.#last === undefined && this.#failure !== undefined && !stopping.aborted) throw this.#failure;
  }

  /** Whether to go on: the time is not over, the lease is ours, and nobody waits for it. */
  async #keepsLease(): Promise<boolean> {
    const { chain, confirmations } = this.#options;
    const head = this.#last?.head;
    if (this.#isOver()) return false;
    if (this.#deps.now() < this.#renewAt && this.#told === head) return true;
    this.#renewAt = plusSeconds(this.#deps.now(), LEASE_SECONDS / 2);
    this.#told = head;
    const watcher = await this.#deps.cursors.lease(chain.id, this.#owner, { confirmations, head: head ?? null });
    return watcher !== null && !isAwaited(watcher, this.#owner, this.#deps.now());
  }

  /** Stops the chain when its answers go on contradicting each other, or can mean nothing else. */
  async #endsIt(error: ContradictionError): Promise<boolean> {
    const { id } = this.#options.chain;
    log.error('chain.contradiction', { chain: id, reason: error.message });
    if (!error.isFinal && ++this.#contradictions < CONTRADICTIONS) return false;
    const cursor = await this.#deps.cursors.get(id);
    if (cursor !== null) await this.#deps.cursors.stop(cursor, error.message);
    log.error('chain.stopped', { chain: id, reason: error.message });
    return true;
  }

  #tell({ head, cursor, blocks, records }: Scanned): void {
    const { id } = this.#options.chain;
    if (blocks > 0) log.info('chain.scanned', { chain: id, blocks, records, height: cursor?.height, head });
    // In every run, so that the alarm lasts as long as the chain is stopped.
    if (cursor?.stopped) log.error('chain.stopped', { chain: id, reason: cursor.stopped.reason });
  }

  /** By the cursor, not by what the run came to: a scan that hangs, or a head that stands still, comes to nothing. */
  async #tellLag(): Promise<void> {
    const { chain, confirmations } = this.#options;
    const cursor = await this.#deps.cursors.get(chain.id);
    if (cursor === null || cursor.timestamp === null) return;
    const blocks = this.#last === undefined ? null : Math.max(this.#last.head - confirmations - cursor.height, 0);
    const seconds = Math.round((this.#deps.now().getTime() - Date.parse(cursor.timestamp)) / 1000);
    const isBehind = blocks !== 0 && seconds > LAGGING_SECONDS;
    const isStale = !chain.testnet && seconds > STALE_SECONDS;
    if (isBehind || isStale) log.error('chain.lagging', { chain: chain.id, blocks, seconds });
  }
}
