import type { FunctionSpec } from '../../local/aws/template-functions.ts';

/** In a scarce stack, the functions of pipelines run only so many times at once. */
const MOST_AT_ONCE = 4;
/** In a scarce stack, the watcher defers all matches of a block but one, and few are recorded in an hour. */
const BUDGETS = { RECORDS_PER_BLOCK: '1', RECORDS_AT_ONCE: '1', RECORDS_PER_HOUR: '4' };
/**
 * The plan lets time-outs pass. The timers must not: on a busy machine all functions of the process are slow together,
 * and instances that end and load again make them slower.
 */
const PATIENCE = 10;

/** Changes the functions of the template for a tortured stack. */
export const changedFunction =
  (scarce: boolean) =>
  (spec: FunctionSpec): FunctionSpec => {
    const patient = { ...spec, timeoutMs: spec.timeoutMs * PATIENCE };
    if (!scarce) return patient;
    const { concurrency, environment } = spec;
    return {
      ...patient,
      // A function without reserved concurrency serves the API, whose callers expect answers.
      concurrency: Number.isFinite(concurrency) ? Math.min(concurrency, MOST_AT_ONCE) : concurrency,
      environment: 'RECORDS_PER_BLOCK' in environment ? { ...environment, ...BUDGETS } : environment,
    };
  };
