import type { TraceBlocks } from '../chains/port/chain-entry.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import type { Chain } from '../chains/registry.ts';
import type { AbortableWait } from '../platform/abortable-wait.ts';
import { log } from '../platform/log.ts';
import { measured } from '../platform/metrics.ts';
import { type CheckBalances, ChecksBeside } from './checks-beside.ts';
import { ContradictionError } from './continuity.ts';
import { handleContradiction } from './contradictions.ts';
import type { CursorRepo } from './cursor.ts';
import { takeLease } from './lease.ts';
import { type ScanChainDeps, type ScanResult, scan } from './scan.ts';
import type { Cursor } from './schema.ts';

export interface WatchDeps extends ScanChainDeps {
  readonly cursors: CursorRepo;
  /** Called after each scan, and runs beside the next scans. */
  readonly checkBalances?: CheckBalances;
  /** Whether a watched address of the chain has code, as far as the checks of balances know. */
  watchesCode?(cursor: Cursor): Promise<boolean>;
  newId(): string;
  readonly wait: AbortableWait;
}

export interface WatchOptions {
  readonly chain: Chain;
  /** Blocks between two checks of balances; by default, the number of the registry. */
  readonly reconcileEvery?: number;
  readonly confirmations: number;
  /** When the scans trace whole blocks; by default as in the registry. */
  readonly traceBlocks?: TraceBlocks;
  /** See `ScanChainOptions`. */
  readonly start?: number;
  /**
   * Ends the run as soon as it has scanned all blocks of a chain on which nobody watches an address. The next run scans
   * the blocks that came meanwhile, so that none is left out.
   */
  readonly restsUnwatched?: boolean;
  /** The memory that the process may use. */
  readonly memoryMb: number;
  /** The run starts no scan after this time. */
  readonly until: Date;
  /** Ends the run at once, in the middle of a scan that hangs. */
  readonly signal: AbortSignal;
  /** Ends the run at once because the process shuts down. */
  readonly stopping: AbortSignal;
}

/** A chain lags when its last scanned block is older than this while newer blocks have enough confirmations. */
const LAG_ALARM_SECONDS = 300;
/** A main net without a new block for this long means that its nodes stand still. */
const STALE_SECONDS = 900;

/**
 * Watches a chain for one run: takes the lease, then scans the chain at its polling interval. The run ends when its
 * time is over or when the next run asks for the lease.
 * @throws ChainUnavailableError or ContradictionError when no scan of the run succeeded. The error alarm of the
 *   function then informs the operators.
 */
export async function watch(deps: WatchDeps, options: WatchOptions): Promise<void> {
  const { chain, confirmations, until, stopping } = options;
  const signal = AbortSignal.any([options.signal, stopping]);
  const isOver = () => signal.aborted || deps.now() >= until;
  const lease = await takeLease(deps, chain.id, confirmations, { isOver, signal });
  if (lease === null) return;
  const run = new Run(deps, { ...options, signal }, async (head) => !isOver() && (await lease.isHeld(head)));
  try {
    await run.poll();
  } finally {
    // The next run begins a check of its own.
    await run.endCheck();
    await lease.release();
    await run.end();
    await deps.deferral.end();
  }
}

/** The scans of one run of a watcher. */
class Run {
  readonly #deps: WatchDeps;
  readonly #options: WatchOptions;
  readonly #mayGoOn: (head: number | undefined) => Promise<boolean>;
  #last: ScanResult | undefined;
  #failure: ChainUnavailableError | ContradictionError | undefined;
  /** The newest head, also when the scan then failed. */
  #head: number | undefined;
  readonly #ended = new AbortController();
  #packing: Promise<void> | null = null;
  readonly #checks: ChecksBeside;

  constructor(deps: WatchDeps, options: WatchOptions, mayGoOn: (head: number | undefined) => Promise<boolean>) {
    this.#deps = deps;
    this.#options = options;
    this.#mayGoOn = mayGoOn;
    const { chain, reconcileEvery: every = chain.reconcileEvery, signal } = options;
    this.#checks = new ChecksBeside(deps.checkBalances ?? (async () => undefined), { chain, every, signal });
  }

