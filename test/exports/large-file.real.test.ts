import { gunzipSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fileKey } from '../../lib/exports/export-files.ts';
import { exportWork } from '../../lib/exports/export-work.ts';
import { runJob } from '../../lib/platform/jobs/run-job.ts';
import { mapConcurrent } from '../../lib/values/concurrent.ts';
import { quiet } from '../support/quiet.ts';
import { makeTable } from '../support/table.ts';
import { emulatedFiles } from './emulated-files.ts';
import { type Exporting, exporting } from './exporting.ts';
import { throughout } from './memory-files.ts';

/*
 * Scenario: every transaction has notes of 4,000 characters that cannot be compressed, so that 1,700 of them fill two
 * parts of the size that S3 takes, and begin a third.
 */
const TRANSACTIONS = 1_700;
const LEAST_PART = 5 * 1024 * 1024;

quiet();

let world: Exporting;
let emulated: Awaited<ReturnType<typeof emulatedFiles>>;
beforeAll(async () => {
  emulated = await emulatedFiles();
  // The engine without the limits of AWS: a partition would take half a minute to store so much.
  const engine = new DynamoDBClient({ endpoint: process.env.TEST_DYNAMODB_ENGINE });
  world = await exporting(await makeTable(engine), 0);
  const numbers = Array.from({ length: TRANSACTIONS }, (_, n) => n);
  await mapConcurrent(numbers, 4, (n) => world.add(n, { notes: noise(n) }));
});
afterAll(() => emulated.stop());

/** Characters of three bytes without a pattern, by a linear congruential generator. */
function noise(seed: number): string {
  let state = seed + 1;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 0x4e00 + ((state >>> 8) % 20_000);
  };
  return String.fromCodePoint(...Array.from({ length: 4000 }, next));
}

/** Runs an export over S3. `before` is called ahead of each call to S3. */
async function exported(before: (call: string, id: string) => Promise<unknown>) {
  const { id } = await world.exports.create(world.organisationId, {});
  const calls: string[] = [];
  const files = throughout(emulated.files, async (call, make) => {
    calls.push(call);
    await before(call, id);
    return make();
  });
  const { exports, ...within } = world.runDeps({ files });
  await runJob(world.deps, exports, exportWork(within), world.organisationId, id);
  return { id, calls, file: await emulated.stored(fileKey(world.organisationId, id)) };
}

describe('a file of several parts in S3', () => {
  it('has the rows of the synchronous export', async () => {
    const { calls, file } = await exported(async () => {});
    expect(calls).toEqual(['begin', 'putPart', 'putPart', 'putPart', 'complete', 'removeRemainders']);
    expect(file?.length).toBeGreaterThan(2 * LEAST_PART);
    expect(gunzipSync(file ?? '').toString('utf8')).toBe(await world.synchronous());
  });

  it('is deleted when the export is cancelled between two parts', async () => {
    const uploads: string[] = [];
    const { calls, file, id } = await exported(async (call, job) => {
      const { uploadId, parts } = await world.job(job);
      if (uploadId !== null) uploads.push(uploadId);
      if (call === 'putPart' && parts.length === 1) await world.exports.cancel(world.organisationId, job);
    });
    expect(calls).toEqual(['begin', 'putPart', 'putPart', 'remove']);
    expect(file).toBeNull();
    expect(await world.job(id)).toMatchObject({ status: 'cancelled', uploadId: null, leaseUntil: null });
    const late = emulated.files.putPart(fileKey(world.organisationId, id), uploads[0] ?? '', 3, Buffer.from('late'));
    await expect(late).rejects.toThrow();
  });
});
