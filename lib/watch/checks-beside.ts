import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import type { Chain } from '../chains/registry.ts';
import { errorFields, log } from '../platform/log.ts';
import type { Cursor } from './schema.ts';

export interface BalanceCheckOptions {
  readonly chain: Chain;
  /** Blocks between two checks of all balances. */
  readonly every: number;
  /** The requests for balances in one stretch; by default, as many as fit into some seconds. */
  readonly requests?: number;
  readonly signal: AbortSignal;
  /** The check calls this function now and then, and ends when the function returns false. */
  proceed(): Promise<boolean>;
}

/** Compares balances with records when a check is due: all balances, or the next stretch of them. */
export type CheckBalances = (cursor: Cursor, options: BalanceCheckOptions) => Promise<void>;

/** A check that must end may use this time to store what it found. The next scan waits for no longer. */
const END_MS = 2_000;

interface Running {
  readonly done: Promise<void>;
  /** The check ends at its next step. */
  end(): void;
  /** The check ends at once: its calls to nodes fail. */
  abort(): void;
}

/**
 * The checks of balances of one run of a watcher, one at a time. They run beside the scans: the investigation of many
 * differences takes minutes, and nobody's alert waits for it.
 */
export class ChecksBeside {
  readonly #check: CheckBalances;
  readonly #options: Omit<BalanceCheckOptions, 'proceed'>;
  #running: Running | null = null;

  constructor(check: CheckBalances, options: Omit<BalanceCheckOptions, 'proceed'>) {
    this.#check = check;
    this.#options = options;
  }

  /** Begins a check after the block of the cursor, unless a check runs. */
  begin(cursor: Cursor): void {
    if (this.#running !== null) return;
    const stop = new AbortController();
    let isEnding = false;
    const signal = AbortSignal.any([this.#options.signal, stop.signal]);
    const done = this.#checked(cursor, { ...this.#options, signal, proceed: async () => !isEnding });
    const running: Running = {
      done: done.finally(() => {
        if (this.#running === running) this.#running = null;
      }),
      end: () => {
        isEnding = true;
      },
      abort: () => stop.abort(),
    };
    this.#running = running;
  }

  /** Waits for the check that runs, if any. */
  async finished(): Promise<void> {
    await this.#running?.done;
  }

  /** Ends the check that runs, if any, within `END_MS`. */
  async end(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    running.end();
    const timer = setTimeout(running.abort, END_MS);
    await running.done;
    clearTimeout(timer);
  }

  /** A check that fails must not stop the scans. The check runs again after a later scan. */
  async #checked(cursor: Cursor, options: BalanceCheckOptions): Promise<void> {
    try {
      await this.#check(cursor, options);
    } catch (error) {
      if (options.signal.aborted) return;
      const { id } = options.chain;
      if (error instanceof ChainUnavailableError)
        log.warn('balance.check_postponed', { chain: id, reason: error.message });
      else log.error('balance.check_failed', { chain: id, ...errorFields(error) });
    }
  }
}
