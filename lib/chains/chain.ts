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

/** A whole block decoded, by the decoder that look-ups use too. */
export interface ChainBlock {
  /** Block number, Solana slot, ledger index. */
  height: number;
  hash: string;
  parentHash: string;
  /** Less than `height` - 1 when the Solana slots between were skipped. */
  parentHeight: number;
  /** ISO 8601, UTC, milliseconds. */
  timestamp: string;
  /** In the order of the block. */
  transactions: DecodedTransaction[];
  /** Those of `transactions` that only their hash, block and known parties are recorded of, and why. */
  undecoded: { hash: string; reason: string }[];
}

/** Reads one chain. `signal` bounds the whole look-up. */
export interface ChainReader {
  /**
   * The transaction with this canonical hash, or null when the chain does not know it (or has not put it in a block).
   * @throws ChainUnavailable when every RPC endpoint of the chain failed.
   */
  lookup(hash: string, signal: AbortSignal): Promise<DecodedTransaction | null>;
}

/** Every RPC endpoint of a chain failed, none is configured, or its adapter is not there yet. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
  readonly chain: string;
  constructor(chain: string, reason: string) {
    super(`${chain}: ${reason}`);
    this.chain = chain;
  }
}
