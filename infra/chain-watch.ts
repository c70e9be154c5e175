import type { ChainId } from '../lib/chains/registry.ts';

/** A watched chain: the input of its watcher. */
export interface Watch {
  readonly chain: ChainId;
  /** The first height of the first scan; the head by default. */
  readonly start?: number;
  /** Blocks on top of a block before the watcher scans it; the number of the registry by default. */
  readonly confirmations?: number;
  /** Blocks between two checks of balances; the number of the registry by default. */
  readonly reconcileEvery?: number;
  /**
   * Whether the watcher runs for a moment each minute, instead of all the time, while nobody watches an address of the
   * chain. The first wallet of the chain is then watched up to a minute later; no block is left out.
   */
  readonly restsUnwatched?: boolean;
}
