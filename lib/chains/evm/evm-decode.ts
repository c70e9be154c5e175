import { fromUnits } from '../../values/decimal.ts';
import {
  type AuthorityChange,
  type Chain,
  type DecodedTransaction,
  type Movement,
  NATIVE,
  type Operation,
  type Origin,
} from '../port/chain.ts';
import type { TokenInfo } from '../port/family.ts';
import { approvalOf } from './approvals.ts';
import { withUnstated } from './authority.ts';
import type { ValueCall } from './call-trace.ts';
import { calledMethod } from './called-method.ts';
import { checksumOf } from './evm-address.ts';
import type { LogEffects } from './log-effects.ts';
import { isMintLog, type TokenTransfer, ZERO_ADDRESS } from './logs.ts';
import { selectorOf } from './method-selector.ts';
import type { EvmBlockHeader, EvmReceipt, EvmTransaction } from './schema.ts';

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

/** Whether a call with this selector only moves a token. */
export const isTransferCall = (selector: string | null): boolean =>
  selector !== null && TRANSFER_SELECTORS.has(selector);

/** The effects of a transaction besides its own value. */
export interface Effects extends LogEffects {
  /** The calls inside the transaction that moved value; null when no node could state them. */
  readonly calls: readonly ValueCall[] | null;
  /** The changes of implementation that the storage of Safes shows. */
  readonly implementations?: readonly AuthorityChange[];
  /** What EntryPoints carried out for smart accounts. */
  readonly operations?: readonly Operation[];
  /** The delegations that the transaction set and cleared, also when it failed. */
  readonly delegations?: readonly AuthorityChange[];
  /**
   * By checksummed contract address. The amount of a token that is missing here, or has no decimals, stays a raw
   * integer. The address names a token without a symbol. A missing token may have symbol and decimals that no node
   * stated.
   */
  readonly tokens: ReadonlyMap<string, TokenInfo>;
}

/**
 * Decodes a transaction from a node's answers about the transaction and its block. Pure: a lookup and a scan of whole
 * blocks give the same result.
 */
export function decodeTransaction(
  chain: Chain,
  given: EvmTransaction,
  receipt: EvmReceipt,
  block: EvmBlockHeader,
  effects: Effects,
): DecodedTransaction {
  const failed = receipt.status === 0n;
  const transaction = withEnds(given, receipt);
  const { from, to, input } = transaction;
  const { delegations = [], operations = [] } = effects;
  const others = [...delegations.map(({ subject }) => subject), ...operations.map(({ account }) => account)];
  const gasPrice = receipt.effectiveGasPrice ?? transaction.gasPrice ?? null;
  const selector = to !== null && input !== undefined && input.length >= 10 ? input.slice(0, 10) : null;
  return {
    chain: chain.id,
    hash: transaction.hash,
    blockNumber: Number(block.number),
    blockTimestamp: new Date(Number(block.timestamp) * 1000).toISOString(),
    status: failed ? 'failed' : 'success',
    fromAddress: from,
    toAddress: to,
    kind: kindOf(transaction, receipt, selector),
    methodName: selector === null ? null : (calledMethod(selector, input ?? '0x') ?? selector),
    methodSelector: selector,
    gasPriceGwei: gasPrice === null ? null : fromUnits(gasPrice, 9),
    feeAmount: fromUnits(feeOf(receipt, gasPrice ?? 0n), chain.nativeDecimals),
    movements: failed ? [] : movementsOf(chain, transaction, receipt, effects),
    approvals: effects.approvals.map((approval) => approvalOf(approval, effects.tokens, block.timestamp)),
    authority: [...delegations, ...withUnstated(effects.authority, effects.implementations ?? [])],
    ...(others.length > 0 && { signers: [...new Set([from, ...others])] }),
    ...(operations.length > 0 && { operations: [...operations] }),
    detail: effects.calls === null && !failed ? 'logs' : 'full',
    ...(!failed && isMintIn(receipt, to) && { minter: from }),
  };
}

/** A transaction with its ends. `input` is unknown for some transactions of unknown types. */
export interface Ended {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: bigint;
  readonly input?: string;
  readonly gasPrice?: bigint | null;
  readonly mint?: bigint | null;
}

