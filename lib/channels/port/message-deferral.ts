import type { Deferred } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';

/**
 * The time that a message is deferred in all. After this time, a missing reservation or a busy vendor fails the
 * attempt.
 */
export const LONGEST_DEFERRAL_SECONDS = 24 * 3600;

export const deferred = (seconds: number, reason: string): Deferred => ({
  kind: 'deferred',
  seconds: Math.ceil(seconds),
  reason,
});

/** For how much longer a delivery may be deferred, in whole seconds. */
export function deferrableSeconds({ postponedSince }: Pick<StoredDelivery, 'postponedSince'>, now: Date): number {
  if (!postponedSince) return LONGEST_DEFERRAL_SECONDS;
  const waited = (now.getTime() - Date.parse(postponedSince)) / 1000;
  return Math.max(0, Math.floor(LONGEST_DEFERRAL_SECONDS - waited));
}
