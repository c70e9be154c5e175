import { AnswerTooLargeError, ChainUnavailableError } from './chain-unavailable.ts';

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

interface PatienceOptions {
  /** By default two minutes. */
  readonly giveUpMs?: number;
  /**
   * Whether the requests share one patience: after one is given up, every other that fails within ten minutes is given
   * up at once. For requests that strangers can make at will, so that they cannot hold up the chain again and again.
   */
  readonly isShared?: boolean;
}

/**
 * Passes the failures of a request on to the caller, until the request with the same key has failed for so long. Then
 * `givenUp` states the result. A caller may also stop trying, for example after a reorganisation. An answer that is too
 * large is given up at once.
 */
export function patience(
  now: () => number = () => performance.now(),
  { giveUpMs = GIVE_UP_MS, isShared = false }: PatienceOptions = {},
): Patience {
  const failing = new Map<string, Failing>();
  let givenUpAt = Number.NEGATIVE_INFINITY;
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
      const isOver = at - since >= giveUpMs;
      const isImpatient = error instanceof AnswerTooLargeError || (isShared && at - givenUpAt < FORGET_MS);
      if (!isOver && !isImpatient) throw error;
      if (isOver) givenUpAt = at;
      failing.delete(key);
      return givenUp(error);
    }
  };
}
