import { describe, expect, it } from '@jest/globals';
import { AbiCoder, concat, Interface, toBeHex } from 'ethers';
import { accountCalls, MOST_CALLS } from '../../../lib/chains/evm/account-calls.ts';

const ACCOUNT = `0x${'ac'.repeat(20)}`;
const TO = `0x${'11'.repeat(20)}`;
const NEXT = `0x${'22'.repeat(20)}`;
const APPROVE = '0x095ea7b3';
const SWAP = '0x38ed1739aa';

/** Encodes with ethers, which shares no code with the reader. */
const encoded = (signature: string, ...args: unknown[]) =>
  new Interface([`function ${signature}`]).encodeFunctionData(signature.slice(0, signature.indexOf('(')), args);
const calls = (data: string) => accountCalls(ACCOUNT, data.slice(2).toLowerCase());
const call = (to: string, data: string) => ({ to, data: data.slice(2) });
const both = [call(TO, APPROVE), call(NEXT, SWAP)];
const tuples = [
  [TO, 0, APPROVE],
  [NEXT, 5, SWAP],
];
const batch = AbiCoder.defaultAbiCoder().encode(['tuple(address,uint256,bytes)[]'], [tuples]);
const mode = (start: string) => `${start}${'00'.repeat(31)}`;
const packed = (to: string, data: string) =>
  concat(['0x00', to, toBeHex(7, 32), toBeHex((data.length - 2) / 2, 32), data]);
const multiSend = encoded('multiSend(bytes)', concat([packed(TO, APPROVE), packed(NEXT, SWAP)]));

describe('the calls of a smart account', () => {
  it.each([
    ['execute(address,uint256,bytes)', [TO, 1, APPROVE], [call(TO, APPROVE)]],
    ['execute(address,uint256,bytes)', [TO, 1, '0x'], [call(TO, '0x')]],
    ['execute_ncC(address,uint256,bytes)', [TO, 1, APPROVE], [call(TO, APPROVE)]],
    ['execute(address,uint256,bytes,uint8)', [TO, 1, APPROVE, 0], [call(TO, APPROVE)]],
    ['executeUserOp(address,uint256,bytes,uint8)', [TO, 1, APPROVE, 0], [call(TO, APPROVE)]],
    ['executeUserOpWithErrorString(address,uint256,bytes,uint8)', [TO, 0, multiSend, 1], both],
    ['executeUserOp(address,uint256,bytes,uint8)', [TO, 0, multiSend, 0], [call(TO, multiSend)]],
    ['executeBatch((address,uint256,bytes)[])', [tuples], both],
    [
      'executeBatch(address[],bytes[])',
      [
        [TO, NEXT],
        [APPROVE, SWAP],
      ],
      both,
    ],
    ['executeBatch(address[],uint256[],bytes[])', [[TO, NEXT], [], [APPROVE, SWAP]], both],
    [
      'executeBatch_y6U(address[],uint256[],bytes[])',
      [
        [TO, NEXT],
        [1, 2],
        [APPROVE, SWAP],
      ],
      both,
    ],
    ['execute(bytes32,bytes)', [mode('0x00'), concat([TO, toBeHex(3, 32), APPROVE])], [call(TO, APPROVE)]],
    ['execute(bytes32,bytes)', [mode('0x01'), batch], both],
    ['execute(bytes32,bytes)', [mode('0xff'), concat([TO, APPROVE])], [call(TO, APPROVE)]],
    ['executeWithoutChainIdValidation(bytes[])', [[APPROVE, SWAP]], [call(ACCOUNT, APPROVE), call(ACCOUNT, SWAP)]],
  ])('are those that %s makes', (signature, args, expected) => {
    expect(calls(encoded(signature, ...args))).toEqual(expected);
  });

  it('are those of the call data that an account of EntryPoint 0.7 gets with its operation', () => {
    expect(calls(concat(['0x8dd7712f', encoded('execute(bytes32,bytes)', mode('0x01'), batch)]))).toEqual(both);
  });

  it('are a call of the account itself for every other method, and for arguments that do not fit', () => {
    const install = encoded('installModule(uint256,address,bytes)', 1, TO, '0x');
    for (const data of [install, '0xb61d27f6', '0xb61d27f6ffff', '0x', `0x34fcd5be${'f'.repeat(192)}`]) {
      expect(calls(data)).toEqual([call(ACCOUNT, data)]);
    }
  });

  it('are bounded: of a batch whose elements are all the same megabyte, the first ones', () => {
    const [count, size] = [20_000, 1_000_000];
    const word = (value: number) => toBeHex(value, 32).slice(2);
    // Each element has the offset of one tuple behind the list.
    const list = word(count) + word(count * 32).repeat(count);
    const tuple = `${'0'.repeat(24)}${TO.slice(2)}${word(0)}${word(96)}${word(size)}${'ab'.repeat(size)}`;
    const started = process.cpuUsage();
    const found = calls(`0x34fcd5be${word(32)}${list}${tuple}`);
    expect(found).toHaveLength(MOST_CALLS);
    expect(found[0]?.data).toHaveLength(size * 2);
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });
});
