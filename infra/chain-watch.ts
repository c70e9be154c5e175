import type { TraceBlocks } from '../lib/chains/port/chain-entry.ts';
import type { ChainId } from '../lib/chains/registry.ts';

/** When the watchers trace whole blocks, by chain. */
export type TracedChains = Readonly<Partial<Record<ChainId, TraceBlocks>>>;

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
  /** When the watcher traces whole blocks, which costs a call for each block; as in the registry by default. */
  readonly traceBlocks?: TraceBlocks;
}

/** The watches of these chains. Each watcher rests while nobody watches an address of its chain. */
export const resting = (chains: readonly ChainId[], traceBlocks: TracedChains = {}): Watch[] =>
  chains.map((chain) => ({
    chain,
    restsUnwatched: true,
    ...(traceBlocks[chain] !== undefined && { traceBlocks: traceBlocks[chain] }),
  }));
