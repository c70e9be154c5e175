import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { AnswerCache } from '../../lib/prices/kept-answer.ts';
import { isPlausible } from '../../lib/prices/plausible.ts';
import type { Price } from '../../lib/prices/price.ts';
import { type Answer, type Ask, MOST_ASKED, type Question, questions } from '../../lib/prices/questions.ts';
import { multiply } from '../../lib/values/decimal.ts';
import { quiet } from '../support/quiet.ts';
import { memoryCache } from './memory-cache.ts';

quiet();

const MINUTE = 60_000;
const FAILED: Price = { status: 'failed' };
const UNPRICED: Price = { status: 'unpriced' };
const usd = (text: string): Price => ({ status: 'known', usd: text });
const present = (asset = 'ether'): Question => ({ asset, step: null });
const fakes = Array.from({ length: 5_000 }, (_, index) => present(`token ${index}`));

let time: number;
let asked: string[][];
beforeEach(() => {
  time = Date.parse('2026-01-31T09:00:00.000Z');
  asked = [];
});

/** A process that asks a source. Processes may share a cache. */
function aProcess(ask: (asset: string) => Answer | Promise<Answer>, cache: AnswerCache = memoryCache()) {
  const all: Ask<Question> = (open) => {
    asked.push(open.map(({ asset }) => asset));
    return Promise.all(open.map(({ asset }) => ask(asset)));
  };
  return questions(all, { source: 'source', cache, now: () => new Date(time), mostMs: 3_000 });
}
const dead = (): Promise<Price> => Promise.reject(new DOMException('timed out', 'TimeoutError'));

describe('an answer of a source', () => {
  it.each<[string, Price, number]>([
    ['a price, for five minutes', usd('2400'), 5 * MINUTE],
    ['that there is no price, for a quarter of an hour', UNPRICED, 15 * MINUTE],
    ['a failure, for a minute', FAILED, MINUTE],
  ])('is kept: %s', async (_what, price, keptMs) => {
    const process = aProcess(() => price);
    expect(await process([present()])).toEqual([price]);
    time += keptMs - 1;
    expect(await process([present()])).toEqual([price]);
    expect(asked).toHaveLength(1);
    time += 1;
    expect(await process([present()])).toEqual([price]);
    expect(asked).toHaveLength(2);
  });

  it.each<[string, Price]>([
    ['price', usd('2400')],
    ['unpriced', UNPRICED],
    ['failure', FAILED],
  ])('is shared with other processes: %s', async (_what, price) => {
    const cache = memoryCache();
    await aProcess(() => price, cache)([present()]);
    expect(await aProcess(() => usd('1'), cache)([present()])).toEqual([price]);
    expect(asked).toHaveLength(1);
  });

  it('serves all records that wait for the same asset at the same time', async () => {
    const process = aProcess(() => usd('2400'));
    const records = await Promise.all(Array.from({ length: 1_000 }, () => process([present(), present('dai')])));
    expect(new Set(records.flat().map((price) => JSON.stringify(price)))).toEqual(
      new Set([JSON.stringify(usd('2400'))]),
    );
    expect(asked).toEqual([['ether', 'dai']]);
  });

  it('about the past is kept for a day, and the present has another', async () => {
    const process = aProcess(() => usd('2400'));
    const past = { asset: 'ether', step: time - 3_600_000 };
    await process([past, present()]);
    time += 23 * 60 * MINUTE;
    await process([past]);
    expect(asked).toEqual([['ether', 'ether']]);
  });

  it('comes also while the cache fails', async () => {
    const broken: AnswerCache = {
      get: () => Promise.reject(new Error('throttled')),
      put: () => Promise.reject(new Error('throttled')),
    };
    expect(await aProcess(() => usd('2400'), broken)([present()])).toEqual([usd('2400')]);
  });
});

