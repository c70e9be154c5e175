import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';

const Known = z.looseObject({ source: z.string(), valueUsd: z.string().nullable() });

/** The values of the fields that records of earlier versions lack. Most new records have the same values. */
const usualValues = ({ source, valueUsd }: z.output<typeof Known>) => ({
  valueStatus: valueUsd === null ? 'unpriced' : 'known',
  verified: source !== 'import',
  firstInclusion: 0,
  omitted: { transfers: 0, approvals: 0, authority: 0 },
  effects: null,
  destinationTag: null,
  references: [],
  annotatedBy: null,
  annotatedByName: null,
});

/** The fields to store, without those that have their usual value: a usual record then stays within one write unit. */
export function withoutUsual(record: object): object {
  const usual = new Map<string, unknown>(Object.entries(usualValues(Known.parse(record))));
  return Object.fromEntries(
    Object.entries(record).filter(([field, value]) => !usual.has(field) || !isDeepStrictEqual(value, usual.get(field))),
  );
}

/** The stored fields, with the usual values of those that are missing. */
export function withUsual(stored: unknown): unknown {
  const known = Known.safeParse(stored);
  // The schema of the record reports what is no record.
  return known.success ? { ...usualValues(known.data), ...known.data } : stored;
}
