import { figure, usdFigure } from '../../sdk/figures.ts';
import { isFungible } from '../chains/registry.ts';
import { isZero } from '../values/decimal.ts';
import { addressInShort, sanitise, symbol } from '../values/untrusted-text.ts';
import { assetName, changesTold, type Right, rightsTold } from './authority-sentence.ts';
import { type Headline, largestOf, type NetMovement, netMovements, primaryMovement } from './primary-movement.ts';
import type { StoredTransaction } from './schema.ts';
import { tookEffect } from './took-effect.ts';
import { withSide } from './transfer-side.ts';
import { venueOf } from './venues.ts';

/** Code points of a label or a method. */
const MAX_NAME = 64;

type Shown = 'chain' | 'status' | 'txType' | 'authority' | 'methodName' | 'destinationTag' | 'omitted' | 'transfers';
/** What a sentence needs of a record. The copy in an alert lacks the fields that the API does not show. */
export type Told = Pick<StoredTransaction, Shown | keyof Headline> &
  Partial<Pick<StoredTransaction, 'sender' | 'called' | 'unsigned'>> & { readonly approvals: readonly Right[] };

/** The label of a wallet of the organisation at an address; undefined for any other address. */
export type LabelOf = (address: string) => string | undefined;

/**
 * One English sentence about a record, as its owner would tell it, without a full stop: `Cold vault A paid 75 ETH
 * (187,500 USD) to Ops gas station`. For people only: amounts have six significant digits and USD has cents; the fields
 * of the record are exact. Texts of strangers are made safe for one line.
 * @param wallet of the record. Without its address, some internal transfers of earlier versions tell no payer.
 */
export function sentenceOf(
  record: Told,
  wallet: { readonly label: string; readonly address?: string },
  labelOf: LabelOf = () => undefined,
): string {
  const who = sanitise(wallet.label, MAX_NAME);
  const named = (address: string): string => {
    const own = labelOf(address);
    return own === undefined ? addressInShort(address) : sanitise(own, MAX_NAME);
  };
  const transfers = record.transfers.map((transfer) => withSide(transfer, wallet.address));
  return `${whatHappened({ ...record, transfers }, who, named)}${tagTold(record)}`;
}

type Named = (address: string) => string;

function whatHappened(record: Told, who: string, named: Named): string {
  const { txType, unsigned, transfers } = record;
  const call = callTold(record, named);
  if (!tookEffect(record)) return unsigned ? `A transaction with ${who} failed` : `${who} ${call}, which failed`;
  if (!isZero(record.tokenAmount) || transfers.some(({ amount }) => !isZero(amount))) {
    return [movementTold(record, who, named), ...powersTold(record, named)].join(' and ');
  }
  const [power, ...powers] = powersTold(record, named, true);
  if (power !== undefined) return [`${who} ${power}`, ...powers].join(' and ');
  if (txType === 'contract_deploy') return `${who} deployed a contract`;
  if (transfers.length > 0) return `Nothing moved between ${who} and ${otherEnd(record, isInbound(record), named)}`;
  if (unsigned) return `${record.sender == null ? 'Somebody' : named(record.sender)} ${call} with ${who}`;
  return `${who} ${call}`;
}

/**
 * What gave or took power over the wallet. A payment must not hide that it also gave somebody power.
 * @param all also revocations, and rights that others granted to the wallet.
 */
function powersTold({ chain, authority, approvals }: Told, named: Named, all = false): string[] {
  const rights = approvals.filter(({ approved, isOwner = true }) => all || (approved && isOwner));
  return [
    ...(authority.length > 0 ? [changesTold(authority, named)] : []),
    ...(rights.length > 0 ? [rightsTold(chain, rights, named)] : []),
  ];
}

/** `called swap on 0xE592…1564`, or `sent a transaction` where nobody knows what was called. */
function callTold({ methodName, called, txType, toAddress }: Told, named: Named): string {
  const contract = called ?? toAddress;
  if (txType === 'contract_deploy') return 'deployed a contract';
  if (methodName === null) return contract === null ? 'sent a transaction' : `sent a transaction to ${named(contract)}`;
  const where = contract === null ? '' : ` on ${venueOf(contract) ?? named(contract)}`;
  return `called ${sanitise(methodName, MAX_NAME)}${where}`;
}

/** The movement that the record shows. Undefined where its transfers state no such movement. */
function shownMovement({ transfers, tokenSymbol, tokenAmount }: Told): NetMovement | undefined {
  if (isZero(tokenAmount)) return primaryMovement(transfers);
  const nets = netMovements(transfers);
  return nets.find(({ amount, transfers: [first] }) => first?.asset === tokenSymbol && amount === tokenAmount);
}

