import type { Behaviour, DbRequest, Part, Respond } from './db-request.ts';
import { keyConditionOf } from './key-condition.ts';
import { isBatch, withoutRefused } from './partial-batch.ts';
import { cancelled, type Reason, refused } from './refusals.ts';
import { type Rate, UnitBuckets } from './unit-buckets.ts';

const THROTTLED: Reason = {
  Code: 'ThrottlingError',
  Message: 'Throughput exceeds the current capacity for one or more partitions.',
};

/**
 * Throttles each partition of a table and of its index.
 * @param tableRate throttles each whole table in addition.
 */
export function throttling(now: () => number, partitionRate: Rate, tableRate: Rate | undefined): Behaviour {
  const partitions = new UnitBuckets(partitionRate, now);
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
      const named = queried === undefined ? allowed.parts.map(({ partition }) => partition) : [queried];
      for (const { table, units, indexUnits } of reply.consumed) {
        tables?.take(kind, table, units + indexUnits);
        const ofQuery = queried === undefined ? units : units + indexUnits;
        for (const name of named) partitions.take(kind, name, ofQuery / named.length);
        for (const name of indexes) partitions.take(kind, name, indexUnits / indexes.length);
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
