import type { HashedTexts } from '../../values/hashed-texts.ts';
import type { DecodedTransaction } from './decoded.ts';

export type { Chain, ChainEntry } from './chain-entry.ts';
export * from './decoded.ts';

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
   *   requests to the chain about other tokens, and deviations of other addresses. Each of these addresses still sees
   *   the whole transaction.
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
  /**
   * The transactions with a party that may be in the set, and perhaps others, each with its place in the block. A
   * family whose blocks take megabytes offers this method. It reads the other transactions for `transactions` alone.
   */
  naming?(known: Pick<HashedTexts, 'has' | 'hasHash'>): readonly (readonly [number, BlockTransaction])[];
  /** The address that gets the fees of the block, in match form, where no transaction states these payments. */
  readonly feeRecipient?: string;
  /** Whether the parties include the ends of the calls inside all transactions. Absent if there is nothing to trace. */
  readonly isTraced?: boolean;
}

/**
 * Reads one chain. `signal` bounds the whole call. An answer about another block or transaction than the reader asked
 * for is malformed, and the reader asks the next node. All methods throw ChainUnavailableError when every node failed.
 */
export interface ChainReader {
  /** The transaction with this canonical hash; null when no block that the node knows holds the transaction. */
  lookup(hash: string, signal: AbortSignal): Promise<DecodedTransaction | null>;
  /**
   * The highest head that a node names and whose block can be fetched. An earlier call may have returned a greater
   * head.
   */
  head(signal: AbortSignal): Promise<number>;
  /**
   * The heights from `from` to `to`, both included, at which the chain has blocks, ascending. A reader may answer with
   * the first heights alone when the range is longer than 64, and with no height only when the range has no block. A
   * node's answer is no proof that a height was skipped: the parent hash of the next block is the proof.
   */
  heights(from: number, to: number, signal: AbortSignal): Promise<number[]>;
  /**
   * The header of the block at this height; null when the height has no block: not yet, no longer, or skipped.
   * @param near a height whose last answer the header is compared with: the height of the child, or the same height.
   *   The node that gave this answer is asked first, because other nodes may be on another branch.
   */
  header(height: number, signal: AbortSignal, near?: number): Promise<BlockHeader | null>;
  /**
   * The complete block at a height that has a block. All transactions and their effects belong to this block's hash.
   * @param options.traces whether to trace the block, if a node does so within seconds.
   */
  block(height: number, signal: AbortSignal, options?: { readonly traces: boolean }): Promise<ChainBlock>;
  /**
   * Tells the reader that the last answer about this height contradicts other answers. The node that gave the answer
   * rests, and the reader asks the other nodes. Returns whether every node has given contradicting answers of late.
   */
  contradicted(height: number): Promise<boolean>;
  /**
   * The native balances of these accounts as of one height, by canonical address, in whole units; an address without
   * an account has "0". Takes at most the chain's `accountsPerRequest` addresses, so that a node can answer for all of
   * them from one state. Chains whose nodes keep
   * old states answer for the block asked for. All others need a final block, and answer for the height that the answer
   * states, which is not below the block.
   */
  accounts?(addresses: readonly string[], at: AccountsAt, signal: AbortSignal): Promise<Accounts>;
  /**
   * The same after the newest block that the nodes know, which the watcher may not have scanned yet. Chains whose nodes
   * keep no old states answer for the newest final block.
   */
  accountsNow?(addresses: readonly string[], signal: AbortSignal): Promise<Accounts>;
  /** The same as `accounts` for balances of fungible tokens, one per pair in the order of the pairs. */
  tokenAccounts?(
    pairs: readonly TokenAccount[],
    at: AccountsAt,
    signal: AbortSignal,
  ): Promise<readonly (string | null)[]>;
  /**
   * What an owner holds of a token, for chains whose nodes keep no old states. Needs a final block, and answers for the
   * height that the answer states, which is not below the block. Null for an address that is no token.
   */
  heldToken?(account: TokenAccount, at: AccountsAt, signal: AbortSignal): Promise<HeldToken | null>;
  /**
   * The traced block, also when the trace takes minutes; null when no node traces blocks, or when every try failed.
   * @throws ChainUnavailableError also when the chain has another block at this height.
   */
  tracedBlock?(at: Pick<BlockHeader, 'height' | 'hash'>, signal: AbortSignal): Promise<ChainBlock | null>;
  /** The last answer of the price feed at this address; null when the address has no feed with an answer. */
  feed?(address: string, signal: AbortSignal): Promise<FeedAnswer | null>;
}

/** What a price feed states: a positive integer in the smallest unit of the feed, and when the feed was written. */
export interface FeedAnswer {
  readonly answer: bigint;
  readonly updatedAt: Date;
}

/** The block after which a balance is asked. */
export type AccountsAt = Pick<BlockHeader, 'height' | 'hash' | 'parentHash'>;

export interface Accounts {
  readonly height: number;
  readonly amounts: ReadonlyMap<string, string>;
  /** How many of the addresses have code; absent where the nodes do not say. */
  readonly withCode?: number;
}

/** What an owner holds of a token, in whole units. */
export interface HeldToken {
  readonly height: number;
  readonly amount: string;
  /** The symbol of the token. */
  readonly asset: string;
}

/** A token of an owner. Both addresses are canonical. */
export interface TokenAccount {
  readonly owner: string;
  readonly tokenAddress: string;
}
