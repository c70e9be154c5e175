import {
  type Approval,
  type AuthorityChange,
  type DecodedTransaction,
  type Detail,
  type Movement,
  NATIVE,
  type Origin,
} from '../chains/port/chain.ts';
import { chainOf } from '../chains/registry.ts';
import { isZero } from '../values/decimal.ts';
import type { Direction } from '../values/fields.ts';
import { type Headline, headlineOf, netMovements, shownHeadline } from './primary-movement.ts';
import type { TxType } from './schema.ts';

/** A movement as a wallet sees it, without a USD value. */
export type ViewedTransfer = Omit<Movement, 'isMint' | 'seenBy' | 'shares' | 'origin'> & {
  direction: Direction;
  origin: Origin;
  /** Which end the wallet is, where the direction does not tell. */
  side?: 'sends' | 'receives' | 'both';
  /** All senders, where the wallet sees several. */
  senders?: string[];
};

/** The part of a transaction record that depends on the wallet. The headline is the one without prices. */
export interface View extends Omit<Headline, 'valueUsd'> {
  txType: TxType;
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
    ...(decoded.operations ?? []).map(({ paymaster }) => paymaster),
    ...(decoded.approvals ?? []).flatMap(({ owner, spender }) => [owner, spender]),
    ...(decoded.authority ?? []).flatMap(({ subject, holder }) => [subject, holder]),
  ].filter((address) => typeof address === 'string');

export const isTouched = (decoded: DecodedTransaction, address: string): boolean =>
  touchedBy(decoded).includes(address);

/**
 * A transaction as one wallet sees it. All addresses must be canonical (EVM checksum), because this code compares
 * addresses as text.
 *
 * `fromAddress` and `toAddress` are the ends of the primary movement, so that the record names payer and payee: see
 * `primaryMovement`. Where nothing moved, and for a deploy, both fields are those of the transaction.
 *
 * Of a movement with several senders, a sender sees its own share, and every other wallet sees the whole movement.
 *
 * @param wallet the address that looks; null for no wallet: all movements, as the sender of the transaction sees the
 *   movements. The primary movement is then one of the sender or of the receiver of the transaction.
 * @param isOurs whether an address is a wallet of the same organisation.
 */
export function viewOf(decoded: DecodedTransaction, wallet: string | null, isOurs: (address: string) => boolean): View {
  const eye = wallet ?? decoded.fromAddress;
  const ours = (address: string) => address === wallet || isOurs(address);
  const directionOf = (senders: readonly string[], to: string | null): Direction => {
    if (to !== null && senders.every(ours) && ours(to)) return 'internal';
    return senders.includes(eye) ? 'outbound' : 'inbound';
  };
  const viewedBy =
    (own: string) =>
    (movement: Movement): ViewedTransfer => {
      const { isMint: _, seenBy: __, shares, origin = 'value', ...whole } = movement;
      const share = shares?.find(({ from }) => from === wallet);
      const senders = share === undefined ? sendersOf(movement) : [share.from];
      const direction = movement.isHeld ? 'internal' : directionOf(senders, movement.to);
      const side = !senders.includes(own) ? 'receives' : movement.to === own ? 'both' : 'sends';
      return {
        ...{ ...whole, ...share, direction, origin },
        ...(senders.length > 1 && { senders: [...senders] }),
        ...(direction === 'internal' && { side }),
      };
    };
  const movements = decoded.movements.filter((movement) => wallet === null || endsOf(movement).includes(wallet));
  const transfers = movements.map(viewedBy(eye));
  const txType = txTypeOf(decoded, wallet, movements);
  const { fromAddress, toAddress } = decoded;
  const tokenSymbol = chainOf(decoded.chain).nativeSymbol;
  const direction = directionOf([fromAddress], toAddress);
  const stated = { direction, fromAddress, toAddress, tokenSymbol, tokenAmount: '0' };
  const { valueUsd: _, ...headline } =
    wallet === null
      ? (headlineWithoutWallet(decoded, viewedBy) ?? { ...stated, valueUsd: null })
      : shownHeadline({ ...stated, txType, verified: true, sender: fromAddress, called: toAddress }, transfers);
  const approvals = (decoded.approvals ?? [])
    .filter((each) => wallet === null || isPartyOf(wallet)(each))
    .map((each) => ({ ...each, isOwner: each.owner === eye }));
  const authority = (decoded.authority ?? [])
    .filter((each) => wallet === null || concerns(wallet)(each))
    .map(({ holder: _, ...change }) => change);
  return {
    ...headline,
    txType,
    transfers,
    approvals,
    authority,
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
 * The headline of a transaction in which no wallet takes part: a delivery that the chain states, or else what the
 * sender of the transaction gained or lost, or else what its receiver did. The native coin comes first, and then the
 * first asset on chain. Bystanders do not count.
 */
function headlineWithoutWallet(
  { fromAddress, toAddress, delivered, movements }: DecodedTransaction,
  viewedBy: (own: string) => (movement: Movement) => ViewedTransfer,
): Headline | undefined {
  if (delivered !== undefined) return netMovements([viewedBy(fromAddress)(delivered)]).map(headlineOf)[0];
  const payments = movements.filter(({ isRent }) => !isRent);
  const sums = [fromAddress, toAddress]
    .filter((end) => end !== null)
    .flatMap((end) => {
      const [own = []] = [payments, movements]
        .map((some) => some.filter((movement) => endsOf(movement).includes(end)))
        .filter(({ length }) => length > 0);
      return netMovements(own.map(viewedBy(end)));
    });
  const candidates = [sums.filter(({ sign }) => sign !== 0), sums].find(({ length }) => length > 0) ?? [];
  const native = candidates.find(({ transfers }) => transfers.some(({ standard }) => standard === NATIVE));
  const primary = native ?? candidates[0];
  return primary && headlineOf(primary);
}

/**
 * The type of the transaction for the wallet. A deploy stays a deploy for those who signed it, even when the
 * constructor mints; whom a stranger names in it has deployed nothing. A wallet that gave something for what was
 * minted, such as a deposit for its receipt, has called a contract.
 */
function txTypeOf(decoded: DecodedTransaction, wallet: string | null, movements: Movement[]): TxType {
  const { kind, fromAddress, signers = [] } = decoded;
  const isOther = wallet !== null && fromAddress !== wallet;
  const isSigner = isOther && signers.includes(wallet);
  if (kind === 'contract_deploy' && (!isOther || isSigner)) return 'contract_deploy';
  const eye = wallet ?? fromAddress;
  const payments = movements.filter(({ amount, isRent }) => !isRent && !isZero(amount));
  const gave = payments.some((movement) => sendersOf(movement).includes(eye));
  const gotMinted = payments.some(({ isMint, to }) => isMint && (wallet === null || to === wallet));
  const minted = decoded.minter === eye && payments.every(({ isMint }) => isMint);
  if (!gave && (gotMinted || minted)) return 'token_mint';
  // A wallet that signed beside the sender and moved nothing has only agreed to what others moved.
  if (isSigner && movements.length === 0) return 'contract_call';
  // A wallet that another account's call pays has called nothing: the wallet sees a transfer.
  const paidByOthers = isOther && !isSigner && movements.length > 0;
  return kind === 'transfer' || paidByOthers ? 'transfer' : 'contract_call';
}
