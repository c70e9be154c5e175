import Big from 'big.js';
import { isFungible } from '../chains/registry.ts';
import { isZero } from '../values/decimal.ts';
import { addressInShort, sanitise, symbol } from '../values/untrusted-text.ts';
import { changesTold, type Right, rightsTold } from './authority-sentence.ts';
import { type Headline, netMovements, primaryMovement } from './primary-movement.ts';
import type { StoredTransaction } from './schema.ts';
import { venueOf } from './venues.ts';

/** Code points of a label or a method. */
const MAX_NAME = 64;
/** Digits of an amount that a person reads. Cents are always shown. */
const DIGITS = 6;
const CENTS = 2;

type Shown = 'status' | 'txType' | 'transfers' | 'authority' | 'methodName' | 'destinationTag' | 'omitted';
/** What a sentence needs of a record. The copy in an alert lacks the fields that the API does not show. */
export type Told = Pick<StoredTransaction, Shown | keyof Headline> &
  Partial<Pick<StoredTransaction, 'sender' | 'called' | 'unsigned'>> & { readonly approvals: readonly Right[] };

/** The label of a wallet of the organisation at an address; undefined for any other address. */
export type LabelOf = (address: string) => string | undefined;

/**
 * One English sentence about a record, as its owner would tell it, without a full stop: `Cold vault A paid 75 ETH
 * (187,500 USD) to Ops gas station`. For people only: amounts have six significant digits and USD has cents; the fields
 * of the record are exact. Texts of strangers are made safe for one line.
 * @param label of the wallet of the record.
 */
export function sentenceOf(record: Told, label: string, labelOf: LabelOf = () => undefined): string {
  const who = sanitise(label, MAX_NAME);
  const named = (address: string): string => {
    const own = labelOf(address);
    return own === undefined ? addressInShort(address) : sanitise(own, MAX_NAME);
  };
  return `${whatHappened(record, who, named)}${tagTold(record)}`;
}

type Named = (address: string) => string;

function whatHappened(record: Told, who: string, named: Named): string {
  const { status, txType, tokenAmount, approvals, authority, unsigned } = record;
  const call = callTold(record, named);
  if (status === 'failed') return unsigned ? `A transaction with ${who} failed` : `${who} ${call}, which failed`;
  if (!isZero(tokenAmount)) return `${movementTold(record, who, named)}${rightsBeside(record, named)}`;
  if (authority.length > 0) return `${who} ${changesTold(authority, named)}`;
  if (approvals.length > 0) return `${who} ${rightsTold(approvals, named)}`;
  if (txType === 'contract_deploy') return `${who} deployed a contract`;
  if (record.transfers.length > 0)
    return `Nothing moved between ${who} and ${otherEnd(record, isInbound(record), named)}`;
  if (unsigned) return `${record.sender == null ? 'Somebody' : named(record.sender)} ${call} with ${who}`;
  return `${who} ${call}`;
}

/** A payment must not hide that it also gave somebody power over the wallet. */
function rightsBeside({ authority, approvals }: Told, named: Named): string {
  if (authority.length > 0) return ` and ${changesTold(authority, named)}`;
  const granted = approvals.filter(({ approved, isOwner = true }) => approved && isOwner);
  return granted.length > 0 ? ` and ${rightsTold(granted, named)}` : '';
}

/** `called swap on 0xE592…1564`, or `sent a transaction` where nobody knows what was called. */
function callTold({ methodName, called, txType, toAddress }: Told, named: Named): string {
  const contract = called ?? toAddress;
  if (txType === 'contract_deploy') return 'deployed a contract';
  if (methodName === null) return contract === null ? 'sent a transaction' : `sent a transaction to ${named(contract)}`;
  const where = contract === null ? '' : ` on ${venueOf(contract) ?? named(contract)}`;
  return `called ${sanitise(methodName, MAX_NAME)}${where}`;
}

