import { describe, expect, it } from '@jest/globals';
import { AbiCoder, encodeBytes32String } from 'ethers';
import { CallRevertedError } from '../../../lib/chains/evm/evm-rpc.ts';
import { decimalsOf, symbolOf, tokenReader } from '../../../lib/chains/evm/tokens.ts';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import type { TokenCache, TokenInfo } from '../../../lib/chains/port/family.ts';
import type { Rpc } from '../../../lib/chains/port/rpc.ts';

const SYMBOL = '0x95d89b41';
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const OTHER = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const { signal } = new AbortController();

const text = (value: string) => AbiCoder.defaultAbiCoder().encode(['string'], [value]);
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

/** A node whose contracts give the answers of `answer`. `calls` lists the calls of the contracts. */
function node(answer: (selector: string) => string) {
  const calls: unknown[] = [];
  const rpc: Rpc = {
    send: async (_method, [call], result) => {
      calls.push(call);
      const { data } = Object(call);
      return result.parse(answer(data));
    },
  };
  return { rpc, calls };
}
const revert = (): string => {
  throw new CallRevertedError('execution reverted');
};

describe('tokenReader', () => {
  it('asks each token once and remembers the answer', async () => {
    const { rpc, calls } = node((selector) => (selector === SYMBOL ? text('USDC') : word(6n)));
    const tokensOf = tokenReader(rpc);
    const usdc = { symbol: 'USDC', decimals: 6 };
    expect(await tokensOf([TOKEN, OTHER, TOKEN], signal)).toEqual(
      new Map([
        [TOKEN, usdc],
        [OTHER, usdc],
      ]),
    );
    expect(calls).toHaveLength(4);
    expect(await tokensOf([TOKEN], signal)).toEqual(new Map([[TOKEN, usdc]]));
    expect(calls).toHaveLength(4);
  });

  it('returns a token without symbol and decimals when the contract refuses the calls', async () => {
    expect(await tokenReader(node(revert).rpc)([TOKEN], signal)).toEqual(
      new Map([[TOKEN, { symbol: null, decimals: null }]]),
    );
  });

  it('throws when no node answers, and asks again at the next call', async () => {
    let isDown = true;
    const { rpc } = node((selector) => {
      if (isDown) throw new ChainUnavailableError('ethereum', 'down');
      return selector === SYMBOL ? text('DAI') : word(18n);
    });
    const tokensOf = tokenReader(rpc);
    await expect(tokensOf([TOKEN], signal)).rejects.toThrow(ChainUnavailableError);
    isDown = false;
    expect((await tokensOf([TOKEN], signal)).get(TOKEN)).toEqual({ symbol: 'DAI', decimals: 18 });
  });
});

describe('tokenReader with a cache', () => {
  const usdc = { symbol: 'USDC', decimals: 6 };
  function cache(kept: [string, TokenInfo][] = []) {
    const infos = new Map(kept);
    const asked: string[] = [];
    const port: TokenCache = {
      get: async (address) => {
        asked.push(address);
        return infos.get(address) ?? null;
      },
      put: async (address, info) => void infos.set(address, info),
    };
    return { ...port, infos, asked };
  }

  it('does not ask a contract whose answer is in the cache', async () => {
    const { rpc, calls } = node(revert);
    const tokensOf = tokenReader(rpc, cache([[TOKEN, usdc]]));
    expect(await tokensOf([TOKEN], signal)).toEqual(new Map([[TOKEN, usdc]]));
    expect(calls).toEqual([]);
  });

  it('caches answers for other processes and reads the cache once', async () => {
    const { rpc } = node((selector) => (selector === SYMBOL ? text('USDC') : word(6n)));
    const kept = cache();
    const tokensOf = tokenReader(rpc, kept);
    await tokensOf([TOKEN], signal);
    await tokensOf([TOKEN], signal);
    expect(kept.infos).toEqual(new Map([[TOKEN, usdc]]));
    expect(kept.asked).toEqual([TOKEN]);
  });

  it('caches nothing when no node answers', async () => {
    const kept = cache();
    const { rpc } = node(() => {
      throw new ChainUnavailableError('ethereum', 'down');
    });
    await expect(tokenReader(rpc, kept)([TOKEN], signal)).rejects.toThrow(ChainUnavailableError);
    expect(kept.infos).toEqual(new Map());
  });
});

describe('symbolOf', () => {
  it.each([
    ['an ABI string', text('USDC'), 'USDC'],
    ['the bytes32 of old tokens', encodeBytes32String('MKR'), 'MKR'],
    [
      'the valid letters of a string with malformed UTF-8',
      `${word(32n)}${word(3n).slice(2)}41ff42${'0'.repeat(58)}`,
      'AB',
    ],
    [
      'the name between 10 KB of control characters and a line break',
      text(`${'\u0007\u202e'.repeat(3_000)}EVIL\n`),
      'EVIL',
    ],
    ['no symbol from 10 KB of control characters', text('\u0007\u001b\u200b'.repeat(3_000)), null],
    ['the first 32 letters of a string of 10 KB', text('A'.repeat(10_000)), 'A'.repeat(32)],
    ['no symbol from empty data', '0x', null],
    ['no symbol from an empty string', text(''), null],
    ['no symbol from data that is not a string', `${word(2n ** 255n)}${word(5n).slice(2)}`, null],
  ])('reads %s', (_what, data, symbol) => {
    expect(symbolOf(data)).toBe(symbol);
  });
});

describe('decimalsOf', () => {
  it.each([
    [word(0n), 0],
    [word(78n), 78],
    [word(79n), null],
    [word(2n ** 255n), null],
    ['0x', null],
    ['0x12', null],
  ])('reads %s as %s', (data, decimals) => {
    expect(decimalsOf(data)).toBe(decimals);
  });
});
