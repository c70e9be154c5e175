import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Caller } from '../../../lib/platform/caller.ts';
import { readBuckets, readLimitOf } from '../../../lib/platform/http/read-limit.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { ApiError } from '../../../lib/values/errors.ts';
import { organisation } from '../../support/records.ts';
import { dynamoDb } from '../../support/table.ts';
import { VirtualClock } from './virtual-clock.ts';

/** The rate that the API promises. */
export const RATE = { rate: 2000, burst: 2000 };
/** The time of a read. */
const READ_MS = 5;

/** A caller with an API key of this id. */
const callerOf = (id: string): Caller => ({ organisation, actor: { kind: 'key', id, name: id }, scope: 'read' });

/** Read units that a request began to consume at an instant. */
export interface Granted {
  readonly ms: number;
  readonly units: number;
}

/** A read of so many units, or one that fails, after a pause in which the request is busy with other things. */
export interface SimulatedRead {
  /** Negative for a read that fails. */
  readonly units: number;
  readonly pauseMs?: number;
}

/** The same read several times. */
export const reads = (count: number, units: number): SimulatedRead[] =>
  Array.from({ length: count }, () => ({ units }));

/**
 * Requests against real buckets, in the time of a virtual clock. The reads are simulated: the client answers each query
 * after 5 ms with the units that the query wants.
 */
export function simulatedReads(buckets: Table, rate = RATE) {
  const clock = new VirtualClock('2026-03-01T12:00:00.000Z');
  const start = clock.now().getTime();
  const elapsedMs = () => clock.now().getTime() - start;
  const granted: Granted[] = [];
  const paid: number[] = [];
  const table = openTable('simulated', dynamoDb());
  table.client.middlewareStack.add(
    () =>
      async ({ input }) => {
        const units = 'Limit' in input ? (input.Limit ?? 0) : 0;
        if (units < 0) throw new Error('the read failed');
        granted.push({ ms: elapsedMs(), units });
        await clock.wait(READ_MS);
        return { response: {}, output: { $metadata: {}, ConsumedCapacity: { CapacityUnits: units } } };
      },
    { step: 'initialize', priority: 'low', name: 'simulated' },
  );

  async function* piecesOf(wanted: readonly SimulatedRead[]): AsyncGenerator<string> {
    for (const { units, pauseMs = 0 } of wanted) {
      if (pauseMs > 0) await clock.wait(pauseMs);
      await table.client.send(new QueryCommand({ TableName: 'simulated', Limit: units }));
      yield '';
    }
  }

  /** The limit in a new process, which remembers nothing. */
  function aProcess() {
    const { credit, take, pay } = readBuckets({ table: buckets, now: clock.now }, rate);
    return readLimitOf({
      wait: clock.wait,
      buckets: () => ({
        credit,
        take: (keyId) => clock.during(take(keyId)),
        pay(keyId, units, reader) {
          paid.push(units);
          return clock.during(pay(keyId, units, reader));
        },
      }),
    });
  }

  /** A list of a key. Returns whether the key got an answer and no 429. */
  function list(keyId: string, wanted: readonly SimulatedRead[]): Promise<boolean> {
    const limits = aProcess();
    const answer = limits.list(async () => {
      for await (const _ of piecesOf(wanted));
    });
    return isAnswered(limits.limit(callerOf(keyId)).then(() => answer(callerOf(keyId))));
  }

  /** An export of a key, by a caller who takes each piece at once. */
  function exports(keyId: string, wanted: readonly SimulatedRead[], signal = new AbortController().signal) {
    const limits = aProcess();
    const paying = limits.export(async () => ({ headers: {}, chunks: piecesOf(wanted) }), signal);
    const run = async () => {
      await limits.limit(callerOf(keyId));
      const { chunks } = await paying.fn(callerOf(keyId));
      for await (const _ of chunks);
    };
    return isAnswered(run().finally(paying.end));
  }

  return { clock, elapsedMs, granted, paid, list, exports };
}

async function isAnswered(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limited') return false;
    throw error;
  }
}

/** The largest surplus of the units of a window over the units that the rate grants in the window, of all windows. */
export function largestSurplus(granted: readonly Granted[], { rate } = RATE): number {
  let [surplus, largest, before] = [0, 0, 0];
  for (const { ms, units } of granted) {
    surplus = Math.max(0, surplus - ((ms - before) * rate) / 1000) + units;
    largest = Math.max(largest, surplus);
    before = ms;
  }
  return largest;
}
