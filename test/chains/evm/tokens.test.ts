import { describe, expect, it } from '@jest/globals';
import { AbiCoder, encodeBytes32String } from 'ethers';
import { CallRevertedError } from '../../../lib/chains/evm/evm-rpc.ts';
import { decimalsOf, evmTokenReader, symbolOf } from '../../../lib/chains/evm/tokens.ts';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import type { KeptToken, TokenCache } from '../../../lib/chains/port/family.ts';
import type { Rpc } from '../../../lib/chains/port/rpc.ts';
import { quiet } from '../../support/quiet.ts';

quiet();
const SYMBOL = '0x95d89b41';
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const OTHER = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const { signal } = new AbortController();

const text = (value: string) => AbiCoder.defaultAbiCoder().encode(['string'], [value]);
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const usdc = { symbol: 'USDC', decimals: 6 };
const nothing = { symbol: null, decimals: null };

/**
 * A node whose contracts give the answers of `answer`. `calls` lists the calls of the contracts, and `codes` holds the
 * code of each address.
 */
function node(answer: (selector: string, address: string) => string) {
  const calls: unknown[] = [];
  const codes = new Map<string, string>();
  const rpc: Rpc = {
    send: async (method, [of], result) => {
      if (method === 'eth_getCode') return result.parse(codes.get(String(of)) ?? '0xfe');
      calls.push(of);
      const { data, to } = Object(of);
      return result.parse(answer(data, to));
    },
  };
  return { rpc, calls, codes };
}
const states = (selector: string) => (selector === SYMBOL ? text('USDC') : word(6n));
const revert = (): string => {
  throw new CallRevertedError('execution reverted');
};
const down = (): string => {
  throw new ChainUnavailableError('ethereum', 'down');
};

/** A reader with a clock in seconds that the test moves. */
function readerWithClock(rpc: Rpc, cache?: TokenCache) {
  const clock = { now: 0 };
  return { clock, tokensOf: evmTokenReader('ethereum', rpc, cache, () => 1000 * clock.now) };
}

