import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

/** Knows the reads of a request, before and after each read. */
export interface ReadMeter {
  /**
   * Resolves when the request may read. Returns the function that takes the consumed units after the read.
   * @param kind reads of one kind consume about as much for each item.
   * @param least the units that the read consumes at least: those of small items.
   * @throws any error, and the read then does not happen.
   */
  begin(kind: string, least: number): Promise<(consumed: number) => void>;
}

const meters = new AsyncLocalStorage<ReadMeter>();

/** Runs `fn`. The meter knows every read of every table during `fn`. */
export const withReadMeter = <T>(meter: ReadMeter, fn: () => T): T => meters.run(meter, fn);

const READS = /^(Query|Scan|(Batch|Transact)?Get)/;

const Input = z.object({
  IndexName: z.string().optional(),
  RequestItems: z
    .record(z.string(), z.object({ Keys: z.array(z.unknown()), ConsistentRead: z.boolean().default(false) }))
    .optional(),
});
const Units = z.object({ CapacityUnits: z.number() });
const Output = z.object({ ConsumedCapacity: z.union([Units.transform((one) => [one]), z.array(Units)]) });

/**
 * Shows the reads of a client to the meter of the request. One place asks DynamoDB for the consumed capacity, so that
 * no list can forget to. The answer of an index includes the units of the index.
 */
export function meterReads(client: DynamoDBDocumentClient): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const meter = meters.getStore();
        if (meter === undefined || !READS.test(String(commandName))) return next(args);
        const { IndexName = '', RequestItems } = Input.parse(args.input);
        const consumed = await meter.begin(`${commandName} ${IndexName}`, leastUnits(RequestItems));
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const { ConsumedCapacity } = Output.parse(result.output);
        consumed(ConsumedCapacity.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0));
        return result;
      },
    // Two tables of tests may share a client, whose reads count once.
    { step: 'initialize', name: 'meterReads', override: true },
  );
}

/** A strongly consistent read of an item consumes one unit at least, and any other read half a unit. */
function leastUnits(batch: z.output<typeof Input>['RequestItems']): number {
  if (batch === undefined) return 1;
  const units = Object.values(batch).map(({ Keys, ConsistentRead }) => Keys.length * (ConsistentRead ? 1 : 0.5));
  return units.reduce((sum, each) => sum + each, 0);
}
