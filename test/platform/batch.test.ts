import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eachLane, eachRecord } from '../../lib/platform/batch.ts';
import { capturedLog } from '../support/stderr.ts';

interface Item {
  readonly id: string;
  readonly lane: string;
}
const item = (id: string, lane = id): Item => ({ id, lane });
const idOf = ({ id }: Item) => id;
const laneOf = ({ lane }: Item) => lane;

/** A function under test that records its start and end, and waits until the test lets it continue. */
function steps(...failing: string[]) {
  const noted: string[] = [];
  const waiting = new Map<string, () => void>();
  const fn = async ({ id }: Item) => {
    noted.push(`${id} begins`);
    await new Promise<void>((resolve) => waiting.set(id, resolve));
    if (failing.includes(id)) throw new Error(`${id} is bad`);
    noted.push(`${id} ends`);
  };
  /** Lets one record continue, and waits until all following work is done. */
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
  it('returns no failures for successful records and for an empty batch', async () => {
    expect(await eachRecord([item('a')], idOf, async () => undefined)).toEqual({ batchItemFailures: [] });
    expect(await eachRecord([], idOf, async () => undefined)).toEqual({ batchItemFailures: [] });
  });

  it('processes all records although one record fails, and returns the failed record', async () => {
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

  it('processes records concurrently', async () => {
    const { fn, noted, release } = steps();
    const done = eachRecord([item('a'), item('b')], idOf, fn);
    expect(noted).toEqual(['a begins', 'b begins']);
    await release('b');
    await release('a');
    await done;
    expect(noted).toEqual(['a begins', 'b begins', 'b ends', 'a ends']);
  });

  it('processes the records of one lane in order and lanes concurrently', async () => {
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

  it('fails the whole batch when the failed record has no id, as Lambda treats an empty id', async () => {
    const answer = await eachRecord(
      [item('a')],
      () => undefined,
      () => Promise.reject(new Error('is bad')),
    );
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '' }] });
  });
});

describe('eachLane', () => {
  const idsOf = (lane: readonly Item[]) => lane.map(({ id }) => id);
  const failures = (...ids: string[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });
  const batch = [item('a1', 'a'), item('b1', 'b'), item('a2', 'a')];

  it('gives each lane its records in order and runs lanes concurrently', async () => {
    const begun: string[][] = [];
    const go = Promise.withResolvers<void>();
    const done = eachLane(batch, idOf, laneOf, async (lane) => {
      begun.push(idsOf(lane));
      await go.promise;
    });
    expect(begun).toEqual([['a1', 'a2'], ['b1']]);
    go.resolve();
    expect(await done).toEqual(failures());
  });

  it('runs nothing for an empty batch', async () => {
    expect(await eachLane([], idOf, laneOf, () => Promise.reject(new Error('ran')))).toEqual(failures());
  });

  it('fails only the records that the lane names, and logs the reason', async () => {
    const answer = await eachLane(batch, idOf, laneOf, async ([first], fail) => {
      if (first?.id === 'a1') fail(first, new Error('is bad'));
    });
    expect(answer).toEqual(failures('a1'));
    expect(lines).toMatchObject([{ level: 'error', event: 'record.failed', record: 'a1', message: 'is bad' }]);
  });

  it('fails every record of a lane that throws once, and no record of other lanes', async () => {
    const ended: string[][] = [];
    const answer = await eachLane(batch, idOf, laneOf, async (lane, fail) => {
      const [first] = lane;
      if (first?.id === 'b1') await new Promise((resolve) => setImmediate(resolve));
      else if (first) {
        fail(first, new Error('is bad'));
        throw new Error('all are bad');
      }
      ended.push(idsOf(lane));
    });
    expect(answer).toEqual(failures('a1', 'a2'));
    expect(ended).toEqual([['b1']]);
  });

  it('puts all records without a lane into one lane', async () => {
    const lanes: string[][] = [];
    const run = async (lane: readonly Item[]) => void lanes.push(idsOf(lane));
    await eachLane(batch, idOf, ({ lane }) => (lane === 'a' ? undefined : lane), run);
    expect(lanes).toEqual([['a1', 'a2'], ['b1']]);
  });

  it('fails the whole batch when a failed record has no id, as Lambda treats an empty id', async () => {
    const run = () => Promise.reject(new Error('is bad'));
    expect(await eachLane(batch, ({ id }) => (id === 'b1' ? undefined : id), laneOf, run)).toEqual(
      failures('a1', 'a2', ''),
    );
  });
});
