import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ExportFiles } from '../../lib/exports/export-files.ts';
import { emulatedFiles } from './emulated-files.ts';

const LEAST_PART = 5 * 1024 * 1024;
let emulated: Awaited<ReturnType<typeof emulatedFiles>>;
let files: ExportFiles;
const stored = (key: string) => emulated.stored(key);

beforeAll(async () => {
  emulated = await emulatedFiles();
  ({ files } = emulated);
});
afterAll(() => emulated.stop());

describe('a file in S3', () => {
  it('is made of its parts in order, and completing it again changes nothing', async () => {
    const parts = [randomBytes(LEAST_PART), randomBytes(LEAST_PART + 7), Buffer.from('the end')];
    const uploadId = await files.begin('o/1.csv.gz', 'transactions.csv.gz');
    const tags: string[] = [];
    for (const [n, part] of parts.entries()) tags.push(await files.putPart('o/1.csv.gz', uploadId, n + 1, part));
    expect(await stored('o/1.csv.gz')).toBeNull();
    for (let twice = 0; twice < 2; twice++) await files.complete('o/1.csv.gz', uploadId, tags);
    expect((await stored('o/1.csv.gz'))?.equals(Buffer.concat(parts))).toBe(true);
  });

  it('takes the last upload of a part', async () => {
    const uploadId = await files.begin('o/2.csv.gz', 'transactions.csv.gz');
    await files.putPart('o/2.csv.gz', uploadId, 1, Buffer.from('first'));
    const tag = await files.putPart('o/2.csv.gz', uploadId, 1, Buffer.from('second'));
    await files.complete('o/2.csv.gz', uploadId, [tag]);
    expect(String(await stored('o/2.csv.gz'))).toBe('second');
  });

  it('is not completed when its upload is gone and no run has completed it', async () => {
    const uploadId = await files.begin('o/3.csv.gz', 'transactions.csv.gz');
    const tag = await files.putPart('o/3.csv.gz', uploadId, 1, Buffer.from('x'));
    for (let twice = 0; twice < 2; twice++) await files.abort('o/3.csv.gz', uploadId);
    await expect(files.complete('o/3.csv.gz', uploadId, [tag])).rejects.toThrow();
    await expect(files.putPart('o/3.csv.gz', uploadId, 2, Buffer.from('x'))).rejects.toThrow();
  });

  it('has two remainders, and everything of it can be removed, also twice', async () => {
    const key = 'o/4.csv.gz';
    const uploadId = await files.begin(key, 'transactions.csv.gz');
    await files.putRemainder(key, 0, Buffer.from('zero'));
    await files.putRemainder(key, 1, Buffer.from('one'));
    expect([String(await files.getRemainder(key, 0)), String(await files.getRemainder(key, 1))]).toEqual([
      'zero',
      'one',
    ]);
    await files.removeRemainders(key);
    await expect(files.getRemainder(key, 1)).rejects.toThrow();
    await files.putRemainder(key, 1, Buffer.from('one'));
    await files.complete(key, uploadId, [await files.putPart(key, uploadId, 1, Buffer.from('x'))]);
    for (let twice = 0; twice < 2; twice++) await files.remove(key, uploadId);
    expect(await stored(key)).toBeNull();
    await expect(files.getRemainder(key, 1)).rejects.toThrow();
  });
});
