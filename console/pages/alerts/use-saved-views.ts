import { useSyncExternalStore } from 'react';
import { useSession } from '../../session/session-context.ts';
import { type SavedView, viewsIn } from './saved-views.ts';

/**
 * The views that a person saved on this device for the organisation: the wallets and rules of another organisation mean
 * nothing here. Other tabs follow.
 * @param names the filters of the list.
 */
export function useSavedViews(names: readonly string[]) {
  const { me } = useSession();
  const key = `alert views ${me.organisation.id}`;
  const text = useSyncExternalStore(follow, () => localStorage.getItem(key));
  const views = viewsIn(text, names);
  const keep = (changed: readonly SavedView[]) => {
    localStorage.setItem(key, JSON.stringify(changed));
    // The browser tells only the other tabs.
    dispatchEvent(new Event('storage'));
  };
  return {
    views,
    save: (view: SavedView) => keep([...views, view]),
    remove: (removed: string) => keep(views.filter(({ name }) => name !== removed)),
  };
}

const follow = (changed: () => void) => {
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
};
