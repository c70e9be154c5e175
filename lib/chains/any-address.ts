import * as z from 'zod';
import { parseEvmAddress } from './evm/evm-address.ts';

/** Solana accounts and XRP classic addresses: base58, of 25 to 44 characters (40 hex digits are an
 * EVM address without its 0x). X-addresses are longer and name no account. */
const BASE58 = /^(?![0-9A-Fa-f]{40}$)[1-9A-HJ-NP-Za-km-z]{25,44}$/;
/** Id of an MPT issuance on the XRP Ledger. */
const ISSUANCE = /^[0-9a-f]{48}$/i;

/**
 * An address of whatever chain, for rules that are on none: a mistyped EVM address is refused by its checksum, as it would
 * match nothing for ever. Only the form of the others is checked: their SDKs are too large for every function to carry.
 */
export const AnyAddress = z
  .string()
  .refine(
    (text) => (/^0x/i.test(text) ? parseEvmAddress(text) !== null : BASE58.test(text) || ISSUANCE.test(text)),
    'must be an address of an EVM chain, Solana or the XRP Ledger (a mixed-case EVM address with the right checksum)',
  );
