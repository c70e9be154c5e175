import * as z from 'zod';
import { beginExpiries } from '../../lib/operation/retention/begin-expiries.ts';
import { expiryJob, expiryRepo } from '../../lib/operation/retention/expiry-job.ts';
import { expiryWork } from '../../lib/operation/retention/expiry-work.ts';
import { configuredArchive } from '../../lib/operation/retention/s3-archive.ts';
import { deps } from '../../lib/platform/deps.ts';
import { env } from '../../lib/platform/env.ts';
import { RunEvent } from '../../lib/platform/jobs/job-client.ts';
import { runJob } from '../../lib/platform/jobs/run-job.ts';
import { memo } from '../../lib/values/memo.ts';

const archive = memo(configuredArchive);

const Event = z.union([RunEvent.extend({ kind: z.literal(expiryJob.name) }), z.looseObject({ source: z.string() })]);

/** The clock, each hour: begins the expiry of organisations. Handover: one run of an expiry. */
export async function handler(event: unknown) {
  const request = Event.parse(event);
  const { DELIVERY_DAYS, EVENT_DAYS, AUDIT_DAYS, TRANSACTION_DAYS } = env.retention();
  const days = { deliveries: DELIVERY_DAYS, events: EVENT_DAYS, audit: AUDIT_DAYS, transactions: TRANSACTION_DAYS };
  const expiring = { ...deps(), archive: archive(), days };
  if ('source' in request) return beginExpiries(expiring);
  return runJob(expiring, expiryRepo(expiring), expiryWork(expiring), request.organisationId, request.id);
}
