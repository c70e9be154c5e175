import { beforeEach, describe, expect, it } from '@jest/globals';
import { PrepaidReads } from '../../../lib/platform/rate-limit/prepaid-reads.ts';

let at: Date;
let bought: number[];
let settled: number[];
/** Called for each purchase, before the units may be spent. */
let buying: () => Promise<void>;
let reads: PrepaidReads;
beforeEach(() => {
  at = new Date('2026-03-01T12:00:00.000Z');
  bought = [];
  settled = [];
  buying = async () => {};
  const purse = {
    now: () => at,
    buy: async (units: number) => {
      await buying();
      bought.push(units);
    },
    settle: async (units: number) => void settled.push(units),
  };
  reads = new PrepaidReads(purse, 40);
});

const advanceMs = (ms: number) => {
  at = new Date(at.getTime() + ms);
};

/** One read. `least` are the units that it consumes at least. */
async function read(consumed: number, least = 1, kind = 'Query'): Promise<void> {
  const end = await reads.begin(kind, least);
  end(consumed);
}

describe('The reads of a request', () => {
  it('buy nothing within the first units', async () => {
    await read(15);
    await read(25);
    await reads.end();
    expect([bought, settled]).toEqual([[], []]);
    expect(reads.consumed).toBe(40);
  });

  it('pay at the end what they consumed beyond the first units, in whole units', async () => {
    await read(64.5);
    await reads.end();
    expect([bought, settled]).toEqual([[], [25]]);
  });

  it('pay the debt and the estimate before the next read, and a quarter of what they consumed ahead', async () => {
    await read(80);
    // 40 owed, 80 for a read like the dearest, 20 ahead.
    await read(80);
    expect(bought).toEqual([140]);
    await read(10);
    // 20 were left before the third read, which consumed less than the 80 units that it reserved.
    expect(bought).toEqual([140, 60 + 40]);
    await read(80);
    expect(bought).toEqual([140, 100]);
  });

  it('buy at most 200 units ahead', async () => {
    await read(1000);
    await read(1000);
    expect(bought).toEqual([960 + 1000 + 200]);
  });

  it('estimate a batch by the dearest item of its kind', async () => {
    await read(30, 10, 'Batch');
    // 10 are left, 20 items at 3 units are reserved, 7.5 ahead.
    await read(20, 20, 'Batch');
    expect(bought).toEqual([58]);
    // Another kind begins at one unit for each of the least units.
    await read(1, 1, 'Get');
    expect(bought).toEqual([58]);
  });

  it('reserve their estimates, so that reads at the same time do not spend the same units', async () => {
    await Promise.all([reads.begin('Batch', 25), reads.begin('Batch', 25), reads.begin('Batch', 25)]);
    expect(bought).toEqual([10, 25]);
  });

  it('begin only when all units bought until then may be spent', async () => {
    let available = () => {};
    buying = () =>
      new Promise((resolve) => {
        available = resolve;
      });
    const begun: string[] = [];
    const first = reads.begin('Batch', 100).then(() => begun.push('first'));
    // Fits into the units that were bought ahead or not: the units are not there yet.
    const second = reads.begin('Batch', 0).then(() => begun.push('second'));
    await Promise.resolve();
    expect(begun).toEqual([]);
    available();
    await Promise.all([first, second]);
    expect(begun).toEqual(['first', 'second']);
  });

  it('lose units that were not spent within a second', async () => {
    await read(80);
    await read(10);
    expect(bought).toEqual([140]);
    advanceMs(1000);
    // 90 are left.
    await read(80);
    expect(bought).toEqual([140]);
    advanceMs(1);
    // The 10 units that are left have lapsed.
    await read(80);
    expect(bought).toEqual([140, 80 + 43]);
  });

  it('keep a debt however old it is', async () => {
    await read(100);
    advanceMs(60_000);
    await reads.end();
    expect(settled).toEqual([60]);
  });

  it('end with the error of a purchase, and then owe what was consumed, not what was to be bought', async () => {
    await read(100);
    buying = () => Promise.reject(new Error('too much'));
    await expect(read(100)).rejects.toThrow('too much');
    await expect(read(1, 1, 'Get')).rejects.toThrow('too much');
    await reads.end();
    expect([bought, settled]).toEqual([[], [60]]);
  });
});
