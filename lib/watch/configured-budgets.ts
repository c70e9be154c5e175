import { env } from '../platform/env.ts';
import type { Budgets } from './touches.ts';

/** The budgets of this stage. */
export function configuredBudgets(): Budgets {
  const { RECORDS_PER_BLOCK: perBlock, RECORDS_AT_ONCE: atOnce, RECORDS_PER_HOUR: perHour } = env.budgets();
  return { perBlock, atOnce, perHour };
}
