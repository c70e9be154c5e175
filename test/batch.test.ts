import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eachRecord } from '../lib/batch.ts';
import { capturedLog } from './support/stderr.ts';

interface Item {
  readonly id: string;
  readonly lane: string;
}
const item = (id: string, lane = id): Item => ({ id, lane });
const idOf = ({ id }: Item) => id;
const laneOf = ({ lane }: Item) => lane;

/** A function that notes when it begins and ends, and goes on when it is told to. */
function steps(...failing: string[]) {
  const noted: string[] = [];
  const waiting = new Map<string, () => void>();
  const fn = async ({ id }: Item) => {
    noted.push(`${id} begins`);
    await new Promise<void>((resolve) => waiting.set(id, resolve));
    if (failing.includes(id)) throw new Error(`${id} is bad`);
    noted.push(`${id} ends`);
  };
  /** Lets one record go on, and everything that can follow happen. */
  const release = async (id: string) => {
    waiting.get(id)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { fn, noted, release };
}

let lines: ReturnType<typeof capturedLog>;
beforeEach(() => {
  lines = capturedLog();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('eachRecord', () => {
  it('answers no failures when all went well, and for no records', async () => {
    expect(await eachRecord([item('a')], idOf, async () => undefined)).toEqual({ batchItemFailures: [] });
    expect(await eachRecord([], idOf, async () => undefined)).toEqual({ batchItemFailures: [] });
  });

  it('does all records although one fails, and answers which', async () => {
    const done: string[] = [];
    const answer = await eachRecord(
      ['a', 'bad', 'c'].map((id) => item(id)),
      idOf,
      async ({ id }) => {
        if (id === 'bad') throw new Error('is bad');
        done.push(id);
      },
    );
    expect(done).toEqual(['a', 'c']);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'bad' }] });
    expect(lines).toMatchObject([{ level: 'error', event: 'record.failed', record: 'bad', message: 'is bad' }]);
  });

  it('does records side by side', async () => {
    const { fn, noted, release } = steps();
    const done = eachRecord([item('a'), item('b')], idOf, fn);
    expect(noted).toEqual(['a begins', 'b begins']);
    await release('b');
    await release('a');
    await done;
    expect(noted).toEqual(['a begins', 'b begins', 'b ends', 'a ends']);
  });

  it('does those of one lane one after the other, lanes side by side', async () => {
    const { fn, noted, release } = steps('a1');
    const done = eachRecord([item('a1', 'a'), item('b1', 'b'), item('a2', 'a')], idOf, fn, laneOf);
    expect(noted).toEqual(['a1 begins', 'b1 begins']);
    await release('b1');
    expect(noted).not.toContain('a2 begins');
    await release('a1');
    expect(noted).toContain('a2 begins');
    await release('a2');
    expect(await done).toEqual({ batchItemFailures: [{ itemIdentifier: 'a1' }] });
    expect(noted).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a2 begins', 'a2 ends']);
  });

  it('fails the whole batch, as Lambda reads an empty id, when the failed record has none', async () => {
    const answer = await eachRecord(
      [item('a')],
      () => undefined,
      () => Promise.reject(new Error('is bad')),
    );
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '' }] });
  });
});
