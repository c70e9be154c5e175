import { id } from 'ethers';
import { checksumOf } from './evm-address.ts';
import type { EvmStandard } from './evm-standards.ts';
import { addressIn, argumentOf, type LowerLog, pair } from './log-words.ts';

/** What a log grants. */
export interface Granted {
  /** Null for an event without indexed arguments, as in `TokenTransfer`. `raw` is then an amount or a token id. */
  readonly standard: EvmStandard | 'Permit2' | null;
  readonly tokenAddress: string;
  readonly tokenId: bigint | null;
  /** The amount in the smallest unit. Null for one token with an id, and for all tokens of a contract. */
  readonly raw: bigint | null;
  /** False for a revocation. */
  readonly approved: boolean;
  /** Seconds since 1970; 0 for the time of the block. Null for an approval that does not expire. */
  readonly expiration: bigint | null;
}

/**
 * Permit2: an allowance contract that has the same address on each chain. Owners approve this contract once per token.
 * The contract then keeps the allowances of the spenders. Events of other contracts are no proof.
 * @see https://github.com/Uniswap/permit2
 */
const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';

/** Owner, token, spender; amount, expiration. */
const APPROVAL = id('Approval(address,address,address,uint160,uint48)');
/** The same, by a signature of the owner that anybody may send; then the nonce. */
const PERMIT = id('Permit(address,address,address,uint160,uint48,uint48)');
/** Owner, token, spender: the owner revokes the allowance. */
const LOCKDOWN = id('Lockdown(address,address,address)');

export const PERMIT2_EVENTS: readonly string[] = [APPROVAL, PERMIT, LOCKDOWN];
export const isPermit2Event = (event: string): boolean => PERMIT2_EVENTS.includes(event);

/** The owner and the spender that an event of Permit2 names, in lower case; null when the log is no such event. */
export const partiesOfPermit = (log: LowerLog): [string, string] | null =>
  log.address === PERMIT2 && isPermit2Event(log.topics[0] ?? '') ? pair(argumentOf(log, 0), argumentOf(log, 2)) : null;

/** What an event of Permit2 grants; null when its arguments do not fit. */
export function permitIn(log: LowerLog): Granted | null {
  const token = addressIn(argumentOf(log, 1));
  if (token === null) return null;
  const all = { standard: 'Permit2', tokenAddress: checksumOf(token), tokenId: null } as const;
  if (log.topics[0] === LOCKDOWN) return { ...all, raw: 0n, approved: false, expiration: null };
  const [amount, expiration] = [argumentOf(log, 3), argumentOf(log, 4)];
  if (amount === undefined || expiration === undefined) return null;
  const raw = BigInt(amount);
  return { ...all, raw, approved: raw > 0n, expiration: BigInt(expiration) };
}