describe('evmTokenReader', () => {
  it('asks each token once and remembers the answer', async () => {
    const { rpc, calls } = node(states);
    const { tokensOf } = readerWithClock(rpc);
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

  it('limits the gas of each call', async () => {
    const { rpc, calls } = node(states);
    await readerWithClock(rpc).tokensOf([TOKEN], signal);
    expect(calls).toMatchObject([{ gas: '0x7a120' }, { gas: '0x7a120' }]);
  });

  it.each([
    ['refuses the calls', revert],
    ['returns nothing', () => '0x'],
  ])('remembers for an hour that a contract %s', async (_what, answer) => {
    const { rpc, calls } = node(answer);
    const { tokensOf, clock } = readerWithClock(rpc);
    for (const at of [0, HOUR - 1]) {
      clock.now = at;
      expect(await tokensOf([TOKEN], signal)).toEqual(new Map([[TOKEN, nothing]]));
    }
    expect(calls).toHaveLength(2);
    clock.now = HOUR;
    await tokensOf([TOKEN], signal);
    expect(calls).toHaveLength(4);
  });

  it('throws while no node answers, and asks again at the next call', async () => {
    let isDown = true;
    const { rpc } = node((selector) => (isDown ? down() : states(selector)));
    const { tokensOf } = readerWithClock(rpc);
    await expect(tokensOf([TOKEN], signal)).rejects.toThrow(ChainUnavailableError);
    isDown = false;
    expect((await tokensOf([TOKEN], signal)).get(TOKEN)).toEqual(usdc);
  });

  it('leaves out a token about which no node answers for 30 seconds, and asks again an hour later', async () => {
    let isDown = true;
    const { rpc } = node((selector, to) => (to === TOKEN && isDown ? down() : states(selector)));
    const { tokensOf, clock } = readerWithClock(rpc);
    for (const at of [0, 29]) {
      clock.now = at;
      await expect(tokensOf([TOKEN, OTHER], signal)).rejects.toThrow(ChainUnavailableError);
    }
    clock.now = 30;
    expect(await tokensOf([TOKEN, OTHER], signal)).toEqual(new Map([[OTHER, usdc]]));
    isDown = false;
    clock.now = 29 + HOUR;
    expect(await tokensOf([TOKEN], signal)).toEqual(new Map());
    clock.now = 30 + HOUR;
    expect(await tokensOf([TOKEN], signal)).toEqual(new Map([[TOKEN, usdc]]));
  });

  it('waits 30 seconds in all for a hundred tokens about which no node answers', async () => {
    const { tokensOf, clock } = readerWithClock(node(down).rpc);
    const tokens = Array.from({ length: 100 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`);
    await expect(tokensOf(tokens, signal)).rejects.toThrow(ChainUnavailableError);
    clock.now = 30;
    expect(await tokensOf(tokens, signal)).toEqual(new Map());
  });

  it('does not wait for a second such token within ten minutes', async () => {
    const { tokensOf, clock } = readerWithClock(node(down).rpc);
    await expect(tokensOf([TOKEN], signal)).rejects.toThrow(ChainUnavailableError);
    clock.now = 30;
    expect(await tokensOf([TOKEN], signal)).toEqual(new Map());
    clock.now = 60;
    expect(await tokensOf([OTHER], signal)).toEqual(new Map());
  });
});

describe('evmTokenReader with a cache', () => {
  function cache(kept: [string, KeptToken][] = []) {
    const tokens = new Map(kept);
    const asked: string[] = [];
    const port: TokenCache = {
      get: async (address) => {
        asked.push(address);
        return tokens.get(address) ?? null;
      },
      put: async (address, token) => void tokens.set(address, token),
    };
    return { ...port, tokens, asked };
  }

  it('does not ask a contract whose answer is in the cache', async () => {
    const { rpc, calls } = node(revert);
    const { tokensOf } = readerWithClock(rpc, cache([[TOKEN, { ...usdc, seconds: 60 }]]));
    expect(await tokensOf([TOKEN], signal)).toEqual(new Map([[TOKEN, usdc]]));
    expect(calls).toEqual([]);
  });

  it('caches answers for 90 days for other processes, and reads the cache once', async () => {
    const kept = cache();
    const { tokensOf } = readerWithClock(node(states).rpc, kept);
    await tokensOf([TOKEN], signal);
    await tokensOf([TOKEN], signal);
    expect(kept.tokens).toEqual(new Map([[TOKEN, { ...usdc, seconds: 90 * DAY }]]));
    expect(kept.asked).toEqual([TOKEN]);
  });

  it('caches a refusal for an hour, and remembers it no longer than the cache', async () => {
    const kept = cache();
    await readerWithClock(node(revert).rpc, kept).tokensOf([TOKEN], signal);
    expect(kept.tokens).toEqual(new Map([[TOKEN, { ...nothing, seconds: HOUR }]]));
    const { tokensOf, clock } = readerWithClock(node(states).rpc, cache([[TOKEN, { ...nothing, seconds: 60 }]]));
    expect(await tokensOf([TOKEN], signal)).toEqual(new Map([[TOKEN, nothing]]));
    clock.now = 59;
    expect(await tokensOf([TOKEN], signal)).toEqual(new Map([[TOKEN, nothing]]));
  });

  it('caches nothing for an address without code, so that nobody poisons a token before its deployment', async () => {
    const kept = cache();
    let isDeployed = false;
    const { rpc, codes } = node((selector) => (isDeployed ? states(selector) : '0x'));
    codes.set(TOKEN, '0x');
    const { tokensOf } = readerWithClock(rpc, kept);
    expect(await tokensOf([TOKEN], signal)).toEqual(new Map([[TOKEN, nothing]]));
    expect(kept.tokens).toEqual(new Map());
    isDeployed = true;
    expect(await tokensOf([TOKEN], signal)).toEqual(new Map([[TOKEN, usdc]]));
  });

  it('caches nothing when no node answers, also when the patience is over', async () => {
    const kept = cache();
    const { tokensOf, clock } = readerWithClock(node(down).rpc, kept);
    await expect(tokensOf([TOKEN], signal)).rejects.toThrow(ChainUnavailableError);
    clock.now = 30;
    await tokensOf([TOKEN], signal);
    expect(kept.tokens).toEqual(new Map());
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
