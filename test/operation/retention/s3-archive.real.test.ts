import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { archiveFile } from '../../../lib/operation/retention/archive.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { emulatedFiles } from '../../exports/emulated-files.ts';
import { aStoredTransaction } from '../../support/records.ts';

const ours = OrganisationId.parse('7c9e6679-7425-40de-944b-e07fc1f90ae7');
const other = OrganisationId.parse('7c9e6679-7425-40de-944b-e07fc1f90ae8');
let emulated: Awaited<ReturnType<typeof emulatedFiles>>;
beforeAll(async () => {
  emulated = await emulatedFiles();
});
afterAll(() => emulated.stop());

describe('The archive in S3', () => {
  it('has the records of a file as lines of JSON, under a key that follows from them', async () => {
    const transactions = [aStoredTransaction(), aStoredTransaction({ notes: 'Payroll' })];
    const { key, bytes } = await archiveFile(ours, transactions);
    for (let twice = 0; twice < 2; twice++) await emulated.archive.put(key, bytes);
    const text = gunzipSync((await emulated.stored(key)) ?? '').toString();
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(JSON.parse(JSON.stringify(transactions)));
    expect(key).toMatch(new RegExp(`^${ours}/${transactions[0]?.blockTimestamp}-[0-9a-f]{32}\\.ndjson\\.gz$`));
    expect((await archiveFile(ours, transactions)).key).toBe(key);
    expect((await archiveFile(ours, transactions.slice(1))).key).not.toBe(key);
  });

  it('loses all files of an organisation and no other', async () => {
    const file = await archiveFile(other, [aStoredTransaction()]);
    await emulated.archive.put(file.key, file.bytes);
    for (const notes of ['a', 'b']) {
      const { key, bytes } = await archiveFile(ours, [aStoredTransaction({ notes })]);
      await emulated.archive.put(key, bytes);
    }
    expect(await emulated.archive.eraseSome(ours)).toBeGreaterThanOrEqual(2);
    expect(await emulated.archive.eraseSome(ours)).toBe(0);
    expect(await emulated.stored(file.key)).not.toBeNull();
  });
});
