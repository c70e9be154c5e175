import type * as z from 'zod';
import type { StoredTransaction } from '../../../transactions/schema.ts';

/** Why a condition held or not, as `POST /api/alerts/rules/test` shows it. */
export interface Reason {
  condition: string;
  expected: unknown;
  actual: unknown;
  passed: boolean;
}

/** What rules look at: a record, without what a person wrote on it and how it came to be here. */
export type Evaluated = Omit<
  StoredTransaction,
  'notes' | 'tags' | 'source' | 'createdAt' | 'blockHash' | 'reorged' | 'inclusion'
>;

/** Facts that are not in the transaction. */
export interface EvaluationContext {
  /** Stored transactions of the wallet in the window of `windowMinutes` that ends at this one, itself included. */
  readonly recentCount?: number;
}

/** A rule's conditions made ready to be asked of many transactions. */
export interface Compiled {
  reasons(transaction: Evaluated, context: EvaluationContext): Reason[];
  /** Set by rules that need `recentCount`. */
  readonly windowMinutes?: number;
}

/** A rule type: the schema of its conditions, and how they are judged. Registered in types/index.ts. */
export interface RuleTypeDefinition {
  readonly conditions: z.ZodType;
  /** Whether a failed transaction, which moves no value, can match. */
  readonly matchesFailed: boolean;
  compile(conditions: unknown): Compiled;
}

/** Ties a conditions schema to its judge, so that the judge is typed by the schema. */
export function ruleType<S extends z.ZodType>(
  conditions: S,
  compile: (conditions: z.output<S>) => Compiled | Compiled['reasons'],
  { matchesFailed = false }: { matchesFailed?: boolean } = {},
): RuleTypeDefinition {
  return {
    conditions,
    matchesFailed,
    compile: (stored) => {
      const compiled = compile(conditions.parse(stored));
      return typeof compiled === 'function' ? { reasons: compiled } : compiled;
    },
  };
}
