import { concat, id, toBeHex, zeroPadValue } from 'ethers';
import { CALL, COPY_INPUT, GAS, POP, push, STOP, ZERO } from '../evm-calls/opcodes.ts';

/* Contracts of a thief, which log what they like: any contract may log the events of a token in the name of anybody. */

export const word = (value: string | bigint | number): string =>
  typeof value === 'string' ? zeroPadValue(value, 32) : toBeHex(value, 32);
const wordAt = (n: number): string => `${push(toBeHex(32 * n, 1).slice(2))}35`;
const size = (n: number): string => push(toBeHex(n, 3).slice(2));

/** Logs the words 1, 2 and 3 of its input under the topic in word 0. */
export const LOGGER = `0x${wordAt(3)}${ZERO}52${wordAt(2)}${wordAt(1)}${wordAt(0)}${push('20')}${ZERO}a3${STOP}`;

/** The input by which a logger logs a transfer or an approval. */
export const eventOf = (name: 'Transfer' | 'Approval', from: string, to: string, amount: bigint): string =>
  concat([id(`${name}(address,address,uint256)`), word(from), word(to), word(amount)]);
/** The length of such an input in bytes. */
export const EVENT_BYTES = 128;

/** The code of a contract that makes calls, whose inputs are parts of its own input. */
export const caller = (calls: readonly { to: string; from: number; bytes: number }[]): string =>
  `0x${COPY_INPUT}${calls
    .map(
      ({ to, from, bytes }) =>
        `${ZERO}${ZERO}${size(bytes)}${size(from)}${ZERO}${push(to.slice(2))}${GAS}${CALL}${POP}`,
    )
    .join('')}${STOP}`;

/** The code of a contract that logs words, each under a topic. */
export const logging = (logs: readonly { topic: string; data: string }[]): string =>
  `0x${logs
    .map(({ topic, data }) => `${push(data.slice(2))}${ZERO}52${push(topic.slice(2))}${push('20')}${ZERO}a1`)
    .join('')}${STOP}`;
