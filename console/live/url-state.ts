import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

/** Changes of the address: null or an empty text removes a parameter. */
export type UrlChanges = Readonly<Record<string, string | null | undefined>>;

/**
 * The parameters of the address. They hold every filter, page and open item, so that a link shows a colleague the
 * same. A change of a filter, of the order or of the columns leads back to the first page, and takes the place of the
 * address before. A change with `isFilter` false keeps the page, and the browser can go back.
 */
export function useUrlState() {
  const [search, setSearch] = useSearchParams();
  const params: Readonly<Record<string, string>> = useMemo(() => Object.fromEntries(search), [search]);
  const change = useCallback(
    (changes: UrlChanges, isFilter = true) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (isFilter) next.delete('page');
          for (const [name, value] of Object.entries(changes)) {
            if (value === null || value === undefined || value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: isFilter },
      ),
    [setSearch],
  );
  return { params, change };
}
