import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { s3Files } from '../../lib/exports/s3-files.ts';
import { WITHOUT_CHECKSUMS } from '../../lib/exports/signed-link.ts';
import { s3Archive } from '../../lib/operation/retention/s3-archive.ts';
import { signedFor } from '../../local/aws/access-keys.ts';
import { startQueuesAndFiles } from '../../local/aws/queues-and-files.ts';
import { DataDir } from '../../local/processes/data-dir.ts';

/** The files of exports and the archive in the S3 of the local stack, in a folder of the test. */
export async function emulatedFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'chainwatch-files-'));
  const headers = signedFor('s3');
  const emulator = await startQueuesAndFiles(new DataDir(folder));
  await fetch(`${emulator.endpoint}/bucket`, { method: 'PUT', headers });
  const s3 = new S3Client({ ...WITHOUT_CHECKSUMS, endpoint: emulator.endpoint });
  return {
    files: s3Files(s3, 'bucket'),
    archive: s3Archive(s3, 'bucket'),

    /** The object of a key; null when there is none. */
    async stored(key: string): Promise<Buffer | null> {
      const response = await fetch(`${emulator.endpoint}/bucket/${key}`, { headers });
      return response.status === 404 ? null : Buffer.from(await response.arrayBuffer());
    },

    async stop(): Promise<void> {
      await emulator.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
