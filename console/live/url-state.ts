import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

/** Changes of the address: null or an empty text removes a parameter. */
export type UrlChanges = Readonly<Record<string, string | null | undefined>>;

/**
 * The parameters of the address. They hold every filter, page and open item, so that a link shows a colleague the
 * same. A change of anything but the page leads back to the first page.
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
