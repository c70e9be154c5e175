import type { SQSBatchResponse } from 'aws-lambda';
import { clock } from './deps.ts';
import { errorFields, log } from './log.ts';
import { ofVersion } from './metrics.ts';

/**
 * Groups the records of a batch into lanes and runs `run` for all lanes concurrently. Returns the failed records. A
 * record fails when `run` passes the record to `fail`. All records of a lane fail when `run` throws. The response has
 * the same form for queues and streams, but another effect: of a queue, Lambda delivers the failed records again; of a
 * stream, the first failed record and every record after it, also those that succeeded.
 */
export async function eachLane<R>(
  records: readonly R[],
  idOf: (record: R) => string | undefined,
  laneOf: (record: R) => string | undefined,
  run: (lane: readonly R[], fail: (record: R, error: unknown) => void) => Promise<void>,
): Promise<SQSBatchResponse> {
  const failed = new Set<string>();
  const fail = (record: R, error: unknown) => {
    const id = idOf(record) ?? '';
    failed.add(id);
    log.error('record.failed', { record: id, ...errorFields(error) });
  };
  const lanes = Map.groupBy(records, (record) => laneOf(record) ?? '');
  await Promise.all(
    [...lanes.values()].map(async (lane) => {
      try {
        await run(lane, fail);
      } catch (error) {
        for (const record of lane) fail(record, error);
      }
    }),
  );
  // Lambda counts no error for a batch whose records fail, so the alarms of a release read this line.
  const counted = ofVersion(clock(), { handled: records.length, faults: failed.size });
  if (counted !== undefined) log.info('batch.completed', counted);
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
}

/**
 * Runs `fn` for every record of a batch. A record that fails does not stop the records after it. The records of one
 * lane run one after the other, and lanes run concurrently. Without `laneOf`, each record is a lane of its own.
 */
export const eachRecord = <R>(
  records: readonly R[],
  idOf: (record: R) => string | undefined,
  fn: (record: R) => Promise<void>,
  laneOf: (record: R) => string | undefined = idOf,
): Promise<SQSBatchResponse> =>
  eachLane(records, idOf, laneOf, async (lane, fail) => {
    for (const record of lane) await fn(record).catch((error: unknown) => fail(record, error));
  });
