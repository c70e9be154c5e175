import { type Answer, dataOf } from '../../sdk/problem.ts';
import { useRead } from './read.ts';
import { POLL_MS, pauseAfter } from './retry.ts';

interface LiveItemOptions<T> {
  readonly key: readonly unknown[];
  readonly load: (signal: AbortSignal) => Promise<Answer<T>>;
  /** False for what changes only when the user changes it. Default: true. */
  readonly isLive?: boolean;
  /** The pause between two reads, in milliseconds, for what changes slowly. Default: that of the lists. */
  readonly pauseMs?: number;
  /** False waits: there is nothing to ask yet. Default: true. */
  readonly isAsked?: boolean;
}

/** An answer of the API that is read again every few seconds while the tab is visible. */
export function useLiveItem<T>({ key, load, isLive = true, pauseMs = POLL_MS, isAsked = true }: LiveItemOptions<T>) {
  const { data, error, retry } = useRead({
    queryKey: key,
    queryFn: async ({ signal }) => dataOf(await load(signal)),
    refetchInterval: ({ state }) => isLive && pauseAfter(state.error, pauseMs),
    enabled: isAsked,
  });
  return { item: data, error, retry };
}