/**
 * Takes the ends from the receipt where a transaction of an unknown type states none.
 * @throws Error when neither states the sender.
 */
export function withEnds({ from, to, ...transaction }: EvmTransaction, receipt: EvmReceipt): Ended {
  const sender = from ?? receipt.from;
  if (!sender) throw new Error('neither the transaction nor the receipt states the sender');
  return { ...transaction, from: sender, to: to ?? receipt.to ?? null };
}

function kindOf(
  { to, input }: Ended,
  { contractAddress }: EvmReceipt,
  selector: string | null,
): DecodedTransaction['kind'] {
  if (!to && contractAddress) return 'contract_deploy';
  const transfers = input === '0x' || isTransferCall(selector);
  return transfers ? 'transfer' : 'contract_call';
}

/** Whether the called contract is a token that minted. The address of a log may be in any case. */
const isMintIn = ({ logs }: EvmReceipt, called: string | null): boolean =>
  called !== null && logs.some((log) => log.address.toLowerCase() === called.toLowerCase() && isMintLog(log));

/** The fee in wei: gas, layer 1 data (OP stack) and blobs (EIP-4844). */
const feeOf = ({ gasUsed, l1Fee, blobGasUsed, blobGasPrice }: EvmReceipt, gasPrice: bigint): bigint =>
  gasUsed * gasPrice + (l1Fee ?? 0n) + (blobGasUsed ?? 0n) * (blobGasPrice ?? 0n);

/**
 * The native movement, when the transaction sent value, the coins that a deposit from layer 1 created, the calls inside
 * the transaction, and the token movements. Value that a deploy sends reaches the new contract.
 */
function movementsOf(
  chain: Chain,
  { from, to, value, mint }: Ended,
  { contractAddress }: EvmReceipt,
  { calls, transfers, tokens }: Effects,
): Movement[] {
  const native = ({ amount, ...ends }: ValueCall, origin: Origin): Movement => ({
    asset: chain.nativeSymbol,
    tokenAddress: null,
    tokenId: null,
    standard: NATIVE,
    from: checksumOf(ends.from),
    to: checksumOf(ends.to),
    amount: fromUnits(amount, chain.nativeDecimals),
    ...(ends.from === ZERO_ADDRESS && { isMint: true }),
    origin,
  });
  const receiver = to ?? contractAddress;
  const paid = value > 0n && receiver ? [native({ from, to: receiver, amount: value }, 'value')] : [];
  const { isMint: _, ...deposit } = native({ from: ZERO_ADDRESS, to: from, amount: mint ?? 0n }, 'value');
  const deposited = mint ? [deposit] : [];
  return [
    // A sender who deposits to himself pays himself: the deposit is the payment.
    ...(to === from ? [...deposited, ...paid] : [...paid, ...deposited]),
    ...(calls ?? []).map((call) => native(call, 'call')),
    ...transfers.map((transfer) => tokenMovement(transfer, tokens)),
  ];
}

function tokenMovement(
  { standard: stated, tokenAddress, tokenId, from, to, raw }: TokenTransfer,
  tokens: ReadonlyMap<string, TokenInfo>,
): Movement {
  const info = tokens.get(tokenAddress);
  // A contract from before the standards that states no decimals has tokens with ids.
  const isEarlyToken = stated === null && info !== undefined && info.decimals === null;
  const standard = stated ?? (isEarlyToken ? 'ERC-721' : 'ERC-20');
  // Only ERC-20 amounts have decimals. The other standards count whole tokens.
  const decimals = standard === 'ERC-20' ? (info?.decimals ?? null) : 0;
  const id = isEarlyToken ? raw : tokenId;
  return {
    asset: info?.symbol ?? tokenAddress,
    tokenAddress,
    tokenId: id === null ? null : id.toString(),
    standard,
    from,
    to,
    amount: isEarlyToken ? '1' : fromUnits(raw, decimals ?? 0),
    ...(decimals === null && { isRaw: true }),
    ...(from === ZERO_ADDRESS && { isMint: true }),
    origin: 'log',
  };
}
