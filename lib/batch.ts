import type { SQSBatchResponse } from 'aws-lambda';
import { errorFields, log } from './log.ts';

/**
 * Runs `fn` for every record of a batch and answers which ones failed, so that Lambda brings back only those: a bad
 * record never stops the ones behind it. Records of one lane run one after the other, lanes side by side; without
 * `laneOf` each record has its own. The answer has the same form for queues and streams.
 */
export async function eachRecord<R>(
  records: readonly R[],
  idOf: (record: R) => string | undefined,
  fn: (record: R) => Promise<void>,
  laneOf: (record: R) => string | undefined = idOf,
): Promise<SQSBatchResponse> {
  const failed: string[] = [];
  const run = async (record: R) => {
    try {
      await fn(record);
    } catch (error) {
      const id = idOf(record) ?? '';
      failed.push(id);
      log.error('record.failed', { record: id, ...errorFields(error) });
    }
  };
  const lanes = Map.groupBy(records, (record) => laneOf(record) ?? '');
  await Promise.all(
    [...lanes.values()].map(async (lane) => {
      for (const record of lane) await run(record);
    }),
  );
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}
