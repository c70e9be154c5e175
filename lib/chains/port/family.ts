import type { Chain, ChainEntry, ChainReader } from './chain.ts';

/** An address in the only spelling that records store and compare. */
export interface ParsedAddress {
  readonly address: string;
  /** The tag that the text states, such as an X-address of the XRP Ledger; null for a text without a tag. */
  readonly destinationTag: number | null;
}

/** Addresses that are no account of a user. */
export interface ListedAddresses {
  /** Completes the sentence "the address …". */
  readonly reason: string;
  /** By default all chains of the family. */
  readonly chains?: readonly string[];
  /** In canonical form. */
  readonly addresses: readonly string[];
}

/** The symbol and the decimals that a token contract states; null where the contract states no usable value. */
export interface TokenInfo {
  readonly symbol: string | null;
  readonly decimals: number | null;
}

/**
 * Keeps token infos longer than a process lives. Never rejects: the cache saves calls, and nothing depends on the
 * cache.
 */
export interface TokenCache {
  /** The kept info of a token, by the canonical address of its contract; null when nothing is kept. */
  get(address: string): Promise<KeptToken | null>;
  put(address: string, token: KeptToken): Promise<void>;
}

export interface KeptToken extends TokenInfo {
  /** For how long the info may still be used. */
  readonly seconds: number;
}

export interface ReaderOptions {
  /** For families whose transactions do not state symbols and decimals. Without a cache, only the process remembers. */
  readonly tokens?: TokenCache;
  /** The symbol of a token of a well-known issuer, by the canonical address of the token; null for other tokens. */
  readonly listedSymbol?: (address: string) => string | null;
  /**
   * Milliseconds that one node may take, for tests; blocks and lookups have limits of their own without this option.
   */
  readonly attemptMs?: number;
  /** Milliseconds on a clock that only goes forward, for tests. */
  readonly now?: () => number;
}

/** @param urls RPC URLs, tried in order. Without URLs the reader throws ChainUnavailableError. */
export type MakeReader = (chain: Chain, urls: readonly string[], options?: ReaderOptions) => ChainReader;

/**
 * A chain family: all that the product knows of a kind of chain. A folder beside `port/` implements this interface, and
 * one line in `lib/chains/families.ts` registers the folder. No other code names a family.
 */
export interface ChainFamily {
  /** Completes the sentence "must be an address of …", with the article where the name has one. */
  readonly label: string;
  /** The text of an error message about the spelling of an address, beside the label. */
  readonly addressHint?: string;
  /** The chains by id, in the order of `GET /api/chains`. An address means the same owner on all chains of a family. */
  readonly chains: Readonly<Record<string, ChainEntry>>;
  /**
   * Programs, precompiles, contracts and addresses of nobody that are known to be busy. A wallet with such an address
   * would record the activity of strangers. The contracts of wrapped coins are in `chains`.
   */
  readonly listed: readonly ListedAddresses[];
  /** The token standards that the decoder names. Only units of a fungible asset have a price. */
  readonly standards: Readonly<Record<string, { readonly fungible: boolean }>>;
  /** The standard of a token of which an import knows only the symbol. */
  readonly importedTokenStandard: string;
  /** Whether a transaction can move value in calls that its logs do not state. */
  readonly hasInnerCalls: boolean;
  /** Whether several owners may share an address, each with a tag that tells their payments apart. */
  readonly hasTags: boolean;
  /**
   * The tokens whose balances checks compare: those that moved (the reader has `tokenAccounts`), those for which a rule
   * asks (the reader has `heldToken`), or none.
   */
  readonly checkedTokens: 'moved' | 'asked' | 'none';
  /** Whether every method name says that a contract was called. False where plain payments have a method name too. */
  readonly methodMeansCall: boolean;
  /**
   * The canonical form of an address, or null for an invalid address.
   * @param testnet whether the address is for a test network; by default the address may be of either kind of network.
   */
  parseAddress(text: string, testnet?: boolean): ParsedAddress | null;
  /** Whether only the checksum refuses a text, so that a character of an address was mistyped or left out. */
  isMistyped?(text: string): boolean;
  /** Whether a rule's condition may name this text as an address. May be less strict than `parseAddress`. */
  looksLikeAddress(text: string): boolean;
  /** How every address in match form begins. Empty where addresses have nothing in common. */
  readonly addressPrefix: string;
  /**
   * The spelling in which the watcher and the rules compare addresses. Must leave the addresses of other families as
   * they are: the family of an address in a rule is not known.
   */
  matchForm(address: string): string;
  /**
   * The canonical form of a transaction hash; null when the text is no hash of this family. Families may share a
   * format.
   */
  parseHash(text: string): string | null;
  /**
   * Loads the reader, from a file that is named `*-reader.ts`. Bundles of functions that may not read RPC URLs leave
   * these files out, so the family's other files must not import the reader or the parts that only the reader needs.
   */
  loadReader(): Promise<MakeReader>;
}
