import { useEffect, useState } from 'react';
import { type Answer, dataOf } from '../../sdk/index.ts';
import { areOfOneList, beginsWithNewest } from './list-key.ts';
import { type ListMeta, type ListPage, type ListView, listView } from './list-view.ts';
import { useRead } from './read.ts';
import { POLL_MS, pauseAfter } from './retry.ts';

interface LiveListOptions<T> {
  /** Names the list and everything that selects its rows: filters, order, page, page size. See list-key.ts. */
  readonly key: readonly unknown[];
  readonly load: (signal: AbortSignal) => Promise<Answer<ListPage<T>>>;
  /** True while a change of the rows would disturb the user: an item is selected, or a dialog is open. */
  readonly isReading?: boolean;
}

export interface LiveList<T> extends ListView<T> {
  readonly isLoading: boolean;
  /** True while the user waits for another page of the list. The rows are those of the page before. */
  readonly isTurning: boolean;
  /** What the API said of the page that it answered last. */
  readonly meta: ListMeta | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly showAdded: () => void;
}

/** The distance from the top of the page, in pixels, from which a user reads rather than watches. */
const SCROLLED = 200;

/**
 * A list that looks for new items every few seconds while the tab is visible. The rows of a user who reads stay;
 * `added` counts what is new.
 */
export function useLiveList<T extends { readonly id: string }>(options: LiveListOptions<T>): LiveList<T> {
  const { key, load, isReading = false } = options;
  const { data, isPlaceholderData, error, retry } = useRead<ListPage<T>>({
    queryKey: key,
    queryFn: async ({ signal }) => dataOf(await load(signal)),
    refetchInterval: ({ state }) => pauseAfter(state.error, POLL_MS),
    // Rows of another filter would pass for those of the new filter.
    placeholderData: (rows, before) => (before !== undefined && areOfOneList(before.queryKey, key) ? rows : undefined),
  });
  const name = JSON.stringify(key);
  const [kept, setKept] = useState<{ name: string; page: ListPage<T> }>();
  const isScrolled = useScrolled();
  const isStill = isReading || isScrolled;
  const keep = (page: ListPage<T>) => setKept({ name, page });

  // In the render, not in an effect: an effect would render every row twice.
  if (!isStill && kept !== undefined) setKept(undefined);
  if (isStill && kept?.name !== name && data !== undefined && !isPlaceholderData) keep(data);

  const shown = isStill && kept?.name === name ? kept.page : undefined;
  const view = data === undefined ? { rows: [], total: 0, added: 0 } : listView(shown, data, beginsWithNewest(key));
  return {
    ...view,
    isLoading: data === undefined && error === null,
    isTurning: isPlaceholderData,
    meta: data?.meta,
    error,
    retry,
    showAdded: () => {
      if (data !== undefined) keep(data);
      window.scrollTo({ top: 0 });
    },
  };
}

function useScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > SCROLLED);
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return isScrolled;
}
