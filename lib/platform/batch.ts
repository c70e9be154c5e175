import type { SQSBatchResponse } from 'aws-lambda';
import { errorFields, log } from './log.ts';

/**
 * Runs `run` for every lane of a batch, side by side, and answers which records failed, so that Lambda brings back only
 * those: those that `run` names, and all of the lane when it throws. The answer has the same form for queues and streams.
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
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
}

/**
 * Runs `fn` for every record of a batch: a bad one never stops those behind it. Records of one lane run one after the other,
 * lanes side by side; without `laneOf` each record has its own.
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
