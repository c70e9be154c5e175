import type { Deps } from '../platform/deps.ts';
import type { JobWork, Step } from '../platform/jobs/run-job.ts';
import { csvHeader, csvRows } from '../transactions/csv.ts';
import { withWallets } from '../transactions/transaction-response.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import { type ExportFiles, fileKey, fileName } from './export-files.ts';
import type { ExportSource } from './export-source.ts';
import { GzipMember } from './gzip-member.ts';
import type { StoredExport } from './schema.ts';

/** S3 takes no smaller part, except the last. A run holds one part in memory. */
const PART_BYTES = 5 * 1024 * 1024;
/** 10 GB. The item of the job lists the parts and may have 400 KB; S3 takes 10,000 parts. */
const MOST_PARTS = 2_000;
/** Transactions that are read at a time: as many as one BatchGetItem reads. */
const BATCH = 100;

export interface ExportDeps extends Pick<Deps, 'now' | 'stage'> {
  readonly files: ExportFiles;
  readonly source: ExportSource;
  readonly wallets: Pick<WalletRepo, 'byId'>;
}

/** Where a file is divided. The tests divide smaller files. */
export interface Division {
  readonly partBytes: number;
  readonly batch: number;
}

/**
 * Writes a file part by part. A part that was uploaded but not stored is uploaded again under the same number. Memory
 * holds one part (5 MB), its copy while it is uploaded, and one batch of transactions.
 */
export const exportWork = (
  deps: ExportDeps,
  division: Division = { partBytes: PART_BYTES, batch: BATCH },
): JobWork<StoredExport> => ({
  stuck: 'Its file could not be written, for a reason on our side.',

  async step(organisationId, job, until): Promise<Step<StoredExport>> {
    if (job.uploadId === null) return { store: await begun(deps, organisationId, job) };
    const upload = { key: fileKey(organisationId, job.id), uploadId: job.uploadId };
    if (job.isRead) {
      await deps.files.complete(upload.key, upload.uploadId, job.parts);
      await deps.files.removeRemainders(upload.key);
      return { complete: { total: job.rows } };
    }
    if (job.parts.length >= MOST_PARTS) return { fail: 'Its file is larger than 10 GB: export shorter periods.' };
    return { store: await written(deps, organisationId, job, upload, until, division) };
  },

  // When this fails again and again, the rules of the bucket delete the file within three days.
  cleanUp: (organisationId, { id, uploadId }) => deps.files.remove(fileKey(organisationId, id), uploadId),
});

/** Counts and begins the upload. The count may take too long for a run: after two runs the job goes on without it. */
async function begun({ files, source, stage }: ExportDeps, organisationId: OrganisationId, job: StoredExport) {
  const total = job.strikes > 2 ? null : await source.count(organisationId, job.filters);
  const uploadId = await files.begin(fileKey(organisationId, job.id), fileName(stage, job.createdAt));
  return { uploadId, total };
}

/**
 * Writes the next part, or a remainder when the time is over. It keeps what was read: without it, a run that is
 * slow or finds few transactions would end before its part is large enough, and so would the next run.
 */
async function written(
  { files, source, wallets, now }: ExportDeps,
  organisationId: OrganisationId,
  { filters, parts, remainder, ...job }: StoredExport,
  { key, uploadId }: { readonly key: string; readonly uploadId: string },
  until: Date,
  { partBytes, batch }: Division,
): Promise<Partial<StoredExport>> {
  const before = remainder === null ? Buffer.alloc(0) : await files.getRemainder(key, remainder);
  const member = new GzipMember();
  if (parts.length === 0 && remainder === null) await member.write(csvHeader);
  let { position, rows } = job;
  do {
    const page = await source.after(organisationId, filters, position, batch);
    await member.write(csvRows(await withWallets(wallets, organisationId, page.records)));
    ({ position } = page);
    rows += page.records.length;
  } while (position !== null && before.length + member.size < partBytes && now() < until);

  const bytes = Buffer.concat([before, await member.end()]);
  const isRead = position === null;
  if (isRead || bytes.length >= partBytes) {
    const part = await files.putPart(key, uploadId, parts.length + 1, bytes);
    return { parts: [...parts, part], remainder: null, position, rows, isRead };
  }
  // Not the slot of the stored remainder: a crash before the next write leaves this slot as it is.
  const slot = remainder === 0 ? 1 : 0;
  await files.putRemainder(key, slot, bytes);
  return { parts, remainder: slot, position, rows, isRead };
}