/** A swap, a mint or a payment. */
function movementTold(record: Told, who: string, named: Named): string {
  const { tokenAmount, tokenSymbol, valueUsd, txType, fromAddress, toAddress, transfers } = record;
  const primary = primaryMovement(transfers);
  const amount = primary === undefined ? amountTold(tokenAmount, tokenSymbol) : assetTold(primary, tokenAmount);
  const what = `${amount}${usdTold(valueUsd)}`;
  const swap = swapTold(record);
  if (swap !== undefined) return `${who} swapped ${swap}`;
  if (txType === 'contract_deploy') return `${who} deployed a contract with ${what}`;
  if (fromAddress === toAddress) return `${who} paid itself ${what}`;
  const isReceived = primary === undefined || primary.sign === 0 ? isInbound(record) : primary.sign > 0;
  const other = otherEnd(record, isReceived, named);
  if (!isReceived) return `${who} paid ${what} to ${other}`;
  return txType === 'token_mint' ? `${who} received ${what}, newly minted` : `${who} received ${what} from ${other}`;
}

const isInbound = ({ direction }: Told): boolean => direction === 'inbound';

function otherEnd({ fromAddress, toAddress }: Told, isReceived: boolean, named: Named): string {
  const other = isReceived ? fromAddress : toAddress;
  return other === null ? 'nobody' : named(other);
}

/** `100 ETH for 249,310.55 USDC on Uniswap`: what a wallet that signed gave, and what it got. */
function swapTold({ transfers, called, unsigned, txType, omitted }: Told): string | undefined {
  if (unsigned || txType === 'token_mint' || omitted.transfers > 0) return undefined;
  const moved = netMovements(transfers.filter(({ isRent, amount }) => !isRent && !isZero(amount)));
  const [gave, ...gaveMore] = moved.filter(({ sign }) => sign < 0);
  const [got, ...gotMore] = moved.filter(({ sign }) => sign > 0);
  if (gave === undefined || got === undefined || gaveMore.length > 0 || gotMore.length > 0) return undefined;
  const venue = called == null ? null : venueOf(called);
  return `${assetTold(gave, gave.amount)} for ${assetTold(got, got.amount)}${venue === null ? '' : ` on ${venue}`}`;
}

function assetTold({ transfers: [first] }: ReturnType<typeof netMovements>[number], amount: string): string {
  if (first === undefined) return amount;
  if (first.isRaw) return `some ${symbol(first.asset)}`;
  if (isFungible(first.standard)) return amountTold(amount, first.asset);
  const id = first.tokenId === null ? '' : ` ${sanitise(first.tokenId, 24)}`;
  return `${amount === '1' ? '' : `${amount} of `}the token${id} of ${symbol(first.asset)}`;
}

const amountTold = (amount: string, asset: string): string => `${figure(amount)} ${symbol(asset)}`;

/** `249,310.55`: six significant digits, but at least two behind the point; half is rounded up. */
function figure(amount: string): string {
  const value = new Big(amount);
  if (value.eq(0)) return '0';
  // Large amounts keep all digits before the point.
  const places = Math.max(DIGITS - 1 - value.e, CENTS);
  const [whole = '', fraction = ''] = value.round(places, Big.roundHalfUp).toFixed(places).split('.');
  const rest = fraction.replace(/0+$/, '');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest === '' ? '' : `.${rest}`}`;
}

function usdTold(value: string | null): string {
  if (value === null) return '';
  const usd = new Big(value);
  if (usd.gt(0) && usd.lt('0.005')) return ' (less than 0.01 USD)';
  const [whole = '', cents = ''] = usd.round(CENTS, Big.roundHalfUp).toFixed(CENTS).split('.');
  return ` (${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${cents === '00' ? '' : `.${cents}`} USD)`;
}

const tagTold = ({ destinationTag }: Told): string =>
  destinationTag === null ? '' : `, destination tag ${destinationTag}`;
