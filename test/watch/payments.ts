import { createHash } from 'node:crypto';
import { plusSeconds } from '../../lib/values/time.ts';
import { type Payment, type Payments, paymentsAt } from '../../local/chains/recorded/payment-chain.ts';
import { hashOf } from '../support/scenario.ts';

/** An address without a wallet. */
export const STRANGER = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

/** The nth payment of a test. */
export const payment = (n: number, more: Partial<Payment> = {}): Payment => ({
  hash: hashOf(n),
  from: STRANGER,
  to: STRANGER,
  amount: String(n),
  ...more,
});

const FIRST_TIMESTAMP = new Date('2026-03-01T00:00:00.000Z');
let blocks = 0;

/** The content of a block. Blocks are twelve seconds apart, in the order of the calls. */
export const holding = (...payments: readonly Payment[]): Payments =>
  paymentsAt(plusSeconds(FIRST_TIMESTAMP, 12 * blocks++), payments);

/** A block hash that occurs on no chain. */
export const noHash = (n: number): string => `0x${createHash('sha256').update(`none ${n}`).digest('hex')}`;