describe('a dead source', () => {
  it('costs 1,000 records one question, not a time-out each', async () => {
    const process = aProcess(dead);
    for (let record = 0; record < 1_000; record += 1) {
      expect(await process([present(`token ${record}`)])).toEqual([FAILED]);
    }
    expect(asked).toEqual([['token 0']]);
  });

  it('is asked again after a rest that doubles up to a minute', async () => {
    const process = aProcess(dead);
    const began = time;
    const times: number[] = [];
    for (; time < began + 5 * MINUTE; time += 1_000) {
      const before = asked.length;
      await process([present(`token at ${time}`)]);
      if (asked.length > before) times.push((time - began) / 1_000);
    }
    expect(times).toEqual([0, 5, 15, 35, 75, 135, 195, 255]);
  });

  it('that fails several questions at once rests as after one', async () => {
    const process = aProcess(dead);
    await Promise.all(Array.from({ length: 8 }, (_, index) => process([present(`token ${index}`)])));
    time += 5_000;
    await process([present('another token')]);
    expect(asked).toHaveLength(9);
  });

  it('that lives again answers after its rest', async () => {
    let isDead = true;
    const process = aProcess(() => (isDead ? dead() : usd('2400')));
    expect(await process([present()])).toEqual([FAILED]);
    isDead = false;
    time += MINUTE;
    expect(await process([present()])).toEqual([usd('2400')]);
  });

  it('is counted in the log', async () => {
    const written = jest.spyOn(process.stderr, 'write');
    await aProcess(dead)([present()]);
    expect(String(written.mock.lastCall?.[0])).toContain('"event":"price.failed"');
  });
});

describe('an implausible price', () => {
  it.each(['0', '0.00', '-1'])('is a failure: %s', async (price) => {
    expect(await aProcess(() => usd(price))([present()])).toEqual([FAILED]);
  });

  it('of a thousand times the last within a day is a failure, in every process, and is counted', async () => {
    const written = jest.spyOn(process.stderr, 'write');
    const cache = memoryCache();
    await aProcess(() => usd('2400'), cache)([present()]);
    time += 23 * 60 * MINUTE;
    expect(await aProcess(() => usd('2400000'), cache)([present()])).toEqual([FAILED]);
    expect(String(written.mock.lastCall?.[0])).toMatch(/"event":"price.implausible".*"pricesImplausible":1/);
    time += MINUTE;
    expect(await aProcess(() => usd('2399999'), cache)([present()])).toEqual([usd('2399999')]);
  });

  it('stays a failure however often the source repeats the price, until the last price is a day old', async () => {
    let price = '1';
    const process = aProcess(() => usd(price));
    await process([present()]);
    const end = time + 24 * 60 * MINUTE;
    price = '5000';
    for (time += 5 * MINUTE; time <= end; time += 30 * MINUTE) expect(await process([present()])).toEqual([FAILED]);
    time = end + 1;
    expect(await process([present()])).toEqual([usd('5000')]);
  });

  it('of the past is compared with the last price of the same day', async () => {
    let price = '1';
    const process = aProcess(() => usd(price));
    await process([present()]);
    price = '1000';
    const steps = [time - 10 * MINUTE, time - 25 * 60 * MINUTE];
    expect(await process(steps.map((step) => ({ asset: 'ether', step })))).toEqual([FAILED, usd('1000')]);
  });

  it('is any price of a thousand times the last or more, and of a thousandth or less', () => {
    const price = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => multiply(String(units), '0.000001'));
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 5_000 }), (low, times) => {
        const high = multiply(low, String(times));
        expect(isPlausible(high, { usd: low, at: time }, time)).toBe(times < 1_000);
        expect(isPlausible(low, { usd: high, at: time }, time)).toBe(times < 1_000);
      }),
    );
  });

  it('that is far too low does not make the right price implausible', async () => {
    let price = '2400';
    const process = aProcess(() => usd(price));
    await process([present()]);
    time += 5 * MINUTE;
    price = '0.0001';
    expect(await process([present()])).toEqual([FAILED]);
    time += MINUTE;
    price = '2401';
    expect(await process([present()])).toEqual([usd('2401')]);
  });
});

