import { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from '@jest/globals';
import { fileKey } from '../../lib/exports/export-files.ts';
import type { StoredExport } from '../../lib/exports/schema.ts';
import { linkOf } from '../../lib/exports/signed-link.ts';
import { checkPresigned } from '../../local/aws/presigned-url.ts';
import { at, organisation, uuid } from '../support/records.ts';

const credentials = { accessKeyId: 'get-export', secretAccessKey: 'secret' };
const s3 = new S3Client({ endpoint: 'http://127.0.0.1:4000', region: 'eu-central-1', credentials });
const finished = Date.parse('2026-03-01T12:00:00.000Z');
const DAY_SECONDS = 86_400;

const aJob = (more: Partial<StoredExport> = {}): StoredExport => ({
  id: uuid(1),
  status: 'completed',
  filters: {},
  rows: 1,
  total: 1,
  expiresAt: new Date(finished + DAY_SECONDS * 1000).toISOString(),
  error: null,
  createdAt: at,
  finishedAt: new Date(finished).toISOString(),
  uploadId: null,
  parts: [],
  remainder: null,
  position: null,
  isRead: true,
  leaseUntil: null,
  strikes: 0,
  ...more,
});

const endPlus = (seconds: number): Date => new Date(finished + seconds * 1000);
const linkAt = (seconds: number, job = aJob()) => linkOf(s3, 'bucket', () => endPlus(seconds))(organisation, job);

describe('The link to a file', () => {
  it.each([0, 3600, DAY_SECONDS - 1])(
    'that is signed %i s after the end works until 24 h after it',
    async (seconds) => {
      const url = new URL((await linkAt(seconds)) ?? '');
      expect(decodeURIComponent(url.pathname)).toBe(`/bucket/${fileKey(organisation, uuid(1))}`);
      const check = (now: Date) => checkPresigned('GET', url.host, url, 'secret', now);
      expect(check(endPlus(DAY_SECONDS))).toBe('get-export');
      expect(() => check(endPlus(DAY_SECONDS + 1))).toThrow('expired');
    },
  );

  it('does not exist after 24 h, nor before the job completed', async () => {
    expect(await linkAt(DAY_SECONDS)).toBeNull();
    for (const status of ['running', 'cancelled', 'failed'] as const) {
      expect(await linkAt(0, aJob({ status, expiresAt: null }))).toBeNull();
    }
  });
});
