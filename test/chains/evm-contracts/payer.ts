import {
  CALL,
  CALLDATASIZE,
  CALLVALUE,
  COPY_INPUT,
  GAS,
  POP,
  push,
  REVERT,
  SELFBALANCE,
  SELFDESTRUCT,
  STOP,
  ZERO,
} from '../evm-calls/opcodes.ts';

/** A call that a contract makes. The contract goes on when the call fails. */
export interface Payment {
  readonly to: string;
  /** In wei, or what the contract received, or all that the contract has. */
  readonly value: bigint | 'received' | 'all';
  /** Whether the call has the input that the contract received. Without an input, the call only pays. */
  readonly passesInput?: boolean;
}

/** How a contract ends: with its calls done, with its calls taken back, or destroyed in favour of an address. */
export type End = 'stop' | 'revert' | { readonly destroyedFor: string };

/** The code of a contract that makes these calls in order on every call and in its creation. */
export function payer(payments: readonly Payment[], end: End = 'stop'): string {
  const calls = payments.map(({ to, value, passesInput = false }) => {
    const input = passesInput ? `${CALLDATASIZE}${ZERO}` : `${ZERO}${ZERO}`;
    return `${ZERO}${ZERO}${input}${amountOf(value)}${push(to.slice(2))}${GAS}${CALL}${POP}`;
  });
  return `0x${COPY_INPUT}${calls.join('')}${endOf(end)}`;
}

function amountOf(value: Payment['value']): string {
  if (value === 'received') return CALLVALUE;
  if (value === 'all') return SELFBALANCE;
  const hex = value.toString(16);
  return push(hex.padStart(hex.length + (hex.length % 2), '0'));
}

function endOf(end: End): string {
  if (end === 'stop') return STOP;
  return end === 'revert' ? REVERT : `${push(end.destroyedFor.slice(2))}${SELFDESTRUCT}`;
}
