import type { components } from './api-types.ts';
import { secondsIn } from './retry-after.ts';

/** The body of an error (RFC 9457). `errors` names the fields of a refused request. */
export type Problem = components['schemas']['Problem'];

/** An answer that is no success. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  /** Names the request in the logs of the service; null when the answer came from another server. */
  readonly requestId: string | null;
  /** Null when the body is no problem, for example that of a proxy. */
  readonly problem: Problem | null;
  /** The seconds after which the service wants the request again; null when the answer names none. */
  readonly retryAfter: number | null;

  constructor(response: Response, body: unknown) {
    const problem = isProblem(body) ? body : null;
    super(problem?.detail ?? `The service answered ${response.status}.`);
    this.status = response.status;
    this.requestId = response.headers.get('x-request-id') ?? problem?.requestId ?? null;
    this.problem = problem;
    this.retryAfter = secondsIn(response.headers.get('retry-after')) ?? null;
  }
}

const isProblem = (body: unknown): body is Problem => {
  const { code, detail, status } = Object(body);
  return typeof code === 'string' && typeof detail === 'string' && typeof status === 'number';
};

/** What a call of the client resolves to. */
export interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of an answer. @throws ProblemError for an answer that is no success, and for a success without a body. */
export function dataOf<T>({ data, error, response }: Answer<T>): T {
  if (response.ok && data !== undefined) return data;
  throw new ProblemError(response, error);
}

/** Checks an answer whose body does not matter. @throws ProblemError for an answer that is no success. */
export function checkDone({ error, response }: Answer<unknown>): void {
  if (!response.ok) throw new ProblemError(response, error);
}
