import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { ProblemError } from '../../sdk/problem.ts';

/*
 * When the service does not answer, every part of a page has the same problem. The bar of the page shows it whole, with
 * one button that reads all parts again. On a page without a bar the first part does.
 */

type Retry = () => void;

/** The problem of a part at present, and what reads the part again. */
interface Part {
  readonly current: { readonly error: unknown; readonly retry: Retry };
}

/** The parts of the page that cannot be read now, in the order in which they appeared. */
const parts = new Map<string, Part>();
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};
export const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const firstPart = (): string | undefined => parts.keys().next().value;

const retryAll: Retry = () => {
  for (const { current } of [...parts.values()]) current.retry();
};

/** The problem of all parts; the same object as long as the problem is the same. */
let newest: { readonly error: unknown; readonly retryAll: Retry } | undefined;
export function firstOutage() {
  const error = parts.values().next().value?.current.error;
  if (error === undefined) newest = undefined;
  else if (newest?.error !== error) newest = { error, retryAll };
  return newest;
}

let bars = 0;
/** The bars that show the problem for all parts of a page. */
export const outageBars = {
  /** Counts a bar. Returns what ends it. */
  add: () => {
    bars++;
    changed();
    return () => {
      bars--;
      changed();
    };
  },
  any: (): boolean => bars > 0,
};

/** Whether nobody answered. A 502 is the fault of a node of a chain, so it concerns one part alone. */
const isOutage = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof ProblemError && error.status >= 500 && error.status !== 502);

/**
 * What a part of the page shows of its error, when it can be read again.
 * @returns null when the error concerns this part alone; otherwise whether this part shows the problem of all, whether
 *   a bar does, and what reads all parts again.
 */
export function useOutage(error: unknown, retry: Retry | undefined) {
  const id = useId();
  const own = useRef<Part['current']>({ error, retry: () => {} });
  own.current = { error, retry: retry ?? own.current.retry };
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a bar shows the newest problem
  useEffect(changed, [error]);
  const first = useSyncExternalStore(subscribe, firstPart);
  const hasBar = useSyncExternalStore(subscribe, outageBars.any);
  return isPart ? { isFirst: first === id, hasBar, retryAll } : null;
}
