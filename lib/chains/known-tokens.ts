import * as z from 'zod';
import { matchForm } from './address.ts';
import table from './known-tokens.json' with { type: 'json' };
import { ChainId, chainOf } from './registry.ts';

/** An asset by its chain and contract. */
interface Asset {
  readonly chain: ChainId;
  /** Null for the native asset, and for a token of which only the symbol is known. */
  readonly tokenAddress: string | null;
  readonly symbol: string;
}

/** A token of a well-known issuer. The contract or the issuer decides: any contract can call itself USDC. */
export interface KnownToken {
  /** The pair of the Chainlink feed that states the price, such as `EUR / USD`. */
  readonly feed: string;
  /** The price in USD that the issuer promises to pay back; null where the price moves. */
  readonly usd: string | null;
  /** Where one issuer may issue several currencies (XRP Ledger): the code of this currency. */
  readonly currency?: string;
}

const keyOf = (chain: string, address: string): string => `${chain} ${matchForm(chain, address)}`;

const Tokens = z.array(
  z.object({
    feed: z.string(),
    usd: z.string().nullable(),
    currency: z.string().optional(),
    addresses: z.partialRecord(ChainId, z.array(z.string())),
  }),
);

const tokens: ReadonlyMap<string, KnownToken> = new Map(
  Tokens.parse(table.tokens).flatMap(({ addresses, ...token }) =>
    Object.entries(addresses).flatMap(([chain, all]) =>
      all.map((address): [string, KnownToken] => [keyOf(chain, address), token]),
    ),
  ),
);

/** The known token of an address; null for every other asset. */
export function knownToken({ chain, tokenAddress, symbol }: Asset): KnownToken | null {
  const token = tokenAddress === null ? undefined : tokens.get(keyOf(chain, tokenAddress));
  return token === undefined || (token.currency !== undefined && token.currency !== symbol) ? null : token;
}

/** Whether the asset is the native coin of its chain. */
export const isNative = ({ chain, tokenAddress, symbol }: Asset): boolean =>
  tokenAddress === null && symbol.toUpperCase() === chainOf(chain).nativeSymbol;

/** Whether the asset is a coin of its chain or a token of a known issuer: an asset that no stranger can make. */
export const isWellKnown = (asset: Asset): boolean => isNative(asset) || isWrapped(asset) || knownToken(asset) !== null;

/** Whether the asset is the native coin of its chain in the contract that wraps the coin. */
export function isWrapped({ chain, tokenAddress }: Asset): boolean {
  const { wrappedToken } = chainOf(chain);
  return tokenAddress !== null && wrappedToken !== null && keyOf(chain, tokenAddress) === keyOf(chain, wrappedToken);
}

/** The pair of the feed that states the price of a native, wrapped or known asset; null for every other asset. */
export const pairOf = (asset: Asset): string | null =>
  isNative(asset) || isWrapped(asset)
    ? `${chainOf(asset.chain).nativeSymbol} / USD`
    : (knownToken(asset)?.feed ?? null);
