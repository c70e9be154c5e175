import { basename } from 'node:path';

/** The alias of a function that is released gradually. Its callers call this alias. */
export const ALIAS = 'live';

/**
 * The functions that are released gradually, by what they handle: every alert, or every request, of which the endpoints
 * below have the most.
 */
const RELEASED = {
  records: ['pipelines/evaluate-rules', 'pipelines/deliver'],
  requests: [
    'pipelines/authorize',
    'transactions/list-transactions',
    'transactions/import-transaction',
    'events/list-events',
  ],
} as const;

const everyReleased: readonly string[] = [...RELEASED.records, ...RELEASED.requests];

/** The names of the released functions, without the prefix of the stage. */
export const releasedNames: readonly string[] = everyReleased.map((handler) => basename(handler));

export const isReleased = (handler: string): boolean => everyReleased.includes(handler);

/** Whether a released function gets batches of records, which come again when they fail. */
export const takesRecords = (name: string): boolean => RELEASED.records.some((handler) => basename(handler) === name);

/** What callers of a handler name: its alias if it is released gradually, otherwise the function. */
export const calledName = (handler: string, functionName: string): string =>
  isReleased(handler) ? `${functionName}:${ALIAS}` : functionName;
