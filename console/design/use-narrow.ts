import { useSyncExternalStore } from 'react';

/** A window in which a table has no room: a telephone held upright. */
const narrow = window.matchMedia('(max-width: 688px)');
/** A window in which a table has no room for what another column says too: a small laptop, and anything smaller. */
const tight = window.matchMedia('(max-width: 1399px)');

/** A window in which a table has no room for what the detail of a row has too: a tablet. */
const small = window.matchMedia('(min-width: 689px) and (max-width: 1199px)');

/** Whether the window is as narrow as a telephone. */
export const useNarrow = (): boolean => useMatch(narrow);

/** Whether the window is no wider than a small laptop. */
export const useTight = (): boolean => useMatch(tight);

/** Whether the window is as wide as a tablet. A telephone shows cards, which have room. */
export const useSmall = (): boolean => useMatch(small);

const useMatch = (query: MediaQueryList): boolean =>
  useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => query.matches,
  );
