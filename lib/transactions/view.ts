import { type DecodedTransaction, type Movement, NATIVE } from '../chains/port/chain.ts';
import { chainOf } from '../chains/registry.ts';
import { isZero } from '../values/decimal.ts';
import type { Direction } from '../values/fields.ts';
import type { TxType } from './schema.ts';

/** A movement as a wallet sees it, without a USD value. */
export type ViewedTransfer = Omit<Movement, 'isMint' | 'shares'> & {
  direction: Direction;
  /** All senders, where the wallet sees several. */
  senders?: string[];
};

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

const sendersOf = ({ from, shares }: Movement): readonly string[] => shares?.map((share) => share.from) ?? [from];

/** Every address at an end of a movement. */
export const endsOf = (movement: Movement): string[] => [movement.from, movement.to, ...sendersOf(movement).slice(1)];

/** The addresses at the other end of a movement; none when the address takes no part. */
export function counterpartiesOf(movement: Movement, address: string): readonly string[] {
  const senders = sendersOf(movement);
  if (senders.includes(address)) return [movement.to];
  return movement.to === address ? senders : [];
}

/** Whether a wallet takes part: the wallet sent the transaction, was called, or value moved from or to the wallet. */
export const isTouched = (decoded: DecodedTransaction, address: string): boolean =>
  decoded.fromAddress === address ||
  decoded.toAddress === address ||
  decoded.movements.some((movement) => endsOf(movement).includes(address));

/**
 * A transaction as one wallet sees it. All addresses must be canonical (EVM checksum), because this code compares
 * addresses as text.
 *
 * For a transfer or a mint, `fromAddress` and `toAddress` are the ends of the primary transfer, so that the record
 * names payer and payee. The chain's `to` of an ERC-20 transfer is the token. For a call or a deploy, both fields are
 * those of the transaction, because the contract matters.
 *
 * Of a movement with several senders, a sender sees its own share, and every other wallet sees the whole movement.
 *
 * @param wallet the address that looks; null for no wallet: all movements, as the sender of the transaction sees the
 *   movements.
 * @param isOurs whether an address is a wallet of the same organisation.
 */
export function viewOf(decoded: DecodedTransaction, wallet: string | null, isOurs: (address: string) => boolean): View {
  const eye = wallet ?? decoded.fromAddress;
  const ours = (address: string) => address === wallet || isOurs(address);
  const directionOf = (senders: readonly string[], to: string | null): Direction => {
    if (to !== null && senders.every(ours) && ours(to)) return 'internal';
    return senders.includes(eye) ? 'outbound' : 'inbound';
  };
  const movements = decoded.movements.filter((movement) => wallet === null || endsOf(movement).includes(wallet));
  const transfers = movements.map((movement): ViewedTransfer => {
    const { isMint: _, shares, ...whole } = movement;
    const share = shares?.find(({ from }) => from === wallet);
    const senders = share === undefined ? sendersOf(movement) : [share.from];
    const direction = directionOf(senders, movement.to);
    return { ...whole, ...share, direction, ...(senders.length > 1 && { senders: [...senders] }) };
  });
  const primary = transfers.find(({ standard, amount }) => standard === NATIVE && !isZero(amount)) ?? transfers.at(0);
  const txType = txTypeOf(decoded, wallet, movements);
  const { fromAddress, toAddress } = decoded;
  // On the XRP Ledger a payer may send one asset while another asset arrives. The first movement then goes to the
  // traders who exchange the assets, and the payment itself is another movement.
  const payment =
    primary?.from === fromAddress
      ? (transfers.find(({ from, to }) => from === fromAddress && to === toAddress) ?? primary)
      : primary;
  const paid = payment !== undefined && (txType === 'transfer' || txType === 'token_mint');
  return {
    direction: primary?.direction ?? directionOf([fromAddress], toAddress),
    txType,
    fromAddress: paid ? payment.from : fromAddress,
    toAddress: paid ? payment.to : toAddress,
    tokenSymbol: primary?.asset ?? chainOf(decoded.chain).nativeSymbol,
    tokenAmount: primary?.amount ?? '0',
    transfers,
  };
}

/** The type of the transaction for the wallet. A deploy stays a deploy, even when the constructor mints. */
function txTypeOf({ kind, fromAddress }: DecodedTransaction, wallet: string | null, movements: Movement[]): TxType {
  if (kind === 'contract_deploy') return 'contract_deploy';
  if (movements.some(({ isMint, to }) => isMint && (wallet === null || to === wallet))) return 'token_mint';
  // A wallet that another account's call pays has called nothing: the wallet sees a transfer.
  const paidByOthers = wallet !== null && fromAddress !== wallet && movements.length > 0;
  return kind === 'transfer' || paidByOthers ? 'transfer' : 'contract_call';
}
