/** The shapes in which every chain family describes its chains. Amounts are exact decimal strings in whole units. */

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
  /** A transaction's page in a public explorer is this text and the hash; null where there is no explorer. */
  readonly explorer: string | null;
  /**
   * CoinGecko id of the native asset, which DefiLlama also takes; null where the asset has no value (test networks).
   */
  readonly priceId: string | null;
  /** DefiLlama's name of the chain, under which DefiLlama prices tokens by address; null where there are no prices. */
  readonly priceChain: string | null;
  readonly testnet: boolean;
  /** Whether a lookup that names no chain asks this chain. */
  readonly searched: boolean;
}

/** A chain with its names. The registry above the families knows which ids exist. */
export interface Chain extends ChainEntry {
  readonly id: string;
  readonly family: string;
}

/** The standard of a chain's own asset. Every family has this standard. */
export const NATIVE = 'native';

/** The amount that one of several senders gave to a movement. */
export interface Share {
  readonly from: string;
  readonly amount: string;
}

/** One movement of value in a transaction, as the chain states it and before any wallet looks at it. */
export interface Movement {
  /** Symbol of the asset, cleaned and bounded; the token address where the contract has no symbol. */
  asset: string;
  tokenAddress: string | null;
  tokenId: string | null;
  /** One of the family's standards, or `native`. */
  standard: string;
  /** The sender; of several senders the first of `shares`. */
  from: string;
  to: string;
  /** All that arrived at `to`, from all senders. */
  amount: string;
  /**
   * The amount that each sender gave, where a transaction has several inputs. The shares sum to `amount`. Each sender
   * is named once. A decoder leaves `to` out of the senders: change that returns to a sender is no movement.
   */
  shares?: readonly [Share, ...Share[]];
  /** Set where this movement made the token. */
  isMint?: true;
}

/** A transaction decoded from the chain, independent of any wallet or organisation. */
export interface DecodedTransaction {
  /** Id of the chain. */
  chain: string;
  hash: string;
  blockNumber: number;
  /** ISO 8601, UTC, milliseconds. */
  blockTimestamp: string;
  status: 'success' | 'failed';
  fromAddress: string;
  /** Null for a contract deploy. */
  toAddress: string | null;
  /**
   * The kind of the transaction as a whole. Whether the transaction mints depends on the wallet, so `Movement.isMint`
   * marks the movements that mint.
   */
  kind: 'transfer' | 'contract_call' | 'contract_deploy';
  /** Name from the selector table, or the 4-byte selector; null when the transaction called nothing. */
  methodName: string | null;
  /** EVM only: `0x` and 8 hex digits. */
  methodSelector: string | null;
  /** EVM only: effective gas price in gwei, decimal string. */
  gasPriceGwei: string | null;
  /** Total fee in the native asset, decimal string. */
  feeAmount: string;
  /**
   * The native movements first, the greatest native movement at the head: a record shows the first movement, which must
   * be the payment and not a deposit beside the payment. Token movements follow in on-chain order. Empty for a failed
   * transaction.
   */
  movements: Movement[];
}

/** Where a block stands in its chain. */
export interface BlockHeader {
  /** Block number, Solana slot, ledger index. */
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Less than `height` - 1 when the chain skipped heights (Solana slots). */
  readonly parentHeight: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
}

/**
 * A transaction of a block. The watcher decodes few transactions, because nearly no transaction touches a watched
 * wallet.
 */
export interface BlockTransaction {
  /** In canonical form. */
  readonly hash: string;
  /**
   * Every address that a movement or its ends may name, in match form, without repeats. A needless address costs a read
   * of the table; a missing address costs an alert.
   */
  readonly parties: readonly string[];
  /**
   * Decodes with the decoder of the lookups. A transaction that cannot be decoded becomes a record of its known fields,
   * and `undecoded` says why; null when the transaction was decoded.
   * @param of addresses in match form. The decoder may leave out movements without an end among them, which saves
   *   requests to the chain about other tokens. Each of these addresses still sees the whole transaction.
   * @throws ChainUnavailableError when the decoder must ask the chain (for the decimals of a token) and no node
   *   answers.
   */
  decode(
    signal: AbortSignal,
    of?: ReadonlySet<string>,
  ): Promise<{ transaction: DecodedTransaction; undecoded: string | null }>;
}

/** A whole block, without the transactions that move nothing by design (Solana's votes). */
export interface ChainBlock extends BlockHeader {
  /** In the order of the block. */
  readonly transactions: readonly BlockTransaction[];
}

/**
 * Reads one chain. `signal` bounds the whole call. An answer about another block or transaction than the reader asked
 * for is malformed, and the reader asks the next node. All methods throw ChainUnavailableError when every node failed.
 */
export interface ChainReader {
  /** The transaction with this canonical hash; null when no block that the node knows holds the transaction. */
  lookup(hash: string, signal: AbortSignal): Promise<DecodedTransaction | null>;
  /** Height of the newest block that the answering node knows. Another node may have named a greater height before. */
  head(signal: AbortSignal): Promise<number>;
  /**
   * The heights from `from` to `to`, both included, at which the chain has blocks, ascending. A reader may answer with
   * the first heights alone when the range is longer than 64, and with no height only when the range has no block. A
   * node's answer is no proof that a height was skipped: the parent hash of the next block is the proof.
   */
  heights(from: number, to: number, signal: AbortSignal): Promise<number[]>;
  /** The header of the block at this height; null when the height has no block: not yet, no longer, or skipped. */
  header(height: number, signal: AbortSignal): Promise<BlockHeader | null>;
  /**
   * The complete block at a height that has a block. All transactions and their effects belong to this block's hash.
   */
  block(height: number, signal: AbortSignal): Promise<ChainBlock>;
}
