import type { DecodedTransaction, Movement } from '../chains/chain.ts';
import { chainOf } from '../chains/registry.ts';
import { isZero } from '../values/decimal.ts';
import type { Direction } from '../values/fields.ts';
import type { TxType } from './schema.ts';

/** A movement as a wallet sees it; its USD value is not known here. */
export type ViewedTransfer = Omit<Movement, 'isMint'> & { direction: Direction };

/** The part of a transaction record that depends on the wallet. */
export interface View {
  direction: Direction;
  txType: TxType;
  fromAddress: string;
  toAddress: string | null;
  tokenSymbol: string;
  tokenAmount: string;
  transfers: ViewedTransfer[];
}

/** Where an EVM token's Transfer comes from when it is made out of nothing. */
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

const involves = (movement: Movement, address: string): boolean => movement.from === address || movement.to === address;

/** Whether a wallet takes part: it sent the transaction, was called by it, or value moved from or to it. */
export const isTouched = (decoded: DecodedTransaction, address: string): boolean =>
  decoded.fromAddress === address ||
  decoded.toAddress === address ||
  decoded.movements.some((movement) => involves(movement, address));

/**
 * A transaction as one wallet sees it. Addresses are compared as they are: all must be canonical (EVM checksum).
 *
 * `fromAddress` and `toAddress` are those of the primary transfer when the record is a transfer or a mint, so that they
 * say who paid whom, not which contract was told to do it (for an ERC-20 transfer the chain's `to` is the token). Of a
 * call or a deploy they are the transaction's own: there the contract is what matters.
 *
 * @param wallet the address to see it from; null for nobody's eyes: every movement, seen from whoever sent the transaction.
 * @param isOurs whether an address is a wallet of the same organisation.
 */
export function viewOf(decoded: DecodedTransaction, wallet: string | null, isOurs: (address: string) => boolean): View {
  const eye = wallet ?? decoded.fromAddress;
  const directionOf = (from: string, to: string | null): Direction => {
    const ours = (address: string) => address === wallet || isOurs(address);
    if (to !== null && ours(from) && ours(to)) return 'internal';
    return from === eye ? 'outbound' : 'inbound';
  };
  const movements = decoded.movements.filter((movement) => wallet === null || involves(movement, wallet));
  const transfers = movements.map(({ isMint: _, ...movement }) => ({
    ...movement,
    direction: directionOf(movement.from, movement.to),
  }));
  const primary = transfers.find(({ standard, amount }) => standard === 'native' && !isZero(amount)) ?? transfers.at(0);
  const txType = txTypeOf(decoded, wallet, movements);
  const { fromAddress, toAddress } = decoded;
  // Who sends in one asset what arrives in another (XRP Ledger) gives it to those who change it, but pays somebody else.
  const payment =
    primary?.from === fromAddress
      ? (transfers.find(({ from, to }) => from === fromAddress && to === toAddress) ?? primary)
      : primary;
  const paid = payment !== undefined && (txType === 'transfer' || txType === 'token_mint');
  return {
    direction: primary?.direction ?? directionOf(fromAddress, toAddress),
    txType,
    fromAddress: paid ? payment.from : fromAddress,
    toAddress: paid ? payment.to : toAddress,
    tokenSymbol: primary?.asset ?? chainOf(decoded.chain).nativeSymbol,
    tokenAmount: primary?.amount ?? '0',
    transfers,
  };
}

/** What the transaction is to the wallet. A deploy stays one, even when its constructor mints. */
function txTypeOf({ kind, fromAddress }: DecodedTransaction, wallet: string | null, transfers: Movement[]): TxType {
  if (kind === 'contract_deploy') return 'contract_deploy';
  const mints = transfers.filter(({ from, isMint }) => isMint || from === ZERO_ADDRESS);
  if (mints.some(({ to }) => wallet === null || to === wallet)) return 'token_mint';
  // Whoever is paid by somebody else's call made no call: to that wallet it is a transfer.
  const paidByOthers = wallet !== null && fromAddress !== wallet && transfers.length > 0;
  return kind === 'transfer' || paidByOthers ? 'transfer' : 'contract_call';
}
