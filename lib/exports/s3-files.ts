import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchUpload,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { env } from '../platform/env.ts';
import { sdkTimeouts } from '../platform/sdk/sdk-timeouts.ts';
import type { ExportFiles } from './export-files.ts';
import type { RemainderSlot } from './schema.ts';
import { WITHOUT_CHECKSUMS } from './signed-link.ts';

/** S3 answers after it has stored a part of 5 MiB, or has put thousands of parts together. */
const FILE_MS = 20_000;

const REMAINDERS: readonly RemainderSlot[] = [0, 1];

/** The files of exports in S3. */
export function s3Files(s3: S3Client, Bucket: string): ExportFiles {
  const remainderKey = (key: string, slot: RemainderSlot): string => `${key}.remainder-${slot}`;

  const removeRemainders = async (key: string): Promise<void> => {
    for (const slot of REMAINDERS) await s3.send(new DeleteObjectCommand({ Bucket, Key: remainderKey(key, slot) }));
  };

  const abort = async (Key: string, UploadId: string): Promise<void> => {
    try {
      await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    } catch (error) {
      // The upload was completed, or aborted before.
      if (!(error instanceof NoSuchUpload)) throw error;
    }
  };

  return {
    async begin(Key, name) {
      const { UploadId } = await s3.send(
        new CreateMultipartUploadCommand({
          Bucket,
          Key,
          // Without a Content-Encoding, which would make clients unpack the file and keep its name.
          ContentType: 'application/gzip',
          ContentDisposition: `attachment; filename="${name}"`,
        }),
      );
      return given(UploadId, 'id of the upload');
    },

    async putPart(Key, UploadId, PartNumber, Body) {
      const { ETag } = await s3.send(
        new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ContentMD5: md5(Body) }),
      );
      return given(ETag, 'ETag of the part');
    },

    async complete(Key, UploadId, parts) {
      const Parts = parts.map((ETag, n) => ({ ETag, PartNumber: n + 1 }));
      try {
        await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
      } catch (error) {
        if (!(error instanceof NoSuchUpload)) throw error;
        // An earlier run completed the upload and did not get to store it. Only this upload makes this file.
        await s3.send(new HeadObjectCommand({ Bucket, Key }));
      }
    },

    async putRemainder(key, slot, Body) {
      await s3.send(new PutObjectCommand({ Bucket, Key: remainderKey(key, slot), Body, ContentMD5: md5(Body) }));
    },

    async getRemainder(key, slot) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: remainderKey(key, slot) }));
      return Buffer.from(await given(Body, 'body of the remainder').transformToByteArray());
    },

    removeRemainders,
    abort,

    async remove(Key, UploadId) {
      if (UploadId !== null) await abort(Key, UploadId);
      await s3.send(new DeleteObjectCommand({ Bucket, Key }));
      await removeRemainders(Key);
    },
  };
}

/** The files of this stage. */
export const configuredFiles = (): ExportFiles =>
  s3Files(new S3Client({ ...WITHOUT_CHECKSUMS, ...sdkTimeouts(FILE_MS) }), env.files().EXPORT_BUCKET);

/** S3 refuses bytes with another sum. */
const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64');

function given<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`S3 answered without the ${what}`);
  return value;
}
