import type { Update } from '../../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../../values/time.ts';
import type { Answered } from '../answered.ts';

/** After so many failures in a row the circuit opens: only retries reach the destination, with few permits. */
export const CIRCUIT_OPENS_AT = 5;
/** Enough to notice a recovery while one more attempt died and keeps its permit until the lease ends. */
export const PERMITS_WHILE_OPEN = 2;
/** The table forgets a destination that nobody uses for so long. */
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
  const { ok, afterSuccess, error, at, host } = answered;
  const common = { host, ttl: epochSeconds(plusSeconds(at, FORGOTTEN_AFTER_SECONDS)) };
  if (ok) return { set: { ...common, consecutiveFailures: 0, lastSuccessAt: at.toISOString() } };
  const failed = { ...common, lastFailureAt: at.toISOString(), lastError: error };
  return afterSuccess
    ? { set: { ...failed, consecutiveFailures: 1 } }
    : { set: failed, add: { consecutiveFailures: 1 } };
}

/** The later of two answers. It remembers whether the earlier answer was a success. */
export const latestAnswer = (before: Answered | null, answered: Answered | null): Answered | null =>
  answered === null ? before : { ...answered, afterSuccess: before?.ok === true };
