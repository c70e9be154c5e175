import { createHash } from 'node:crypto';
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { WITHOUT_CHECKSUMS } from '../../exports/signed-link.ts';
import { env } from '../../platform/env.ts';
import { sdkTimeouts } from '../../platform/sdk/sdk-timeouts.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import { type Archive, archivePrefix } from './archive.ts';

/** S3 answers after it has stored a file of some MB. */
const FILE_MS = 20_000;
const DELETIONS_AT_ONCE = 8;

/** The archive in S3. */
export function s3Archive(s3: S3Client, Bucket: string): Archive {
  return {
    async put(Key, Body) {
      // S3 refuses bytes with another sum.
      const ContentMD5 = createHash('md5').update(Body).digest('base64');
      await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentMD5, ContentType: 'application/gzip' }));
    },

    async eraseSome(organisationId) {
      const { Contents = [] } = await s3.send(
        new ListObjectsV2Command({ Bucket, Prefix: archivePrefix(organisationId) }),
      );
      await mapConcurrent(Contents, DELETIONS_AT_ONCE, ({ Key }) => s3.send(new DeleteObjectCommand({ Bucket, Key })));
      return Contents.length;
    },
  };
}

/** The archive of this stage. */
export const configuredArchive = (): Archive =>
  s3Archive(new S3Client({ ...WITHOUT_CHECKSUMS, ...sdkTimeouts(FILE_MS) }), env.archive().ARCHIVE_BUCKET);
