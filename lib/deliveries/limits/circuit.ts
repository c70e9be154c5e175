import type { Update } from '../../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../../values/time.ts';
import type { Answered } from '../answered.ts';

/** After this number of failures in a row the circuit opens: only retries reach the destination, with few permits. */
export const CIRCUIT_OPENS_AT = 5;
/**
 * A failure that took this long opens the circuit at once: it held back the first attempts of others for as long as
 * hundreds of quick answers. If the destination is well, its next success closes the circuit again.
 */
export const SLOW_FAILURE_MS = 5_000;
/** Two permits are enough to notice a recovery while a dead attempt keeps a permit until its lease ends. */
export const PERMITS_WHILE_OPEN = 2;
/** The table forgets the health of a destination that no attempt reached for this time. */
const FORGOTTEN_AFTER_SECONDS = 30 * 24 * 3600;

export const isCircuitOpen = ({ consecutiveFailures }: { consecutiveFailures: number }): boolean =>
  consecutiveFailures >= CIRCUIT_OPENS_AT;

/** The health of a destination, in the item of its limit. Only the count decides; a person reads the rest. */
export interface StoredHealth {
  readonly consecutiveFailures: number;
  readonly host: string;
  readonly lastSuccessAt: string;
  readonly lastFailureAt: string;
  readonly lastError: string | null;
}

/** The changes that an answer makes in the item of its destination. */
export function healthUpdate(answered: Answered): Pick<Update<StoredHealth>, 'set' | 'add'> {
  const { ok, afterSuccess, error, durationMs, at, host } = answered;
  const common = { host, ttl: epochSeconds(plusSeconds(at, FORGOTTEN_AFTER_SECONDS)) };
  if (ok) return { set: { ...common, consecutiveFailures: 0, lastSuccessAt: at.toISOString() } };
  const failed = { ...common, lastFailureAt: at.toISOString(), lastError: error };
  const failures = durationMs < SLOW_FAILURE_MS ? 1 : CIRCUIT_OPENS_AT;
  return afterSuccess
    ? { set: { ...failed, consecutiveFailures: failures } }
    : { set: failed, add: { consecutiveFailures: failures } };
}

/** The later of two answers, with a mark when the earlier answer was a success. */
export const latestAnswer = (before: Answered | null, answered: Answered | null): Answered | null =>
  answered === null ? before : { ...answered, afterSuccess: before?.ok === true };