/** A swap, a mint or a payment, and what the wallet gave besides. */
function movementTold(record: Told, who: string, named: Named): string {
  const { chain, tokenAmount, tokenSymbol, valueUsd, txType, fromAddress, toAddress } = record;
  const swap = swapTold(record);
  if (swap !== undefined) return `${who} swapped ${swap}`;
  const shown = shownMovement(record);
  const amount = shown === undefined ? amountTold(tokenAmount, symbol(tokenSymbol)) : assetTold(chain, shown);
  const what = `${amount}${usdTold(valueUsd)}`;
  const beside = givenBeside(record, shown);
  if (txType === 'contract_deploy') return `${who} deployed a contract ${deployTold(shown, what, named)}${beside}`;
  if (fromAddress === toAddress) return `${who} paid itself ${what}${beside}`;
  if (isSideUnknown(record, shown)) return `${what} moved between ${who} and another own wallet`;
  const isReceived = shown === undefined || shown.sign === 0 ? isInbound(record) : shown.sign > 0;
  const other = otherEnd(record, isReceived, named);
  if (!isReceived) return `${who} paid ${what} to ${other}${beside}`;
  const isMinted = txType === 'token_mint' && /^(0x)?0+$/.test(fromAddress);
  return `${who} received ${what}${isMinted ? ', newly minted' : ` from ${other}`}${beside}`;
}

/** A record of a deploy names no receiver, but a deploy beside a theft must not hide the thief. */
function deployTold(shown: NetMovement | undefined, what: string, named: Named): string {
  const largest = shown !== undefined && shown.sign < 0 ? largestOf(shown) : undefined;
  return largest === undefined || largest.isRent ? `with ${what}` : `and paid ${what} to ${named(largest.to)}`;
}

const isSideUnknown = ({ direction, transfers }: Told, shown: NetMovement | undefined): boolean =>
  direction === 'internal' && (shown?.transfers ?? transfers).every(({ side }) => side === undefined);

/** What else the wallet gave: a stranger's payment of one wei must not hide the theft of a token. */
function givenBeside({ chain, transfers, omitted }: Told, shown: NetMovement | undefined): string {
  const payments = transfers.filter(({ isRent }) => !isRent);
  const [first, ...more] = netMovements(payments).filter(
    ({ sign, transfers: [one] }) => sign < 0 && one !== undefined && !shown?.transfers.includes(one),
  );
  if (first === undefined) return '';
  const further = more.length + omitted.transfers;
  return ` and gave ${assetTold(chain, first)}${further > 0 ? ' and more' : ''}`;
}

const isInbound = ({ direction }: Told): boolean => direction === 'inbound';

function otherEnd({ fromAddress, toAddress }: Told, isReceived: boolean, named: Named): string {
  const other = isReceived ? fromAddress : toAddress;
  return other === null ? 'nobody' : named(other);
}

/** `100 ETH for 249,310.55 USDC on Uniswap`: what a wallet that signed gave, and what it got. */
function swapTold({ chain, transfers, called, unsigned, txType, omitted }: Told): string | undefined {
  if (unsigned || txType === 'token_mint' || omitted.transfers > 0) return undefined;
  const moved = netMovements(transfers.filter(({ isRent, amount }) => !isRent && !isZero(amount)));
  const [gave, ...gaveMore] = moved.filter(({ sign }) => sign < 0);
  const [got, ...gotMore] = moved.filter(({ sign }) => sign > 0);
  if (gave === undefined || got === undefined || gaveMore.length > 0 || gotMore.length > 0) return undefined;
  const venue = called == null ? null : venueOf(called);
  return `${assetTold(chain, gave)} for ${assetTold(chain, got)}${venue === null ? '' : ` on ${venue}`}`;
}

function assetTold(chain: string, { amount, transfers: [first] }: NetMovement): string {
  if (first === undefined) return amount;
  const asset = assetName(chain, first);
  if (first.isRaw) return `some ${asset}`;
  if (isFungible(first.standard)) return amountTold(amount, asset);
  const id = first.tokenId === null ? '' : ` ${sanitise(first.tokenId, 24)}`;
  return `${amount === '1' ? '' : `${amount} of `}the token${id} of ${asset}`;
}

const amountTold = (amount: string, asset: string): string => `${figure(amount)} ${asset}`;

const usdTold = (value: string | null): string => (value === null ? '' : ` (${usdFigure(value)})`);

const tagTold = ({ destinationTag }: Told): string =>
  destinationTag === null ? '' : `, destination tag ${destinationTag}`;