it('the answers of a transaction with 5,000 tokens do not fill the cache', async () => {
  const cache = memoryCache();
  const put = jest.spyOn(cache, 'put');
  const process = aProcess(() => UNPRICED, cache);
  expect(await process(fakes)).toHaveLength(5_000);
  expect(put).toHaveBeenCalledTimes(200);
});

describe('a transaction with 5,000 fakes', () => {
  const price = (asset: string): Price => (asset === 'real' ? usd('7') : UNPRICED);

  it('causes 200 questions, and the other tokens fail', async () => {
    const prices = await aProcess(price)(fakes);
    expect(asked.flat()).toHaveLength(MOST_ASKED);
    expect(prices.filter(({ status }) => status === 'failed')).toHaveLength(5_000 - MOST_ASKED);
  });

  it('leaves the tokens that were not asked for to the next call', async () => {
    const process = aProcess(price);
    await process(fakes);
    await process(fakes);
    expect(new Set(asked.flat()).size).toBe(2 * MOST_ASKED);
  });

  it('does not delay the price of a coin that no stranger can make', async () => {
    const prices = await aProcess(price)([...fakes, { ...present('real'), isFirst: true }]);
    expect(prices.at(-1)).toEqual(usd('7'));
  });

  it('does not delay the price of such a coin either when 200 of the tokens had a price', async () => {
    const process = aProcess(() => usd('7'));
    await process(fakes);
    time += 20 * MINUTE;
    expect((await process([...fakes, { ...present('real'), isFirst: true }])).at(-1)).toEqual(usd('7'));
  });

  it.each(['this process', 'another process'])('does not delay a token that had a price in %s', async (which) => {
    const cache = memoryCache();
    const other = aProcess(price, cache);
    await other([present('real')]);
    time += 20 * MINUTE;
    const process = which === 'this process' ? other : aProcess(price, cache);
    expect((await process([...fakes, present('real')])).at(-1)).toEqual(usd('7'));
    expect((await process([{ asset: 'real', step: time - 10 * MINUTE }])).at(-1)).toEqual(usd('7'));
  });
});

describe('an asset that had a price', () => {
  it.each([
    ['now', null],
    ['in the past', 10 * MINUTE],
  ])('fails when an answer about it %s leaves it out, until the price is a day old', async (_when, ago) => {
    let price = usd('2400');
    const cache = memoryCache();
    await aProcess(() => price, cache)([present()]);
    price = UNPRICED;
    const began = time;
    const ask = () => aProcess(() => price, cache)([{ asset: 'ether', step: ago === null ? null : time - ago }]);
    time = began + 24 * 60 * MINUTE;
    expect(await ask()).toEqual([FAILED]);
    time += MINUTE + (ago ?? 0);
    expect(await ask()).toEqual([UNPRICED]);
  });
});

describe('a price of low confidence', () => {
  const low: Answer = { ...FAILED, confidence: 'low' };
  const unstated: Answer = { ...usd('2400'), confidence: 'unstated' };

  it('is not overruled by an answer of unstated confidence within a day, in every process', async () => {
    const cache = memoryCache();
    const began = time;
    const ask = (answer: Answer, step: number | null) => aProcess(() => answer, cache)([{ asset: 'ether', step }]);
    expect(await ask(low, null)).toEqual([FAILED]);
    time += 30 * MINUTE;
    expect(await ask(unstated, began)).toEqual([FAILED]);
    expect(await ask(unstated, null)).toEqual([FAILED]);
    time = began + 24 * 60 * MINUTE + 1;
    expect(await ask(unstated, began)).toEqual([FAILED]);
    expect(await ask(unstated, null)).toEqual([usd('2400')]);
  });

  it('is overruled by an answer that states its confidence', async () => {
    const cache = memoryCache();
    const ask = (answer: Answer, step: number | null) => aProcess(() => answer, cache)([{ asset: 'ether', step }]);
    await ask(low, null);
    time += MINUTE;
    expect(await ask(usd('2400'), null)).toEqual([usd('2400')]);
    expect(await ask(unstated, time - 10 * MINUTE)).toEqual([usd('2400')]);
  });
});
