import { ProblemError } from '../../sdk/index.ts';

/** The pause between two looks at a list, in milliseconds. New items must show within five seconds. */
export const POLL_MS = 3500;
const LONGEST_MS = 60_000;

/** Whether the same request may succeed later. 4xx answers stay as they are, except 408 and 429. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof ProblemError) || error.status >= 500 || error.status === 408 || error.status === 429;

/** The page shows the error meanwhile, so a query may try until it succeeds. */
export const shouldRetry = (_failures: number, error: unknown): boolean => isPassing(error);

/** Waits what the service asks for, otherwise 3.5, 7, 14 … seconds, at most a minute. */
export const retryDelay = (failures: number, error: unknown): number =>
  error instanceof ProblemError && error.retryAfter !== null
    ? error.retryAfter * 1000
    : Math.min(POLL_MS * 2 ** failures, LONGEST_MS);
