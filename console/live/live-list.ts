import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Answer, dataOf } from '../../sdk/index.ts';
import { type ListMeta, type ListPage, type ListView, listView } from './list-view.ts';
import { POLL_MS } from './retry.ts';

interface LiveListOptions<T> {
  /** Names the list and everything that selects its rows: filters, page, page size. */
  readonly key: readonly unknown[];
  readonly load: (signal: AbortSignal) => Promise<Answer<ListPage<T>>>;
  /** True while a change of the rows would disturb the user: an item is selected or open. */
  readonly isReading: boolean;
}

export interface LiveList<T> extends ListView<T> {
  readonly isLoading: boolean;
  /** True while the rows are those of the page before. */
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
  const { key, load, isReading } = options;
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => dataOf(await load(signal)),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });
  const name = JSON.stringify(key);
  const [kept, setKept] = useState<{ name: string; page: ListPage<T> }>();
  const isScrolled = useScrolled();
  const isStill = isReading || isScrolled;
  const latest = query.isPlaceholderData ? undefined : query.data;

  useEffect(() => {
    if (latest === undefined) return;
    setKept((now) => (isStill && now?.name === name ? now : { name, page: latest }));
  }, [latest, isStill, name]);

  const shown = isStill && kept?.name === name ? kept.page : undefined;
  const view = query.data === undefined ? { rows: [], total: 0, added: 0 } : listView(shown, query.data);
  return {
    ...view,
    isLoading: query.data === undefined && query.failureReason === null && query.error === null,
    isTurning: query.isPlaceholderData,
    meta: query.data?.meta,
    error: query.error ?? query.failureReason,
    retry: () => void query.refetch({ cancelRefetch: true }),
    showAdded: () => {
      if (query.data !== undefined) setKept({ name, page: query.data });
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
