import { type AddressLabel, figure } from '../../sdk/index.ts';

/** An address of EVM, Solana or XRP. A long number is none. */
const ADDRESS = /\b(?:0x[\da-fA-F]{40}|(?=\d*[A-Za-z])[1-9A-HJ-NP-Za-km-z]{25,44})\b/g;
const FRACTION = /(?<![\w.])\d[\d,]*\.\d+(?![\w.])/g;

/** The addresses that a text names. */
export const addressesIn = (text: string): readonly string[] => text.match(ADDRESS) ?? [];

/** The text of a reason for a narrow table: addresses by their labels or shortened, and six digits of an amount. */
export const shortReason = (text: string, addressLabel: AddressLabel): string =>
  text
    .replace(FRACTION, (amount) => figure(amount.replaceAll(',', '')))
    .replace(ADDRESS, (address) => addressLabel(address) ?? `${address.slice(0, 6)}…${address.slice(-4)}`);
