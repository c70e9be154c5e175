import type { QueryClient } from '@tanstack/react-query';
import { ProblemError } from '../../sdk/problem.ts';

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

/**
 * The pause before the next read, in milliseconds. After a refusal there is none: the same request would be refused
 * again, so the page waits for the user.
 * @param error that of the last read; null when it succeeded.
 */
export const pauseAfter = (error: unknown, pauseMs: number): number | false =>
  error === null || isPassing(error) ? pauseMs : false;

/**
 * Reads an answer again, at once. A read that waits for its next try ends first: without an answer so far, TanStack
 * Query would keep to the pause of that read.
 */
export async function readAgain(queries: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  await queries.cancelQueries({ queryKey, exact: true });
  await queries.refetchQueries({ queryKey, exact: true });
}
