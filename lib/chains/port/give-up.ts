import { ChainUnavailableError } from './chain-unavailable.ts';

/**
 * A request that fails for so long is given up. Some nodes cannot answer about some transactions or old states at all,
 * and these must not stop the chain.
 */
const GIVE_UP_MS = 120_000;

/** Runs requests that a caller repeats while they fail. */
export type Patience = <T>(
  key: string,
  signal: AbortSignal,
  request: () => Promise<T>,
  givenUp: (error: ChainUnavailableError) => T | Promise<T>,
) => Promise<T>;

/**
 * Passes the failures of a request on to the caller, until the request with the same key has failed for two minutes.
 * Then `givenUp` states the result.
 */
export function patience(now: () => number = () => performance.now()): Patience {
  const failingSince = new Map<string, number>();
  return async (key, signal, request, givenUp) => {
    try {
      const answer = await request();
      failingSince.delete(key);
      return answer;
    } catch (error) {
      if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
      const since = failingSince.get(key) ?? now();
      failingSince.set(key, since);
      if (now() - since < GIVE_UP_MS) throw error;
      failingSince.delete(key);
      return givenUp(error);
    }
  };
}
