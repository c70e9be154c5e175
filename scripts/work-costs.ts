import type { Cost, MeasuredUnits } from '../bench/measured-units.ts';
import { type Prices, usEast1 } from './aws-prices.ts';

/** What the pieces of work cost in the table. */
export interface Work {
  readonly record: Cost;
  /** The share of the compaction that a new transaction causes, and that an alert with its delivery causes. */
  readonly compaction: Cost;
  readonly alertCompaction: Cost;
  readonly evaluation: Cost;
  readonly decision: Cost;
  readonly delivery: Cost;
}

/** Changes of counted lists: of a transaction; of an alert, its delivery, and the result of the delivery. */
const LIST_CHANGES = { transaction: 1, alert: 3 };

export const times = (factor: number, { requests, readUnits, writeUnits }: Cost): Cost => ({
  requests: requests * factor,
  readUnits: readUnits * factor,
  writeUnits: writeUnits * factor,
});

export const sumOf = (costs: readonly Cost[]): Cost => ({
  requests: costs.reduce((sum, { requests }) => sum + requests, 0),
  readUnits: costs.reduce((sum, { readUnits }) => sum + readUnits, 0),
  writeUnits: costs.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
});

/** @throws Error for a name that was not measured. */
export function named(costs: Readonly<Record<string, Cost>>, name: string): Cost {
  const cost = costs[name];
  if (cost === undefined) throw new Error(`bench/measured-units.json lacks ${name}`);
  return cost;
}

/** What a piece of work costs, from the measured units. A record is one in a block of its own, the dearest. */
export function workOf({ record, importToWebhook: { steps } }: MeasuredUnits): Work {
  const compaction = named(steps, 'compaction');
  const changes = LIST_CHANGES.transaction + LIST_CHANGES.alert;
  return {
    record: named(record.perRecord, '1'),
    compaction: times(LIST_CHANGES.transaction / changes, compaction),
    alertCompaction: times(LIST_CHANGES.alert / changes, compaction),
    evaluation: named(steps, 'evaluation'),
    decision: named(steps, 'decision'),
    delivery: named(steps, 'delivery'),
  };
}

/** USD of the units of a piece of work. */
export const tableUsd = ({ readUnits, writeUnits }: Cost, { dynamoDb }: Prices = usEast1): number =>
  (readUnits * dynamoDb.millionReadUnits + writeUnits * dynamoDb.millionWriteUnits) / 1e6;
