import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { ProblemError } from '../../sdk/problem.ts';

/*
 * When the service does not answer, every part of a page has the same problem. The first part shows it whole, with one
 * button that reads all parts again.
 */

type Retry = () => void;

/** The parts of the page that cannot be read now, in the order in which they appeared. */
const parts = new Map<string, { readonly current: Retry }>();
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const firstPart = (): string | undefined => parts.keys().next().value;

/** Whether nobody answered. A 502 is the fault of a node of a chain, so it concerns one part alone. */
const isOutage = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof ProblemError && error.status >= 500 && error.status !== 502);

/**
 * What a part of the page shows of its error, when it can be read again.
 * @returns null when the error concerns this part alone; otherwise whether the part shows the problem of all, and what
 *   reads all of them again.
 */
export function useOutage(error: unknown, retry: Retry | undefined) {
  const id = useId();
  const own = useRef<Retry>(() => {});
  own.current = retry ?? own.current;
  const isPart = retry !== undefined && isOutage(error);
  useEffect(() => {
    if (!isPart) return;
    parts.set(id, own);
    changed();
    return () => {
      parts.delete(id);
      changed();
    };
  }, [id, isPart]);
  const first = useSyncExternalStore(subscribe, firstPart);
  if (!isPart) return null;
  return {
    isFirst: first === id,
    retryAll: () => {
      for (const { current } of [...parts.values()]) current();
    },
  };
}
