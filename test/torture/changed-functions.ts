import type { FunctionSpec } from '../../local/aws/template-functions.ts';

/** In a scarce stack, the functions of pipelines run only so many times at once. */
const MOST_AT_ONCE = 4;
/** The records of an organisation in an hour, in a scarce stack. */
export const SCARCE_RECORDS_PER_HOUR = 4;
/** In a scarce stack, the watcher defers all matches of a block but one, and few are recorded in an hour. */
const BUDGETS = { RECORDS_PER_BLOCK: '1', RECORDS_AT_ONCE: '1', RECORDS_PER_HOUR: String(SCARCE_RECORDS_PER_HOUR) };

/** The plan lets time-outs pass, so the timers need not. */
const PATIENCE = 10;

/** Changes the functions of the template for a tortured stack. */
export const changedFunction =
  (scarce: boolean) =>
  (spec: FunctionSpec): FunctionSpec => {
    const { concurrency, environment, timeoutMs } = spec;
    const patient = { ...spec, timeoutMs: timeoutMs * PATIENCE };
    if (!scarce) return patient;
    return {
      ...patient,
      // A function without reserved concurrency serves the API, whose callers expect answers.
      concurrency: Number.isFinite(concurrency) ? Math.min(concurrency, MOST_AT_ONCE) : concurrency,
      environment: 'RECORDS_PER_BLOCK' in environment ? { ...environment, ...BUDGETS } : environment,
    };
  };
