import { ChainUnavailableError } from './chain-unavailable.ts';

/**
 * A request that fails for so long is given up. Some nodes cannot answer about some transactions or old states at all,
 * and these must not stop the chain.
 */
const GIVE_UP_MS = 120_000;
/** A failure after this time without a try is no continuation of the earlier failures. */
const FORGET_MS = 600_000;

/** Runs requests that a caller repeats while they fail. */
export type Patience = <T>(
  key: string,
  signal: AbortSignal,
  request: () => Promise<T>,
  givenUp: (error: ChainUnavailableError) => T | Promise<T>,
) => Promise<T>;

interface Failing {
  readonly since: number;
  readonly last: number;
}

/**
 * Passes the failures of a request on to the caller, until the request with the same key has failed for two minutes.
 * Then `givenUp` states the result. A caller may also stop trying, for example after a reorganisation.
 */
export function patience(now: () => number = () => performance.now()): Patience {
  const failing = new Map<string, Failing>();
  return async (key, signal, request, givenUp) => {
    try {
      const answer = await request();
      failing.delete(key);
      return answer;
    } catch (error) {
      if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
      const at = now();
      for (const [other, { last }] of failing) if (at - last >= FORGET_MS) failing.delete(other);
      const since = failing.get(key)?.since ?? at;
      failing.set(key, { since, last: at });
      if (at - since < GIVE_UP_MS) throw error;
      failing.delete(key);
      return givenUp(error);
    }
  };
}