  async poll(): Promise<void> {
    const { chain, confirmations, start, signal, stopping } = this.#options;
    const traces = (cursor: Cursor) => this.#traces(cursor);
    const proceed = () => this.#mayGoOn(this.#head);
    const found = (head: number) => {
      this.#head = head;
    };
    // A check compares with the records of the blocks that are replaced.
    const replacing = () => this.#checks.end();
    let known: Cursor | null = null;
    while (await proceed()) {
      try {
        const from = known;
        // A scan that fails may have moved the cursor.
        known = null;
        const options = { chain, confirmations, start, known: from, traces, signal, proceed, found, replacing };
        this.#last = await scan(this.#deps, options);
        this.#logScan(this.#last);
        const { cursor } = this.#last;
        if (cursor?.stopped) return;
        known = cursor?.tooDeep ? await this.#deps.cursors.report(cursor, null) : cursor;
        if (cursor) this.#checks.begin(cursor);
        this.#pack();
        if (this.#last.more) continue;
      } catch (error) {
        if (!(error instanceof ChainUnavailableError || error instanceof ContradictionError)) throw error;
        this.#failure = error;
        if (error instanceof ContradictionError && (await handleContradiction(this.#deps, chain.id, error))) return;
      }
      if (await this.#mayRest()) {
        await this.#checks.finished();
        break;
      }
      await this.#deps.wait(chain.pollMs, signal);
    }
    await this.#logLag();
    if (this.#last === undefined && this.#failure !== undefined && !stopping.aborted) throw this.#failure;
  }

  async #traces(cursor: Cursor): Promise<boolean> {
    const { chain, traceBlocks = chain.traceBlocks ?? 'contracts' } = this.#options;
    if (traceBlocks !== 'contracts') return traceBlocks === 'always';
    return (await this.#deps.watchesCode?.(cursor)) ?? false;
  }

  /** An address that somebody began to watch before this call keeps the run going. */
  async #mayRest(): Promise<boolean> {
    const { chain, restsUnwatched = false } = this.#options;
    return restsUnwatched && (await this.#deps.watched(chain.id).isEmpty());
  }

  /** Ends the check of balances that runs. */
  endCheck(): Promise<void> {
    return this.#checks.end();
  }

  /** Waits for the page that is being packed. */
  async end(): Promise<void> {
    this.#ended.abort();
    await this.#packing;
  }

  /** Packs the watched addresses beside the scans, which do not wait. */
  #pack(): void {
    const { chain, signal } = this.#options;
    const watched = this.#deps.watched(chain.id);
    this.#packing ??= watched.pack(AbortSignal.any([signal, this.#ended.signal])).finally(() => {
      this.#packing = null;
    });
  }

  #logScan({ head, cursor, blocks, records }: ScanResult): void {
    const { id } = this.#options.chain;
    if (blocks > 0) {
      const counted = measured(this.#deps.now(), { chainRecords: records }, { chain: id });
      log.info('chain.scanned', { ...counted, blocks, records, height: cursor?.height, head });
    }
    // Every run logs this line, so that the alarm lasts as long as the chain is stopped.
    if (cursor?.stopped) log.error('chain.stopped', { chain: id, reason: cursor.stopped.reason });
  }

  /**
   * Reads the lag from the cursor, because a scan that hangs or a head that stands still has no result. Each run logs
   * the lag, so that the absence of this line means that no run ends. Lambda publishes no metric of memory, so the line
   * has this, too.
   */
  async #logLag(): Promise<void> {
    const { chain, confirmations, memoryMb } = this.#options;
    const cursor = await this.#deps.cursors.get(chain.id);
    if (cursor === null || cursor.timestamp === null) return;
    const blocks = this.#head === undefined ? null : Math.max(this.#head - confirmations - cursor.height, 0);
    const seconds = Math.round((this.#deps.now().getTime() - Date.parse(cursor.timestamp)) / 1000);
    const watcherMemoryPercent = Math.round((100 * process.memoryUsage.rss()) / (memoryMb * 2 ** 20));
    log.info('chain.watched', {
      ...measured(this.#deps.now(), { chainLagSeconds: seconds, watcherMemoryPercent }, { chain: chain.id }),
      blocks,
    });
    const isBehind = blocks !== 0 && seconds > LAG_ALARM_SECONDS;
    const isStale = !chain.testnet && seconds > STALE_SECONDS;
    if (isBehind || isStale) log.error('chain.lagging', { chain: chain.id, blocks, seconds });
  }
}
