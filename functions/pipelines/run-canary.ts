import * as z from 'zod';
import { RECEIPT_DEADLINE_SECONDS, runCanary } from '../../lib/operation/canary/canary-run.ts';
import { deps } from '../../lib/platform/deps.ts';
import { env } from '../../lib/platform/env.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';

/** The clock sends an event without this field. Operators and tests may wait for a shorter time. */
const CanaryEvent = z.object({
  deadlineSeconds: z.number().min(0).max(RECEIPT_DEADLINE_SECONDS).default(RECEIPT_DEADLINE_SECONDS),
});

/** Every five minutes: one run of the canary. */
export const handler = (event: unknown) =>
  runCanary(
    { ...deps(), serviceUrl: env.service().SERVICE_URL, sealer: configuredSealer(deps()) },
    CanaryEvent.parse(event).deadlineSeconds,
  );
