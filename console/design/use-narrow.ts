import { useSyncExternalStore } from 'react';

/** A window in which a table has no room: a telephone held upright. */
const narrow = window.matchMedia('(max-width: 688px)');

/** Whether the window is as narrow as a telephone. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      narrow.addEventListener('change', changed);
      return () => narrow.removeEventListener('change', changed);
    },
    () => narrow.matches,
  );
