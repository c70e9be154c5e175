import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { keepSettings, keptSettings } from './table-settings.ts';

/** Changes of the address: null or an empty text removes a parameter. */
export type UrlChanges = Readonly<Record<string, string | null | undefined>>;

/**
 * The parameters of the address. They hold every filter, page and open item, so that a link shows a colleague the
 * same. A change of a filter, of the order or of the columns leads back to the first page, and takes the place of the
 * address before. A change with `isFilter` false keeps the page, and the browser can go back. The size of a page and
 * the columns stay on the device: an address without them has those that the user chose last.
 */
export function useUrlState() {
  const [search, setSearch] = useSearchParams();
  const [path] = useLocation();
  const params: Readonly<Record<string, string>> = useMemo(
    () => ({ ...keptSettings(localStorage, path), ...Object.fromEntries(search) }),
    [search, path],
  );
  const change = useCallback(
    (changes: UrlChanges, isFilter = true) => {
      keepSettings(localStorage, path, changes);
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (isFilter) next.delete('page');
          for (const [name, value] of Object.entries(changes)) {
            if (value === null || value === undefined || value === '') next.delete(name);
            else next.set(name, value);
          }
          // A page number means the same rows only with the size of the page.
          const size = keptSettings(localStorage, path).pageSize;
          if (next.has('page') && !next.has('pageSize') && size !== undefined) next.set('pageSize', size);
          return next;
        },
        { replace: isFilter },
      );
    },
    [setSearch, path],
  );
  return { params, change };
}
