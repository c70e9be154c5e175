import { log } from '../../platform/log.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { type EvaluationDeps, evaluateTransaction, type Seen } from './evaluate-transaction.ts';
import type { EvaluationBudget } from './evaluation-budget.ts';
import type { EvaluationMessage, EvaluationQueue } from './evaluation-queue.ts';

/** An evaluation that an invocation received. */
export interface Received {
  readonly deps: EvaluationDeps;
  readonly organisationId: OrganisationId;
  readonly transactionId: string;
  readonly seen?: Seen;
}

/**
 * Evaluates transactions of an organisation, one after the other, while the budget lasts. Hands the rest over to the
 * queue of pending evaluations, in its order. The rest begins with the evaluation that the budget did not suffice for.
 * The outbox entries stay, so that handover finds the rest if a message gets lost.
 * @param records the records of the invocation, of one organisation.
 * @param received reads a record. The record fails when this throws.
 * @param fail takes the records that failed. They must be delivered again.
 */
export async function evaluateWithinBudget<R>(
  { evaluations, budget }: { readonly evaluations: EvaluationQueue; readonly budget: EvaluationBudget },
  records: readonly R[],
  received: (record: R) => Received,
  fail: (record: R, error: unknown) => void,
): Promise<void> {
  const left = new Map<R, EvaluationMessage>();
  for (const record of records) {
    try {
      const { deps, organisationId, transactionId, seen } = received(record);
      const isDone =
        left.size === 0 &&
        !budget.isUsedUp() &&
        (await evaluateTransaction(deps, organisationId, transactionId, seen, budget));
      if (!isDone) left.set(record, { organisationId, transactionId });
    } catch (error) {
      fail(record, error);
    }
  }
  if (left.size === 0) return;
  try {
    await evaluations.send([...left.values()]);
    log.info('evaluation.handed_over', { organisation: left.values().next().value?.organisationId, count: left.size });
    // The organisation stays out of the stream about as long as its rest waits in the queue.
    budget.spend(left.size);
  } catch (error) {
    for (const record of left.keys()) fail(record, error);
  }
}
