import { ProblemError } from '../../sdk/problem.ts';

/** What a user reads about an error. No part of it comes from the request, so it never shows the key. */
export interface ProblemText {
  readonly heading: string;
  readonly detail: string;
  readonly requestId: string | null;
}

const HEADINGS: Readonly<Record<number, string>> = {
  403: 'Your scope does not allow this',
  404: 'Not found',
  409: 'The present state does not allow this',
  413: 'Too large',
  429: 'Too many requests',
  502: 'The chain does not answer',
  503: 'The service is busy',
};

const ADVICE: Readonly<Record<number, string>> = {
  403: 'Ask an administrator of your organisation for a wider scope.',
  404: 'It may be deleted, or belong to another organisation.',
  409: 'Look at the present state, then decide again.',
  429: 'Try again after the wait.',
  502: 'A node of the chain failed. Try again in a minute; nothing was changed.',
  503: 'Try again in a moment.',
};

/** What to do about an error whose status alone does not say it. */
const ADVICE_BY_CODE: Readonly<Record<string, string>> = {
  export_too_large: 'Narrow the filter, or use an export job.',
  payload_too_large: 'Shorten what you wrote, then send it again.',
};

/** The heading, the detail of the service, and what the user can do. */
export function problemText(error: unknown): ProblemText {
  // `fetch` throws a TypeError when no answer comes.
  if (error instanceof TypeError) {
    const detail = 'The service cannot be reached. Check your connection, then try again.';
    return { heading: 'No connection', detail, requestId: null };
  }
  if (!(error instanceof ProblemError)) {
    const detail = 'It does not understand an answer of the service, or has a fault of its own. Load the page again.';
    return { heading: 'The page failed', detail, requestId: null };
  }
  const advice = ADVICE_BY_CODE[error.problem?.code ?? ''] ?? ADVICE[error.status];
  return {
    heading: HEADINGS[error.status] ?? (error.status >= 500 ? 'The service failed' : 'The service refused this'),
    detail: advice === undefined ? error.message : `${error.message} ${advice}`,
    requestId: error.requestId,
  };
}

/** The messages of a refused request by the path of their field, such as `conditions.value_usd.gte`. */
export function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ProblemError)) return new Map();
  const byPath = Map.groupBy(error.problem?.errors ?? [], ({ path }) => path);
  return new Map([...byPath].map(([path, errors]) => [path, errors.map(({ message }) => message).join(' ')]));
}
