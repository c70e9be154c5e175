import type { Table } from '../../platform/table/table.ts';
import { type Check, tryTransact, type Write } from '../../platform/table/write.ts';
import type { Mutex } from '../../values/mutex.ts';
import type { EvaluationBudget } from './evaluation-budget.ts';
import { whyRefused } from './suppress.ts';

/** Changes the state that a rule judges, without a match. */
export type MoveLevel = (level: readonly Write[]) => Promise<'moved' | 'orphaned' | 'level changed' | 'over budget'>;

/**
 * Changes states for one evaluation, one after the other and not beside a decision, because each change checks the
 * outbox entry. Stops when the budget of the organisation is used up, but changes at least one, so that each run makes
 * progress.
 * @param pending holds while the inclusion is to be evaluated.
 */
export function levelMover(
  { table }: { readonly table: Table },
  pending: Check,
  budget: Pick<EvaluationBudget, 'spend' | 'isUsedUp'>,
  alone: Mutex,
): MoveLevel {
  let moves = 0;
  return (level) =>
    alone(async () => {
      if (moves > 0 && budget.isUsedUp()) return 'over budget';
      moves += 1;
      budget.spend(1);
      const refusal = await tryTransact(table, { pending, level });
      if (refusal === null) return 'moved';
      const why = whyRefused(refusal);
      if (why === undefined) throw refusal;
      return why;
    });
}
