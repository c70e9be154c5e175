import * as z from 'zod';
import { matchForm } from './address.ts';
import table from './known-tokens.json' with { type: 'json' };
import { ChainId, chainIds, chainOf, familyNames } from './registry.ts';

/** An asset by its chain and contract. */
interface Asset {
  readonly chain: ChainId;
  /** Null for the native asset, and for a token of which only the symbol is known. */
  readonly tokenAddress: string | null;
  readonly symbol: string;
}

/** An asset of any chain, also of one that does not exist: a tenant may test a rule with any text. */
interface Named extends Omit<Asset, 'chain'> {
  readonly chain: string;
}

/** A token of a well-known issuer. The contract or the issuer decides: any contract can call itself USDC. */
export interface KnownToken {
  readonly symbol: string;
  /** The pair of the Chainlink feed that states the price, such as `EUR / USD`; null for a token without a feed. */
  readonly feed: string | null;
  /** The price in USD that the issuer promises to pay back; null where the price moves. */
  readonly usd: string | null;
  /** Where one issuer may issue several currencies (XRP Ledger): the code of this currency. */
  readonly currency?: string;
}

const keyOf = (chain: string, address: string): string => `${chain} ${matchForm(chain, address)}`;

const Tokens = z.array(
  z.object({
    symbol: z.string(),
    feed: z.string().nullable(),
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

/**
 * The symbols in lower case that only known tokens and wrapped coins may bear, behind the family. A symbol with a feed
 * is money everywhere. Other tokens, such as BONK, have bridged forms in families where the table has none of them.
 */
const taken: ReadonlySet<string> = new Set(
  Tokens.parse(table.tokens)
    .flatMap(({ symbol, feed, addresses }) => {
      const families = feed === null ? Object.keys(addresses).map((chain) => chainOf(chain).family) : familyNames;
      return families.map((family) => `${family} ${symbol}`);
    })
    .concat(chainIds.map(chainOf).map(({ family, nativeSymbol }) => `${family} W${nativeSymbol}`))
    .map((each) => each.toLowerCase()),
);

/**
 * Whether a token bears the symbol of a known token, of a wrapped coin or of the coin of its chain, and is another
 * token. The tokens of test networks are never fakes, because the table has none of them. Nor is an asset of which only
 * the symbol is known: no stranger states such an asset.
 */
export function isFake({ chain: id, tokenAddress, symbol: borne }: Named): boolean {
  const chain = ChainId.safeParse(id).data;
  if (chain === undefined || tokenAddress === null) return false;
  const asset = { chain, tokenAddress, symbol: borne };
  const { family, nativeSymbol, testnet } = chainOf(chain);
  const symbol = borne.toLowerCase();
  if (testnet || isWrapped(asset)) return false;
  const isTaken = taken.has(`${family} ${symbol}`) || symbol === nativeSymbol.toLowerCase();
  return isTaken && knownToken(asset)?.symbol.toLowerCase() !== symbol;
}

/** The pair of the feed that states the price of a native, wrapped or known asset; null for every other asset. */
export const pairOf = (asset: Asset): string | null =>
  isNative(asset) || isWrapped(asset)
    ? `${chainOf(asset.chain).nativeSymbol} / USD`
    : (knownToken(asset)?.feed ?? null);
