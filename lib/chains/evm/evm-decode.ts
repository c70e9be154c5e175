import { fromUnits } from '../../values/decimal.ts';
import type { Chain, DecodedTransaction, Movement } from '../port/chain.ts';
import type { TokenInfo } from '../port/family.ts';
import type { TokenTransfer } from './logs.ts';
import { selectorOf } from './method-selector.ts';
import type { EvmBlockHeader, EvmReceipt, EvmTransaction } from './schema.ts';
import { methodName } from './selectors.ts';

/** The sender of a token that its contract mints, and of coins that a network mints in a transaction. */
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** Calls whose whole purpose is to move a token. */
const TRANSFER_SELECTORS: ReadonlySet<string> = new Set(
  [
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256,bytes)',
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  ].map(selectorOf),
);

/**
 * Decodes a transaction from a node's answers about the transaction and its block. Pure: a lookup and a scan of whole
 * blocks give the same result. Does not see value that contracts forward inside a call, which only traces show.
 * @param transfers the wanted token movements of the receipt's logs. A failed transaction has no movements.
 * @param tokens by checksummed contract address. The amount of a token that is missing here, or has no decimals, stays
 *   a raw integer. The address names a token without a symbol.
 */
export function decodeTransaction(
  chain: Chain,
  transaction: EvmTransaction,
  receipt: EvmReceipt,
  block: EvmBlockHeader,
  transfers: readonly TokenTransfer[],
  tokens: ReadonlyMap<string, TokenInfo>,
): DecodedTransaction {
  const failed = receipt.status === 0n;
  const to = transaction.to ?? null;
  const gasPrice = receipt.effectiveGasPrice ?? transaction.gasPrice ?? null;
  const selector = to !== null && transaction.input.length >= 10 ? transaction.input.slice(0, 10) : null;
  return {
    chain: chain.id,
    hash: transaction.hash,
    blockNumber: Number(block.number),
    blockTimestamp: new Date(Number(block.timestamp) * 1000).toISOString(),
    status: failed ? 'failed' : 'success',
    fromAddress: transaction.from,
    toAddress: to,
    kind: kindOf(transaction, receipt, selector),
    methodName: selector === null ? null : (methodName(selector) ?? selector),
    methodSelector: selector,
    gasPriceGwei: gasPrice === null ? null : fromUnits(gasPrice, 9),
    feeAmount: fromUnits(feeOf(receipt, gasPrice ?? 0n), chain.nativeDecimals),
    movements: failed ? [] : movementsOf(chain, transaction, receipt, transfers, tokens),
  };
}

function kindOf(
  { to, input }: EvmTransaction,
  { contractAddress }: EvmReceipt,
  selector: string | null,
): DecodedTransaction['kind'] {
  if (!to && contractAddress) return 'contract_deploy';
  const transfers = input === '0x' || (selector !== null && TRANSFER_SELECTORS.has(selector));
  return transfers ? 'transfer' : 'contract_call';
}

/** The fee in wei: gas, layer 1 data (OP stack) and blobs (EIP-4844). */
const feeOf = ({ gasUsed, l1Fee, blobGasUsed, blobGasPrice }: EvmReceipt, gasPrice: bigint): bigint =>
  gasUsed * gasPrice + (l1Fee ?? 0n) + (blobGasUsed ?? 0n) * (blobGasPrice ?? 0n);

/**
 * The native movement, when the transaction sent value, then the token movements. Value that a deploy sends reaches the
 * new contract.
 */
function movementsOf(
  chain: Chain,
  { from, to, value }: EvmTransaction,
  { contractAddress }: EvmReceipt,
  transfers: readonly TokenTransfer[],
  tokens: ReadonlyMap<string, TokenInfo>,
): Movement[] {
  const moved = transfers.map((transfer) => tokenMovement(transfer, tokens));
  const receiver = to ?? contractAddress;
  if (value === 0n || !receiver) return moved;
  const native: Movement = {
    asset: chain.nativeSymbol,
    tokenAddress: null,
    tokenId: null,
    standard: 'native',
    from,
    to: receiver,
    amount: fromUnits(value, chain.nativeDecimals),
    ...(from === ZERO_ADDRESS && { isMint: true }),
  };
  return [native, ...moved];
}

function tokenMovement(
  { standard, tokenAddress, tokenId, from, to, raw }: TokenTransfer,
  tokens: ReadonlyMap<string, TokenInfo>,
): Movement {
  const info = tokens.get(tokenAddress);
  // Only ERC-20 amounts have decimals. The other standards count whole tokens.
  const decimals = standard === 'ERC-20' ? (info?.decimals ?? 0) : 0;
  return {
    asset: info?.symbol ?? tokenAddress,
    tokenAddress,
    tokenId: tokenId === null ? null : tokenId.toString(),
    standard,
    from,
    to,
    amount: fromUnits(raw, decimals),
    ...(from === ZERO_ADDRESS && { isMint: true }),
  };
}
