/* The opcodes of the contracts that the tests write as bytecode. */

export const byte = (n: number): string => n.toString(16).padStart(2, '0');
/** Pushes a value of at most 32 bytes, given as pairs of hex digits. */
export const push = (hex: string): string => `${byte(0x5f + hex.length / 2)}${hex}`;
export const ZERO = push('00');
export const GAS = '5a';
export const CALL = 'f1';
export const POP = '50';
/** The value that the contract received. */
export const CALLVALUE = '34';
/** The balance of the contract. */
export const SELFBALANCE = '47';
export const CALLDATASIZE = '36';
/** Copies the input of the contract to the start of its memory. */
export const COPY_INPUT = `${CALLDATASIZE}${ZERO}${ZERO}37`;
export const STOP = '00';
export const REVERT = `${ZERO}${ZERO}fd`;
export const SELFDESTRUCT = 'ff';
