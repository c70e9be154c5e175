/**
 * The port every chain family implements. A family's folder (`evm/`, `solana/`, `xrp/`) is the only place that imports
 * its SDK; everything else speaks the shapes below. Amounts are exact decimal strings in whole units of the asset.
 */
import type { ChainId } from './registry.ts';

export type Family = 'evm' | 'solana' | 'xrp';

export type Standard = 'native' | 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'SPL' | 'Token-2022' | 'issued' | 'MPT';

/** One movement of value in a transaction, as the chain tells it: not yet seen from any wallet. */
export interface Movement {
  /** Symbol of the asset, cleaned and bounded; the token address where a contract tells none. */
  asset: string;
  tokenAddress: string | null;
  tokenId: string | null;
  standard: Standard;
  from: string;
  to: string;
  amount: string;
  /** Set where the token was made by this movement and `from` cannot tell: Solana has no zero address. */
  isMint?: true;
}

/** A transaction decoded from the chain, independent of any wallet or organisation. */
export interface DecodedTransaction {
  chain: ChainId;
  hash: string;
  blockNumber: number;
  /** ISO 8601, UTC, milliseconds. */
  blockTimestamp: string;
  status: 'success' | 'failed';
  fromAddress: string;
  /** Null for a contract deploy. */
  toAddress: string | null;
  /** What the transaction is before it is seen from a wallet; a mint shows only from the wallet that receives it. */
  kind: 'transfer' | 'contract_call' | 'contract_deploy';
  /** Name from the selector table, else the 4-byte selector; null when nothing was called. */
  methodName: string | null;
  /** EVM only: `0x` and 8 hex digits. */
  methodSelector: string | null;
  /** EVM only: effective gas price in gwei, decimal string. */
  gasPriceGwei: string | null;
  /** Total fee in the native asset, decimal string. */
  feeAmount: string;
  /**
   * In on-chain order, but the native one first; where several are native, the greatest of them, so that what a record is
   * summed up by is the payment and not a deposit that came with it. Empty when the transaction failed.
   */
  movements: Movement[];
}

/** Where a block stands in its chain. */
export interface BlockHeader {
  /** Block number, Solana slot, ledger index. */
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Less than `height` - 1 when the Solana slots between were skipped. */
  readonly parentHeight: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
}

/** A transaction of a block. It is decoded when it is wanted: nearly none of a block touches a watched wallet. */
export interface BlockTransaction {
  /** In canonical form. */
  readonly hash: string;
  /**
   * Every address that a movement or an end of it may name, in the form of `matchForm`, without repeats. One too many costs
   * a read, one too few an alert.
   */
  readonly parties: readonly string[];
  /**
   * By the decoder that look-ups use too. What cannot be decoded becomes a record of what is known of it, and `undecoded`
   * tells why; null when all went well.
   * @param of addresses in match form. Movements with no end among them may be left out, which saves asking the chain about
   *   tokens that are of no interest; nothing else differs, so that each of these addresses sees the transaction as ever.
   * @throws ChainUnavailableError when the chain has to be asked (for the decimals of a token) and cannot be.
   */
  decode(
    signal: AbortSignal,
    of?: ReadonlySet<string>,
  ): Promise<{ transaction: DecodedTransaction; undecoded: string | null }>;
}

/** A whole block. Transactions that move nothing by design (Solana's votes) are left out. */
export interface ChainBlock extends BlockHeader {
  /** In the order of the block. */
  readonly transactions: readonly BlockTransaction[];
}

/**
 * Reads one chain. `signal` bounds the whole call. What an endpoint answers about another thing than was asked is malformed,
 * and the next endpoint is asked; all methods throw ChainUnavailableError when every endpoint failed.
 */
export interface ChainReader {
  /** The transaction with this canonical hash, or null when the chain does not know it (or has not put it in a block). */
  lookup(hash: string, signal: AbortSignal): Promise<DecodedTransaction | null>;
  /** Height of the newest block, as far as the endpoint that answers knows: it may be behind what another one said before. */
  head(signal: AbortSignal): Promise<number>;
  /**
   * The heights from `from` to `to`, both included, at which the chain has blocks, ascending; of more than 64 perhaps only the
   * first of them, but none only when there are none. Only Solana leaves some out.
   * An endpoint's word is no proof of that: the parent of the block that follows is.
   */
  heights(from: number, to: number, signal: AbortSignal): Promise<number[]>;
  /** The header of the block at this height; null when the chain has none there: not yet, no longer, or skipped. */
  header(height: number, signal: AbortSignal): Promise<BlockHeader | null>;
  /** The block at a height that has one, complete: its transactions and what they did belong to this block's hash. */
  block(height: number, signal: AbortSignal): Promise<ChainBlock>;
}

/** An address as watch keys spell it: EVM in lower case, which saves a block the checksums of all its addresses. */
export const matchForm = (family: Family, address: string): string =>
  family === 'evm' ? address.toLowerCase() : address;

/** Every RPC endpoint of a chain failed, none is configured, or its adapter is not there yet. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError';
  readonly chain: string;
  constructor(chain: string, reason: string) {
    super(`${chain}: ${reason}`);
    this.chain = chain;
  }
}
