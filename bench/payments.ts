import { createHash } from 'node:crypto';
import type { EvmContent } from '../local/chains/recorded/evm-recordings.ts';
import type { BalanceAfter } from '../local/chains/recorded/evm-state.ts';

/** A transaction that pays `VALUE` from an address to an address that nobody watches. */
export interface Payment {
  /** In match form. */
  readonly from: string;
  readonly height: number;
}

const VALUE = 10n ** 15n;
const GAS = 21_000n;
const GAS_PRICE = 10n ** 10n;

const hex = (value: bigint): string => `0x${value.toString(16)}`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The hash of the transaction of a payment. */
export const paymentHash = ({ from, height }: Payment): string => `0x${sha256(`payment ${from} ${height}`)}`;

/** The block with these payments behind its own transactions. */
export function withPayments(content: EvmContent, payments: readonly Payment[]): EvmContent {
  const hashes = payments.map(paymentHash);
  const ends = ({ from }: Payment) => ({ from, to: `0x${sha256(`paid by ${from}`).slice(0, 40)}` });
  const transactions = payments.map((payment, n) => ({
    ...ends(payment),
    hash: hashes[n] ?? '',
    type: '0x0',
    value: hex(VALUE),
    input: '0x',
    gas: hex(GAS),
    gasPrice: hex(GAS_PRICE),
  }));
  const receipts = payments.map((payment, n) => ({
    ...ends(payment),
    transactionHash: hashes[n] ?? '',
    status: '0x1',
    contractAddress: null,
    gasUsed: hex(GAS),
    effectiveGasPrice: hex(GAS_PRICE),
    logs: [],
  }));
  return {
    ...content,
    hashes: [...content.hashes, ...hashes],
    transactions: [...content.transactions, ...transactions],
    receipts: [...content.receipts, ...receipts],
  };
}

/** The balance before the first block: some ether, with all decimals. */
export const initialBalance = (address: string): bigint => 10n ** 18n + BigInt(address.slice(0, 18));

/** The balances on a chain that has these payments. */
export function balancesWith(payments: readonly Payment[]): BalanceAfter {
  const heights = Map.groupBy(payments, ({ from }) => from);
  return (address, height) => {
    const paid = heights.get(address)?.filter((payment) => payment.height <= height).length ?? 0;
    return initialBalance(address) - BigInt(paid) * (VALUE + GAS * GAS_PRICE);
  };
}
