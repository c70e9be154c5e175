import { describe, expect, it } from '@jest/globals';
import { AbiCoder, hexlify, id, zeroPadValue } from 'ethers';
import fc from 'fast-check';
import { tokenTransfers } from '../../../lib/chains/evm/logs.ts';

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const MAX = 2n ** 256n - 1n;

const topic = (address: string) => zeroPadValue(address.toLowerCase(), 32);
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;
const encode = (types: string[], values: unknown[]) => AbiCoder.defaultAbiCoder().encode(types, values);

const TRANSFER = id('Transfer(address,address,uint256)');
const SINGLE = id('TransferSingle(address,address,address,uint256,uint256)');
const BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])');
const log = (topics: string[], data: string) => ({ address: TOKEN, topics, data });
const ends = { tokenAddress: TOKEN, from: ALICE, to: BOB };

describe('tokenTransfers', () => {
  it('reads a Transfer of three topics as ERC-20, up to the largest amount', () => {
    expect(tokenTransfers([log([TRANSFER, topic(ALICE), topic(BOB)], word(MAX))])).toEqual([
      { standard: 'ERC-20', ...ends, tokenId: null, raw: MAX },
    ]);
  });

  it('reads a Transfer of four topics as ERC-721, whose last topic is the token id and not an amount', () => {
    expect(tokenTransfers([log([TRANSFER, topic(ALICE), topic(BOB), word(7n)], '0x')])).toEqual([
      { standard: 'ERC-721', ...ends, tokenId: 7n, raw: 1n },
    ]);
  });

  it('reads a TransferSingle and ignores its operator', () => {
    const data = encode(['uint256', 'uint256'], [MAX, 12n]);
    expect(tokenTransfers([log([SINGLE, topic(TOKEN), topic(ALICE), topic(BOB)], data)])).toEqual([
      { standard: 'ERC-1155', ...ends, tokenId: MAX, raw: 12n },
    ]);
  });

  it('reads a TransferBatch as one movement per token id, in order', () => {
    const data = encode(
      ['uint256[]', 'uint256[]'],
      [
        [3n, 1n],
        [30n, 10n],
      ],
    );
    expect(tokenTransfers([log([BATCH, topic(TOKEN), topic(ALICE), topic(BOB)], data)])).toEqual([
      { standard: 'ERC-1155', ...ends, tokenId: 3n, raw: 30n },
      { standard: 'ERC-1155', ...ends, tokenId: 1n, raw: 10n },
    ]);
  });

  it.each([
    ['an event of another name', log([id('Approval(address,address,uint256)'), topic(ALICE), topic(BOB)], word(1n))],
    ['a log without topics', log([], word(1n))],
    ['a Transfer whose arguments are not indexed', log([TRANSFER], word(1n).repeat(1))],
    ['a Transfer without an amount', log([TRANSFER, topic(ALICE), topic(BOB)], '0x')],
    ['a Transfer whose sender and receiver are not addresses', log([TRANSFER, word(MAX), word(MAX)], word(1n))],
    ['a TransferSingle with truncated data', log([SINGLE, topic(TOKEN), topic(ALICE), topic(BOB)], word(1n))],
    [
      'a TransferBatch with more ids than amounts',
      log([BATCH, topic(TOKEN), topic(ALICE), topic(BOB)], encode(['uint256[]', 'uint256[]'], [[1n, 2n], [1n]])),
    ],
    [
      'a TransferBatch that claims more entries than it has',
      log([BATCH, topic(TOKEN), topic(ALICE), topic(BOB)], `${word(64n)}${word(64n).slice(2)}${word(MAX).slice(2)}`),
    ],
  ])('ignores %s', (_what, entry) => {
    expect(tokenTransfers([entry])).toEqual([]);
  });
});

describe('tokenTransfers, on the data of a token event,', () => {
  const decoder = AbiCoder.defaultAbiCoder();
  const valuesIn = (types: string[], data: string): unknown[] | null => {
    try {
      return decoder.decode(types, data).toArray(true);
    } catch {
      return null;
    }
  };
  const bytes = fc.uint8Array({ maxLength: 100 }).map((some) => hexlify(some));

  it('reads the amount that the ABI states, for data of any length', () => {
    fc.assert(
      fc.property(bytes, (data) => {
        const raws = tokenTransfers([log([TRANSFER, topic(ALICE), topic(BOB)], data)]).map(({ raw }) => raw);
        expect(raws).toEqual(valuesIn(['uint256'], data) ?? []);
      }),
    );
  });

  it('reads the token id and the amount that the ABI states', () => {
    fc.assert(
      fc.property(bytes, (data) => {
        const transfers = tokenTransfers([log([SINGLE, topic(TOKEN), topic(ALICE), topic(BOB)], data)]);
        expect(transfers.flatMap(({ tokenId, raw }) => [tokenId, raw])).toEqual(
          valuesIn(['uint256', 'uint256'], data) ?? [],
        );
      }),
    );
  });

  it.each([
    ['an amount', TRANSFER, [topic(ALICE), topic(BOB)], `0x${'zz'.repeat(32)}`],
    ['a receiver', TRANSFER, [topic(ALICE), topic(BOB).replace(/..$/, 'zz')], word(1n)],
    ['a token id', TRANSFER, [topic(ALICE), topic(BOB), `0x${'zz'.repeat(32)}`], '0x'],
    ['a batch', BATCH, [topic(TOKEN), topic(ALICE), topic(BOB)], '0xzz'],
  ])('throws for %s that is not hex', (_what, event, indexed, data) => {
    expect(() => tokenTransfers([log([event, ...indexed], data)])).toThrow();
  });
});
