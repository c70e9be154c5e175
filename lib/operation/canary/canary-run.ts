import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../platform/deps.ts';
import { errorFields, log } from '../../platform/log.ts';
import { measured } from '../../platform/metrics.ts';
import type { Sealer } from '../../platform/sealer.ts';
import { plusSeconds } from '../../values/time.ts';
import { canaryAccount } from './canary-account.ts';
import { canaryClient, discard, importPayment, prepare, receiptsUrl } from './canary-customer.ts';
import { canaryRepo } from './repo.ts';
import type { CanaryReceipt } from './schema.ts';

/** How long a run waits for its webhook. */
export const RECEIPT_DEADLINE_SECONDS = 30;

const POLL_MS = 200;

export interface CanaryDeps extends Deps {
  /** The public URL of the API. */
  readonly serviceUrl: string;
  readonly sealer: () => Promise<Sealer>;
}

/**
 * `verified`: the webhook of the run arrived, genuine and about the right transaction. `late`: it did not arrive in
 * time. `failed`: the API refused a request, or an error ended the run.
 */
export type CanaryOutcome = 'verified' | 'late' | 'failed';

/**
 * One run of the canary: acts as a customer of the public API, from the import of a transaction to the webhook of its
 * alert, and writes the outcome into the metrics. Never throws, because the metrics tell of a failure.
 */
export async function runCanary(
  deps: CanaryDeps,
  deadlineSeconds = RECEIPT_DEADLINE_SECONDS,
): Promise<{ outcome: CanaryOutcome; ms: number | null }> {
  const { outcome, ms } = await attempt(deps, deadlineSeconds).catch((error: unknown) => {
    log.error('canary.failed', errorFields(error));
    return { outcome: 'failed', ms: null } as const;
  });
  const metrics =
    ms === null
      ? measured(deps.now(), { canaryRuns: 1 }, { outcome })
      : measured(deps.now(), { canaryRuns: 1, canaryMs: ms }, { outcome });
  log.info('canary.completed', metrics);
  return { outcome, ms };
}

async function attempt(deps: CanaryDeps, deadlineSeconds: number) {
  const { organisationId, apiKey, secret } = await canaryAccount({ ...deps, sealer: await deps.sealer() });
  const client = canaryClient(deps.serviceUrl, apiKey);
  const prepared = await prepare(client, receiptsUrl(deps.serviceUrl), secret);
  const started = deps.now();
  const hash = await importPayment(client, prepared, deps.newId(), started);
  const receipt = await receiptOf(deps, hash, plusSeconds(started, deadlineSeconds));
  if (receipt?.ruleId === prepared.ruleId) {
    return { outcome: 'verified', ms: deps.now().getTime() - started.getTime() } as const;
  }
  log.warn('canary.late', { organisation: organisationId, hash, receipt });
  await discard(client);
  return { outcome: 'late', ms: null } as const;
}

async function receiptOf(deps: CanaryDeps, hash: string, deadline: Date): Promise<CanaryReceipt | null> {
  for (;;) {
    const isOver = deps.now() >= deadline;
    const receipt = await canaryRepo(deps).receipt(hash);
    if (receipt !== null || isOver) return receipt;
    await sleep(POLL_MS);
  }
}
