import { AbiCoder, concat, id, toBeHex } from 'ethers';

/* Token contracts of a stranger that misbehave when somebody asks them for their symbol or their decimals. */

const abi = AbiCoder.defaultAbiCoder();

/** The place of the first instruction after `onlyForViews`. */
const BODY = 7;
/** Logs a transfer whose ends and amount are the three words of the calldata. */
const EMIT = `0x6040356000526020356000357f${id('Transfer(address,address,uint256)').slice(2)}60206000a300`;
/** A contract that logs a transfer, and runs `body` for a call without arguments, as `symbol()` is. */
export const misbehaving = (body: string): string => {
  const end = toBeHex(BODY + body.length / 2, 1).slice(2);
  return concat([`0x3660051060${end}57`, `0x${body}`, '0x5b', EMIT]);
};
/** Reverts with a reason that sounds as if the node had failed. */
const reverting = (reason: string): string => {
  const data = concat(['0x08c379a0', abi.encode(['string'], [reason])]).slice(2);
  const size = data.length / 2;
  const words = Array.from({ length: Math.ceil(size / 32) }, (_, n) => data.slice(64 * n, 64 * n + 64).padEnd(64, '0'));
  const stored = words.map((word, n) => `7f${word}60${toBeHex(32 * n, 1).slice(2)}52`).join('');
  return `${stored}60${toBeHex(size, 1).slice(2)}6000fd`;
};

/** What the contract does when somebody asks for its symbol or decimals, in EVM code. */
export const HALTS: Readonly<Record<string, string>> = {
  'jumps to no destination': '600056',
  'takes from an empty stack': '50',
  'overflows the stack': '5b36600756',
  'never ends': '5b600756',
  'runs the invalid opcode': 'fe',
  'runs an unknown opcode': '0c',
  'copies return data out of bounds': '6020600060003e',
  'writes in a static call': '333014601b576000600060006000305afa60006000fd5b6001600055',
  'calls itself without end': '60006000600060006000305af1fe',
  'returns 400 KB': '62061a806000f3',
  'reverts with 400 KB': '62061a806000fd',
  'asks for more memory than the gas pays': '628000006000f3',
  'reverts with the reason "header not found"': reverting('header not found'),
  'reverts with the reason "rate limit exceeded"': reverting('rate limit exceeded'),
};
