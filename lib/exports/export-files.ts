import type { OrganisationId } from '../values/ids.ts';
import type { RemainderSlot } from './schema.ts';

/** A file that is written in parts. Two uploads of a file never overlap, because one run at a time holds its job. */
export interface ExportFiles {
  /** Begins the upload of a file. Returns the id of the upload. */
  begin(key: string, fileName: string): Promise<string>;
  /** Uploads a part, counted from 1. A second upload replaces a part of the same number. Returns its ETag. */
  putPart(key: string, uploadId: string, number: number, bytes: Buffer): Promise<string>;
  /** Makes the file of its parts. A repetition changes nothing. */
  complete(key: string, uploadId: string, parts: readonly string[]): Promise<void>;
  /** Stores the rows that are too few for a part. */
  putRemainder(key: string, slot: RemainderSlot, bytes: Buffer): Promise<void>;
  getRemainder(key: string, slot: RemainderSlot): Promise<Buffer>;
  removeRemainders(key: string): Promise<void>;
  /** Ends an upload and deletes its parts. A repetition changes nothing. */
  abort(key: string, uploadId: string): Promise<void>;
  /** Deletes everything of a file: its upload, its remainders and the file itself. A repetition changes nothing. */
  remove(key: string, uploadId: string | null): Promise<void>;
}

/** The key of a file in the bucket. The organisation comes first, so that its files can be found and deleted. */
export const fileKey = (organisationId: OrganisationId, id: string): string => `${organisationId}/${id}.csv.gz`;

/** The name under which a browser saves the file. */
export const fileName = (stage: string, createdAt: string): string =>
  `transactions-${stage}-${createdAt.slice(0, 10)}.csv.gz`;
