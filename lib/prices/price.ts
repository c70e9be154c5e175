import type { ChainId } from '../chains/registry.ts';

/** An asset to price. A token of an import has no address, because an import knows the symbol alone. */
export interface PricedAsset {
  readonly chain: ChainId;
  /** Null for the native asset, and for a token of which only the symbol is known. */
  readonly tokenAddress: string | null;
  readonly symbol: string;
}

/**
 * What a source says of an asset.
 * - `known`: the price in USD of one whole unit, as a decimal string.
 * - `unpriced`: the source answered that it knows no price.
 * - `failed`: the source gave no answer, or an answer that nobody can rely on. A later question may bring a price.
 */
export type Price =
  | { readonly status: 'known'; readonly usd: string }
  | { readonly status: 'unpriced' }
  | { readonly status: 'failed' };

/** The port to a source of prices. */
export interface PriceSource {
  /**
   * The prices of assets at a time, in the order of the assets. Callers name each asset once. Never rejects: a
   * transaction is recorded with or without its value.
   */
  pricesAt(assets: readonly PricedAsset[], at: Date): Promise<readonly Price[]>;
}
