import type { Approval, AuthorityChange, DecodedTransaction, Detail, Movement, Origin } from '../chains/port/chain.ts';
import { chainOf } from '../chains/registry.ts';
import type { Direction } from '../values/fields.ts';
import { primaryOf } from './primary-transfer.ts';
import type { TxType } from './schema.ts';

/** A movement as a wallet sees it, without a USD value. */
export type ViewedTransfer = Omit<Movement, 'isMint' | 'isRent' | 'seenBy' | 'shares' | 'origin'> & {
  direction: Direction;
  origin: Origin;
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
  /** With whether the wallet granted the right. */
  approvals: (Approval & { isOwner: boolean })[];
  authority: Omit<AuthorityChange, 'holder'>[];
  detail: Detail;
  /** The wallet did not sign the transaction: see `hasSigned`. */
  unsigned?: true;
}

/** Every address that a movement takes value from. */
export const sendersOf = ({ from, shares }: Movement): readonly string[] =>
  shares?.map((share) => share.from) ?? [from];

/** Every address whose balance a movement changes. */
export const endsOf = (movement: Movement): string[] =>
  movement.seenBy === undefined
    ? [movement.from, movement.to, ...sendersOf(movement).slice(1)]
    : [movement.seenBy === 'sender' ? movement.from : movement.to];

/** The addresses at the other end of a movement; none when the address takes no part. */
export function counterpartiesOf(movement: Movement, address: string): readonly string[] {
  const senders = sendersOf(movement);
  if (senders.includes(address)) return [movement.to];
  return movement.to === address ? senders : [];
}

const isPartyOf =
  (address: string) =>
  ({ owner, spender }: Approval) =>
    owner === address || spender === address;
const concerns =
  (address: string) =>
  ({ subject, holder }: AuthorityChange) =>
    subject === address || holder === address;

/**
 * Every address that takes part: the address sent or signed the transaction or was called, value moved from or to the
 * address, a right to spend was granted by it or to it, or the authority over it changed.
 */
export const touchedBy = (decoded: DecodedTransaction): string[] =>
  [
    ...[decoded.fromAddress, decoded.toAddress],
    ...decoded.movements.flatMap(endsOf),
    ...(decoded.signers ?? []),
    ...(decoded.approvals ?? []).flatMap(({ owner, spender }) => [owner, spender]),
    ...(decoded.authority ?? []).flatMap(({ subject, holder }) => [subject, holder]),
  ].filter((address) => typeof address === 'string');

export const isTouched = (decoded: DecodedTransaction, address: string): boolean =>
  touchedBy(decoded).includes(address);

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
 *   movements. The primary transfer is then one of the sender or of the receiver of the transaction.
 * @param isOurs whether an address is a wallet of the same organisation.
 */
export function viewOf(decoded: DecodedTransaction, wallet: string | null, isOurs: (address: string) => boolean): View {
  const eye = wallet ?? decoded.fromAddress;
  const ours = (address: string) => address === wallet || isOurs(address);
  const directionOf = (senders: readonly string[], to: string | null): Direction => {
    if (to !== null && senders.every(ours) && ours(to)) return 'internal';
    return senders.includes(eye) ? 'outbound' : 'inbound';
  };
  const viewed = (movement: Movement): ViewedTransfer => {
    const { isMint: _, isRent: __, seenBy: ___, shares, origin = 'value', ...whole } = movement;
    const share = shares?.find(({ from }) => from === wallet);
    const senders = share === undefined ? sendersOf(movement) : [share.from];
    const direction = directionOf(senders, movement.to);
    return { ...whole, ...share, direction, origin, ...(senders.length > 1 && { senders: [...senders] }) };
  };
  const movements = decoded.movements.filter((movement) => wallet === null || endsOf(movement).includes(wallet));
  const transfers = movements.map(viewed);
  const primary = primaryOf(candidatesFor(decoded, wallet, movements).map(viewed));
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
    approvals: (decoded.approvals ?? [])
      .filter((each) => wallet === null || isPartyOf(wallet)(each))
      .map((each) => ({ ...each, isOwner: each.owner === eye })),
    authority: (decoded.authority ?? [])
      .filter((each) => wallet === null || concerns(wallet)(each))
      .map(({ holder: _, ...change }) => change),
    detail: decoded.detail ?? 'full',
    ...(!hasSigned(decoded, eye, movements) && { unsigned: true }),
  };
}

/**
 * Whether the address signed the transaction. A contract cannot sign: a transaction that called the contract counts
 * when the contract moved, approved or changed something, because its code has checked the signatures of its owners.
 */
function hasSigned(decoded: DecodedTransaction, address: string, movements: readonly Movement[]): boolean {
  const { fromAddress, toAddress, signers = [], approvals = [], authority = [] } = decoded;
  if (address === fromAddress || signers.includes(address)) return true;
  return (
    toAddress === address &&
    (movements.some((movement) => sendersOf(movement).includes(address)) ||
      approvals.some(({ owner }) => owner === address) ||
      authority.some(concerns(address)))
  );
}

/**
 * The movements that can be primary: payments before the rent of accounts. Without a wallet, bystanders do not count,
 * and a delivery that the chain states counts in place of the movements that make up the delivery.
 */
function candidatesFor(decoded: DecodedTransaction, wallet: string | null, movements: Movement[]): Movement[] {
  const { fromAddress, toAddress, delivered } = decoded;
  if (wallet === null && delivered !== undefined) return [delivered];
  const counted = movements.filter(
    (movement) => wallet !== null || endsOf(movement).some((end) => end === fromAddress || end === toAddress),
  );
  const payments = counted.filter(({ isRent }) => !isRent);
  return payments.length > 0 ? payments : counted;
}

/** The type of the transaction for the wallet. A deploy stays a deploy, even when the constructor mints. */
function txTypeOf(decoded: DecodedTransaction, wallet: string | null, movements: Movement[]): TxType {
  const { kind, fromAddress, signers = [] } = decoded;
  if (kind === 'contract_deploy') return 'contract_deploy';
  if (movements.some(({ isMint, to }) => isMint && (wallet === null || to === wallet))) return 'token_mint';
  const isOther = wallet !== null && fromAddress !== wallet;
  const isSigner = isOther && signers.includes(wallet);
  // A wallet that signed beside the sender and moved nothing has only agreed to what others moved.
  if (isSigner && movements.length === 0) return 'contract_call';
  // A wallet that another account's call pays has called nothing: the wallet sees a transfer.
  const paidByOthers = isOther && !isSigner && movements.length > 0;
  return kind === 'transfer' || paidByOthers ? 'transfer' : 'contract_call';
}
