import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type IndexValues, LaggingIndex } from '../../../../local/aws/dynamodb/lagging-index.ts';

const KEYS = { name: 'i', hash: 'ip', range: 'is', table: ['pk', 'sk'] };
const LONGEST = 10;

/** A write of an item: its index values after the write, and the time that passes before it. */
const aWrite = fc.record({
  item: fc.constantFrom('a', 'b', 'c'),
  partition: fc.option(fc.constantFrom('P', 'Q'), { nil: undefined }),
  wait: fc.nat({ max: 4 }),
  delay: fc.nat({ max: LONGEST }),
});

const valuesOf = (partition: string | undefined, version: number): IndexValues => ({
  ip: partition,
  is: partition && String(version).padStart(3, '0'),
});

describe('An index that lags', () => {
  it('shows the writes of each item in their order, and equals the table in the end', () => {
    fc.assert(
      fc.property(fc.array(aWrite, { maxLength: 40 }), (writes) => {
        let now = 0;
        let delay = 0;
        const index = new LaggingIndex(KEYS, { now: () => now, delay: () => delay });
        const shown = () =>
          ['P', 'Q'].flatMap((partition) =>
            index
              .query({ partition, matches: () => true, backwards: false, limit: 100, after: undefined })
              .items.map(({ sk, ip, is }) => JSON.stringify({ sk, ip, is })),
          );
        const entryOf = (item: string, values: IndexValues) =>
          values.ip === undefined
            ? []
            : [JSON.stringify({ sk: { S: item }, ip: { S: values.ip }, is: { S: values.is } })];
        const histories = new Map<string, string[]>();
        const check = () => {
          const entries = shown();
          for (const [item, history] of histories) {
            const own = entries.filter((entry) => entry.includes(`"sk":{"S":"${item}"}`));
            expect(own.length).toBeLessThanOrEqual(1);
            // What an earlier query showed must not come back, so only later states remain.
            const at = history.indexOf(own[0] ?? 'absent');
            expect(at).not.toBe(-1);
            history.splice(0, at);
          }
        };
        const newest = new Map<string, IndexValues>();
        writes.forEach(({ item, partition, wait, delay: drawn }, version) => {
          now += wait;
          delay = drawn;
          const values = valuesOf(partition, version);
          index.write(item, { pk: { S: 'T' }, sk: { S: item } }, values);
          newest.set(item, values);
          histories.set(item, [...(histories.get(item) ?? ['absent']), entryOf(item, values)[0] ?? 'absent']);
          check();
        });
        now += LONGEST;
        check();
        expect(shown().toSorted()).toEqual([...newest].flatMap(([item, values]) => entryOf(item, values)).toSorted());
      }),
    );
  });
});
