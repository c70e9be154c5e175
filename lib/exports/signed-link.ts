import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Deps } from '../platform/deps.ts';
import { env } from '../platform/env.ts';
import { sdkTimeouts } from '../platform/sdk/sdk-timeouts.ts';
import type { OrganisationId } from '../values/ids.ts';
import { fileKey } from './export-files.ts';
import type { Export, StoredExport } from './schema.ts';

/**
 * Our parts carry an MD5. The checksums that the SDK adds by itself would have to be repeated when an upload ends, and
 * would become a parameter of each link.
 */
export const WITHOUT_CHECKSUMS = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

/** The URL under which a client can download the file of a job until its end; null when there is no file. */
export type LinkOf = (organisationId: OrganisationId, job: StoredExport) => Promise<string | null>;

/**
 * Signs with the credentials of the function. The link works until the file or these credentials expire. Lambda
 * replaces its credentials after some hours, so each answer of the API has a new link.
 */
export const linkOf =
  (s3: S3Client, Bucket: string, now: Deps['now']): LinkOf =>
  async (organisationId, { id, status, expiresAt }) => {
    const signingDate = now();
    const expiresIn = expiresAt === null ? 0 : Math.floor((Date.parse(expiresAt) - signingDate.getTime()) / 1000);
    if (status !== 'completed' || expiresIn <= 0) return null;
    const get = new GetObjectCommand({ Bucket, Key: fileKey(organisationId, id) });
    return getSignedUrl(s3, get, { expiresIn, signingDate });
  };

/** The links of this stage. */
export const configuredLinks = ({ now }: Pick<Deps, 'now'>): LinkOf =>
  linkOf(new S3Client({ ...WITHOUT_CHECKSUMS, ...sdkTimeouts() }), env.files().EXPORT_BUCKET, now);

/** The answers of the API for jobs, each with a link of its own. */
export const withLinks = (
  links: LinkOf,
  organisationId: OrganisationId,
  jobs: readonly StoredExport[],
): Promise<Export[]> => Promise.all(jobs.map(async (job) => ({ ...job, url: await links(organisationId, job) })));
