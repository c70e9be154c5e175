/**
 * Whether a scan asks for the calls inside all transactions of a block: while a watched address of the chain has code,
 * in each block, or never.
 */
export const TRACE_BLOCKS = ['contracts', 'always', 'never'] as const;
export type TraceBlocks = (typeof TRACE_BLOCKS)[number];

/** A chain as data. */
export interface ChainEntry {
  /** For people. */
  readonly name: string;
  readonly nativeSymbol: string;
  readonly nativeDecimals: number;
  /** EIP-155 chain id; null for other families. */
  readonly chainId: number | null;
  /** Blocks on top of a block before the watcher takes the block as final. */
  readonly confirmations: number;
  /** Milliseconds between two polls of the watcher: about the time between two blocks. */
  readonly pollMs: number;
  /**
   * Seconds between two blocks, from which the coverage tells that a chain or its nodes stand still. Null where blocks
   * come on demand, so that a long time without a block means nothing.
   */
  readonly blockSeconds: number | null;
  /**
   * How many blocks lie between two checks of the balances of all watched addresses: about five minutes, or about a day
   * where each transaction states the balances that it leaves.
   */
  readonly reconcileEvery: number;
  /** The addresses of one request for balances. */
  readonly accountsPerRequest: number;
  /** A transaction's page in a public explorer is this text and the hash; null where there is no explorer. */
  readonly explorer: string | null;
  /** The page of an address, in the same way. */
  readonly addressExplorer: string | null;
  /**
   * CoinGecko id of the native asset, which DefiLlama also takes; null where the asset has no value (test networks).
   */
  readonly priceId: string | null;
  /** DefiLlama's name of the chain, under which DefiLlama prices tokens by address; null where there are no prices. */
  readonly priceChain: string | null;
  /** The token that wraps the native coin (WETH9, wrapped SOL), in canonical form; null where the chain has none. */
  readonly wrappedToken: string | null;
  /**
   * Whether the blocks keep a processor busy, because a block has megabytes and the next block comes within seconds.
   * The watcher of such a chain has a whole processor.
   */
  readonly busy?: true;
  /** When the watcher traces whole blocks; `contracts` by default. With `always`, backfills trace too. */
  readonly traceBlocks?: TraceBlocks;
  /**
   * What a call can state of the block in which it runs: its number and the hash of its parent, unless something else
   * is named.
   */
  readonly callsState?: 'number' | 'nothing';
  readonly testnet: boolean;
  /** Whether a lookup that names no chain asks this chain. */
  readonly searched: boolean;
}

/** A chain with its names. The registry above the families knows which ids exist. */
export interface Chain extends ChainEntry {
  readonly id: string;
  readonly family: string;
}
