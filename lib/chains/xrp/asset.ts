import { encodeAccountID } from 'xrpl/dist/npm/utils/index.js';
import { fromUnits } from '../../values/decimal.ts';
import type { Chain, Movement, NATIVE } from '../port/chain.ts';
import { cleanSymbol } from '../port/symbol.ts';
import type { XrpAmount } from './schema.ts';
import type { XrpStandard } from './xrp-standards.ts';

/** The asset of a balance: XRP, the currency of an issuer, or a multi-purpose token by the id of its issuance. */
export interface Asset {
  readonly standard: typeof NATIVE | Exclude<XrpStandard, 'XLS-20'>;
  /** Currency code or issuance id. */
  readonly code: string;
  /** The account that owes the asset. Nobody owes XRP, so the issuer of XRP stands for XRP outside of accounts. */
  readonly issuer: string;
}

/**
 * An entry before and after. Only `after` holds unchanged fields. `before` and `after` may both lack a field whose
 * value is the default zero.
 */
export interface Change {
  readonly type: string;
  readonly isNew: boolean;
  readonly before: unknown;
  readonly after: unknown;
}

/** A balance that an entry states, before and after the transaction. The issuer of an asset holds none of the asset. */
export interface Holding {
  readonly asset: Asset;
  readonly account: string;
  readonly before: bigint;
  readonly after: bigint;
}

/** Adds a balance that an entry states. */
export type Add = (holding: Holding) => void;

/**
 * ACCOUNT_ZERO, an address without an owner. Stands for escrows and payment channels, which hold XRP but have no
 * address. An account that locks or releases XRP moves the XRP to or from this address.
 */
export const ACCOUNT_ZERO = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp';

export const XRP: Asset = { standard: 'native', code: 'XRP', issuer: ACCOUNT_ZERO };
export const issued = (currency: string, issuer: string): Asset => ({ standard: 'issued', code: currency, issuer });
/** An issuance id is the issuer's sequence number (4 bytes) and account id (20 bytes). */
export const mpt = (id: string): Asset => ({
  standard: 'MPT',
  code: id.toUpperCase(),
  issuer: encodeAccountID(Buffer.from(id.slice(8), 'hex')),
});

export const assetKey = ({ standard, code, issuer }: Asset): string => `${standard} ${code} ${issuer}`;

/** Amounts are bigints in the smallest unit of an asset. The exponent of issued currencies goes down to -96. */
const DECIMALS = { native: 6, issued: 96, MPT: 0 } as const;

/** The digits of the smallest unit of an asset after the point. */
export const decimalsOf = ({ standard }: Asset): number => DECIMALS[standard];

export interface Amount {
  readonly asset: Asset;
  readonly units: bigint;
}

/** A movement with its amount as an integer. */
export interface Flow extends Amount {
  readonly from: string;
  readonly to: string;
  /** As in `Movement`. */
  readonly seenBy?: 'sender' | 'receiver';
  /** As in `Movement`. */
  readonly isHeld?: true;
}

export function parseAmount(amount: XrpAmount): Amount {
  if (typeof amount === 'string') return { asset: XRP, units: BigInt(amount) };
  if ('mpt_issuance_id' in amount) return { asset: mpt(amount.mpt_issuance_id), units: BigInt(amount.value) };
  return { asset: issued(amount.currency, amount.issuer), units: issuedUnits(amount.value) };
}

/** An issued amount, such as `-1.5` or `1e-15`, in units of 10^-96. */
export function issuedUnits(value: string): bigint {
  const [decimal = '', exponent = '0'] = value.toLowerCase().split('e');
  const [whole = '', fraction = ''] = decimal.split('.');
  const shift = DECIMALS.issued + Number(exponent) - fraction.length;
  // No ledger holds such an amount. A result without the last digits would be wrong.
  if (shift < 0) throw new RangeError(`${value} is smaller than an issued amount can be`);
  return BigInt(`${whole}${fraction}${'0'.repeat(shift)}`);
}

/** The decimal string of an amount that is not negative. */
export const toDecimal = ({ asset, units }: Amount): string => fromUnits(units, decimalsOf(asset));

/** The asset in the fields of a movement. Transactions name a multi-purpose token by its id and state no symbol. */
export function describe(chain: Chain, { standard, code, issuer }: Asset): Pick<Movement, 'asset' | 'tokenAddress'> {
  if (standard === 'native') return { asset: chain.nativeSymbol, tokenAddress: null };
  if (standard === 'MPT') return { asset: code, tokenAddress: code };
  return { asset: readable(code), tokenAddress: issuer };
}

/**
 * A currency code for people: three characters stay as they are, and 40 hex digits become their text. A code without
 * readable text, such as the code of a liquidity token, stays hex. A code that reads like the native XRP becomes hex,
 * also when the ledger writes the code in three characters (`xrp` is allowed).
 * @see https://xrpl.org/docs/references/protocol/data-types/currency-formats
 */
export function readable(code: string): string {
  if (isCalledXrp(code)) return Buffer.from(code).toString('hex').toUpperCase().padStart(30, '0').padEnd(40, '0');
  if (/^[\x21-\x7e]{3}$/.test(code)) return code;
  if (!/^[0-9a-f]{40}$/i.test(code)) return cleanSymbol(code) ?? code;
  // Demurrage, a retired format whose value shrinks with time. A reader must not confuse it with the plain currency.
  if (code.startsWith('01')) return `DEMURRAGE:${code}`;
  const text = Buffer.from(code, 'hex').toString('utf8').replace(/\0+$/, '');
  const isText = !text.includes('\ufffd') && cleanSymbol(text) === text && !isCalledXrp(text);
  return isText ? text : code;
}

const isCalledXrp = (text: string): boolean => text.toUpperCase() === XRP.code;
