import * as z from 'zod';
import type { OnCharged } from './throttling.ts';
import type { Rate } from './unit-buckets.ts';

/** The partition key is the last of the texts that identify a partition. */
const Partition = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(z.union([z.string(), z.object({ S: z.string() }).transform(({ S }) => S)])));

/** Sums up what the simulated table charges each partition key, those of the index too. */
export function chargedUnits() {
  const sums = new Map<string, { read: number; write: number }>();
  const onCharged: OnCharged = (kind, partition, units) => {
    const sum = sums.get(partition) ?? { read: 0, write: 0 };
    sums.set(partition, sum);
    sum[kind] += units;
  };
  return {
    onCharged,
    clear: () => sums.clear(),
    /** The units by partition key. Other tables and indexes have other keys. */
    byKey: (): Map<string, Rate> =>
      new Map([...sums].map(([partition, units]) => [Partition.parse(partition).at(-1) ?? '', { ...units }])),
  };
}
