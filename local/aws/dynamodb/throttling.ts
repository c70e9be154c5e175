import { itemBytes } from './attributes.ts';
import type { Behaviour, DbRequest, Part, Respond } from './db-request.ts';
import { keyConditionOf } from './key-condition.ts';
import { isBatch, withoutRefused } from './partial-batch.ts';
import { cancelled, type Reason, refused } from './refusals.ts';
import { type Kind, type Rate, UnitBuckets } from './unit-buckets.ts';

const THROTTLED: Reason = {
  Code: 'ThrottlingError',
  Message: 'Throughput exceeds the current capacity for one or more partitions.',
};

/** Takes the units that a partition is charged: JSON of the table, the index if it is one, and the partition key. */
export type OnCharged = (kind: Kind, partition: string, units: number) => void;

/**
 * Throttles each partition of a table and of its index.
 * @param tableRate throttles each whole table in addition.
 * @param onCharged takes the units that each partition is charged.
 */
export function throttling(
  now: () => number,
  partitionRate: Rate,
  tableRate: Rate | undefined,
  onCharged: OnCharged = () => {},
): Behaviour {
  const partitions = new UnitBuckets(partitionRate, now);
  const charge: OnCharged = (kind, name, units) => {
    partitions.take(kind, name, units);
    onCharged(kind, name, units);
  };
  const tables = tableRate && new UnitBuckets(tableRate, now);
  return async (request, next) => {
    const kind = request.writes ? 'write' : 'read';
    if (request.tables.some(({ name }) => tables?.isEmpty(kind, name))) {
      if (request.operation === 'TransactWriteItems') return cancelled(request.parts, () => THROTTLED);
      return refused('ThrottlingException', 'Throughput exceeds the maximum of your table.');
    }
    const isEmpty = (name: string): boolean => partitions.isEmpty(kind, name);
    const isThrottled = (part: Part): boolean => isEmpty(part.partition) || indexPartitions(part).some(isEmpty);
    const queried = queriedPartition(request);
    const charged: Respond = async (allowed) => {
      // The index has other partitions after the write.
      const indexes = allowed.writes ? allowed.parts.flatMap(indexPartitions) : [];
      const reply = await next(allowed);
      const shares = queried === undefined ? sharesOf(allowed.parts) : [{ name: queried, share: 1 }];
      for (const { table, units, indexUnits } of reply.consumed) {
        tables?.take(kind, table, units + indexUnits);
        const ofQuery = queried === undefined ? units : units + indexUnits;
        for (const { name, share } of shares) charge(kind, name, ofQuery * share);
        for (const name of indexes) charge(kind, name, indexUnits / indexes.length);
      }
      return reply;
    };
    // Asked once for each part: a partition may refill between two questions.
    const throttled = new Set(request.parts.filter(isThrottled));
    if (isBatch(request)) {
      if (throttled.size === request.parts.length) {
        return refused('ProvisionedThroughputExceededException', THROTTLED.Message);
      }
      return withoutRefused(request, (part) => throttled.has(part), charged);
    }
    if (request.operation === 'TransactWriteItems' && throttled.size > 0) {
      return cancelled(request.parts, (part) => (throttled.has(part) ? THROTTLED : undefined));
    }
    if (throttled.size > 0 || (queried !== undefined && isEmpty(queried))) {
      return refused('ProvisionedThroughputExceededException', THROTTLED.Message);
    }
    return charged(request);
  };
}

/** A write unit is for so many bytes. */
const UNIT_BYTES = 1024;

/** The share of each item in the units of a request, by the size of what is put. Nobody knows the size of others. */
function sharesOf(parts: readonly Part[]): { name: string; share: number }[] {
  const weightOf = ({ action, attributes }: Part): number =>
    action === 'Put' && parts.length > 1 ? Math.ceil(itemBytes(attributes) / UNIT_BYTES) : 1;
  const weights = parts.map((part) => ({ name: part.partition, weight: weightOf(part) }));
  const sum = weights.reduce((total, { weight }) => total + weight, 0);
  return weights.map(({ name, weight }) => ({ name, share: weight / sum }));
}

/** The index partitions that a write changes: that of the entry before the write, and that of the entry after it. */
function indexPartitions(part: Part): string[] {
  const { indexChange, table, item } = part;
  if (table.index === undefined || indexChange === undefined) return [];
  const { hash, name } = table.index.keys;
  const before = table.index.valuesOf(item);
  const changes = Object.entries(indexChange).some(([key, value]) => value !== before[key]);
  const after = hash in indexChange ? indexChange[hash] : before[hash];
  const partitions = changes ? [before[hash], after].filter((value) => value !== undefined) : [];
  return [...new Set(partitions)].map((value) => indexPartition(part.table.name, name, value));
}

const indexPartition = (table: string, index: string, value: string): string =>
  JSON.stringify([table, index, { S: value }]);

/** The partition that a query reads. */
function queriedPartition({ operation, json, tables, index }: DbRequest): string | undefined {
  const [table] = tables;
  if (operation !== 'Query' || table === undefined) return undefined;
  const { partition } = keyConditionOf(json);
  return JSON.stringify([table.name, ...(index === undefined ? [] : [index]), partition]);
}
