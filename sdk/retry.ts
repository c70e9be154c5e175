import { secondsIn } from './retry-after.ts';

/** How often a request is repeated. */
const MOST_RETRIES = 3;
/** The longest wait for one request, over all repetitions. */
const MOST_SECONDS = 30;

type Fetch = (request: Request) => Promise<Response>;

/**
 * Repeats a GET, or a request with an `Idempotency-Key`, that the service answers with 429 or 503: after the seconds of
 * `Retry-After`, or after 1, 2 and 4 seconds without this header. Repeats at most three times and waits at most 30
 * seconds. Other requests change something, so the caller decides about them.
 */
export function retrying(fetch: Fetch, wait: (ms: number) => Promise<void>): Fetch {
  return async (request) => {
    let waited = 0;
    for (let n = 0; ; n++) {
      const response = await fetch(request.clone());
      const mayRepeat = request.method === 'GET' || request.headers.has('idempotency-key');
      if (!mayRepeat || (response.status !== 429 && response.status !== 503)) return response;
      const seconds = secondsIn(response.headers.get('retry-after')) ?? 2 ** n;
      if (n === MOST_RETRIES || waited + seconds > MOST_SECONDS) return response;
      waited += seconds;
      await response.body?.cancel();
      await wait(seconds * 1000);
    }
  };
}
