import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { StoredTransaction } from '../../transactions/schema.ts';
import type { OrganisationId } from '../../values/ids.ts';

/** The files with the transactions that the table no longer has. */
export interface Archive {
  /** Stores a file. A repetition changes nothing. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Deletes some files of an organisation, at most a thousand. Returns how many; 0 when none is left. */
  eraseSome(organisationId: OrganisationId): Promise<number>;
}

/** All files of an organisation begin with this prefix, so that they can be found and deleted. */
export const archivePrefix = (organisationId: OrganisationId): string => `${organisationId}/`;

/**
 * The file of some transactions: each record as stored, one line of JSON each, compressed. The key follows from the
 * content and begins with the time of the first block, so that a repetition replaces a file only by the same file.
 */
export async function archiveFile(
  organisationId: OrganisationId,
  transactions: readonly StoredTransaction[],
): Promise<{ key: string; bytes: Buffer }> {
  const text = transactions.map((transaction) => `${JSON.stringify(transaction)}\n`).join('');
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
  const first = transactions[0]?.blockTimestamp ?? '';
  const key = `${archivePrefix(organisationId)}${first}-${digest}.ndjson.gz`;
  return { key, bytes: await promisify(gzip)(text) };
}
