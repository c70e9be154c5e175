import type { Deps } from '../platform/deps.ts';
import { log } from '../platform/log.ts';
import { csvHeader, csvRows } from '../transactions/csv.ts';
import { withWallets } from '../transactions/transaction-response.ts';
import type { OrganisationId } from '../values/ids.ts';
import { plusSeconds } from '../values/time.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import { type ExportFiles, fileKey, fileName } from './export-files.ts';
import type { ExportSource } from './export-source.ts';
import { GzipMember } from './gzip-member.ts';
import type { ExportRepo } from './repo.ts';
import type { Progress, StoredExport } from './schema.ts';

/** Shorter than the time-out of `write-export`: the rest is for the last batch, its upload and the end of the file. */
export const EXPORT_RUN_SECONDS = 240;
/** After this number of runs in a row without progress the job fails: waiting longer does not help. */
export const MOST_STRIKES = 5;
/** S3 takes no smaller part, except the last. A run holds one part in memory. */
const PART_BYTES = 5 * 1024 * 1024;
/** 10 GB. The item of the job lists the parts and may have 400 KB; S3 takes 10,000 parts. */
const MOST_PARTS = 2_000;
/** Transactions that are read at a time: as many as one BatchGetItem reads. */
const BATCH = 100;

export interface ExportRunDeps extends Pick<Deps, 'now' | 'stage'> {
  readonly exports: ExportRepo;
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
 * A run of an export: part after part until the file is finished or the time of the run is over. Reconcile then starts
 * the next run. A crash anywhere is harmless: after each part the run stores how far the file is written, and the next
 * run goes on from there. A part that was uploaded but not stored is uploaded again under the same number.
 *
 * Memory holds one part (5 MB), its copy while it is uploaded, and one batch of transactions.
 * @throws Error when a call failed. The next run continues after the lease of this run.
 */
export async function runExport(
  deps: ExportRunDeps,
  organisationId: OrganisationId,
  id: string,
  division: Division = { partBytes: PART_BYTES, batch: BATCH },
): Promise<void> {
  const { exports, now } = deps;
  const until = plusSeconds(now(), EXPORT_RUN_SECONDS);
  const claimed = await exports.claim(organisationId, id);
  if (claimed === null) return;
  if (claimed.status !== 'running') return cleared(deps, organisationId, claimed);
  const failure = failureOf(claimed);
  if (failure !== null) return giveUp(deps, organisationId, claimed, failure);

  let job = claimed.uploadId === null ? await begun(deps, organisationId, claimed) : claimed;
  while (job !== null && !job.isRead && now() < until && job.parts.length < MOST_PARTS) {
    const progress = await written(deps, organisationId, job, until, division);
    job = await exports.store(organisationId, job, progress);
  }
  if (job === null) return clearedIfEnded(deps, organisationId, claimed);
  if (job.isRead) return finish(deps, organisationId, job);
  if ((await exports.release(organisationId, job)) === null) await clearedIfEnded(deps, organisationId, job);
}

/** Why a job cannot go on, for its owner. Null when it can. */
function failureOf({ strikes, parts, isRead }: StoredExport): string | null {
  if (strikes > MOST_STRIKES) return 'Its file could not be written, for a reason on our side.';
  if (parts.length < MOST_PARTS || isRead) return null;
  return 'Its file is larger than 10 GB: export shorter periods.';
}

/** Counts and begins the upload. The count may take too long for a run: after two runs the job goes on without it. */
async function begun(deps: ExportRunDeps, organisationId: OrganisationId, job: StoredExport) {
  const { exports, files, source, stage } = deps;
  const total = job.strikes > 2 ? null : await source.count(organisationId, job.filters);
  const key = fileKey(organisationId, job.id);
  const uploadId = await files.begin(key, fileName(stage, job.createdAt));
  const stored = await exports.store(organisationId, job, { uploadId, total });
  if (stored === null) await files.abort(key, uploadId);
  return stored;
}

/**
 * Writes the next part, or a remainder when the time is over. It keeps what was read: without it, a run that is
 * slow or finds few transactions would end before its part is large enough, and so would the next run.
 */
async function written(
  { files, source, wallets, now }: ExportRunDeps,
  organisationId: OrganisationId,
  job: StoredExport,
  until: Date,
  { partBytes, batch }: Division,
): Promise<Progress> {
  const { parts, uploadId, remainder } = job;
  if (uploadId === null) throw new Error(`export ${job.id} has no upload`);
  const key = fileKey(organisationId, job.id);
  const before = remainder === null ? Buffer.alloc(0) : await files.getRemainder(key, remainder);
  const member = new GzipMember();
  if (parts.length === 0 && remainder === null) await member.write(csvHeader);
  let { position, rows } = job;
  do {
    const page = await source.after(organisationId, job.filters, position, batch);
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

async function finish(deps: ExportRunDeps, organisationId: OrganisationId, job: StoredExport): Promise<void> {
  const { exports, files } = deps;
  if (job.uploadId === null) throw new Error(`export ${job.id} has no upload`);
  const key = fileKey(organisationId, job.id);
  await files.complete(key, job.uploadId, job.parts);
  await files.removeRemainders(key);
  if (!(await exports.complete(organisationId, job))) return clearedIfEnded(deps, organisationId, job);
  log.info('export.completed', { organisation: organisationId, export: job.id, rows: job.rows });
}

async function giveUp(deps: ExportRunDeps, organisationId: OrganisationId, job: StoredExport, error: string) {
  const failed = await deps.exports.fail(organisationId, job, error);
  if (failed) log.error('export.given_up', { organisation: organisationId, export: job.id });
  await clearedIfEnded(deps, organisationId, job);
}

/** Deletes what a job left that was cancelled or failed while this run held it. */
async function clearedIfEnded(deps: ExportRunDeps, organisationId: OrganisationId, held: StoredExport): Promise<void> {
  const job = await deps.exports.find(organisationId, held.id);
  const isOurs = job !== null && job.leaseUntil === held.leaseUntil;
  if (isOurs && job.status !== 'running') await cleared(deps, organisationId, job);
}

/** Deletes what a job left. When this fails again and again, the rules of the bucket delete it within three days. */
async function cleared(
  { exports, files }: ExportRunDeps,
  organisationId: OrganisationId,
  job: StoredExport,
): Promise<void> {
  if (job.strikes <= MOST_STRIKES) await files.remove(fileKey(organisationId, job.id), job.uploadId);
  else log.error('export.not_removed', { organisation: organisationId, export: job.id });
  await exports.clear(organisationId, job);
}
