import { optimistically } from '../platform/table/optimistically.ts';
import type { Write } from '../platform/table/write.ts';
import type { DeliveryRepo, Outcome } from './repo.ts';
import type { AttemptResult } from './result.ts';
import type { Attempt, StoredDelivery } from './schema.ts';

/** The changes that an attempt makes besides its delivery. */
export interface AttemptConsequences {
  readonly writes: readonly Write[];
  /** Further deliveries that the attempt causes. */
  readonly deliveries: readonly StoredDelivery[];
  /** Runs after everything was recorded. */
  readonly recorded?: () => void;
}

export const NO_CONSEQUENCES: AttemptConsequences = { writes: [], deliveries: [] };

export interface RecordDeps {
  readonly deliveries: Pick<DeliveryRepo, 'finish' | 'creations'>;
  /**
   * Reads the records that the writes depend on. `recordAttempt` calls this function again when a condition of the
   * writes failed.
   */
  consequencesOf(delivery: StoredDelivery, result: AttemptResult, at: Date): Promise<AttemptConsequences>;
}

/** When conditions of the consequences fail this often, the retry of the message records the attempt. */
const RECORD_ROUNDS = 10;

/**
 * Records an attempt, the new state of its delivery and the consequences in one transaction: an attempt that is
 * recorded twice counts once.
 * @returns the deliveries to queue, or null when another attempt took the delivery.
 * @throws BusyError when other attempts changed the same records in every round, and any error of the table.
 */
export async function recordAttempt(
  deps: RecordDeps,
  delivery: StoredDelivery,
  attempt: Attempt,
  outcome: Outcome & { at: Date },
  result: AttemptResult,
): Promise<readonly StoredDelivery[] | null> {
  return optimistically('what depends on an attempt', RECORD_ROUNDS, async () => {
    const { writes, deliveries, recorded } = await deps.consequencesOf(delivery, result, outcome.at);
    const finished = await deps.deliveries.finish(delivery, attempt, outcome, [
      ...writes,
      ...deps.deliveries.creations(delivery.organisationId, deliveries),
    ]);
    if (finished === 'superseded') return null;
    if (finished === 'stale') return undefined;
    recorded?.();
    return deliveries;
  });
}
