import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

/** Learns the read units that a read has consumed. The caller of the read gets the answer when this has resolved. */
export type ReadMeter = (units: number) => Promise<void>;

const meters = new AsyncLocalStorage<ReadMeter>();

/** Runs `fn`. The meter learns of every read of every table during `fn`. */
export const withReadMeter = <T>(meter: ReadMeter, fn: () => T): T => meters.run(meter, fn);

const READS = /^(Query|Scan|(Batch|Transact)?Get)/;

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
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const { ConsumedCapacity } = Output.parse(result.output);
        await meter(ConsumedCapacity.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0));
        return result;
      },
    // Two tables of tests may share a client, whose reads count once.
    { step: 'initialize', name: 'meterReads', override: true },
  );
}
