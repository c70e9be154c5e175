import { useLayoutEffect, useRef } from 'react';

/** What keys do, by the character that they type, or `escape`. */
export type Keys = Readonly<Record<string, () => void>>;

/** Where keys write, or have a meaning of their own. */
const TYPING =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=listbox], [role=menu]';

/** The keys that move through a list. */
const MOVING = ['j', 'k'];

/**
 * Single keys for what users do again and again on a page. Keys with Ctrl, Alt or Meta are left to the browser, and all
 * keys to the field or dialog that has the focus.
 */
export function useKeys(keys: Keys): void {
  // Layout effects run before the browser paints, so a key acts on the rows that the user sees.
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey, target } = event;
      if (ctrlKey || altKey || metaKey || event.defaultPrevented) return;
      // A held key moves on and on, but changes nothing more than once.
      if (event.repeat && !MOVING.includes(key)) return;
      if (target instanceof Element && target.closest(TYPING) !== null) return;
      // A dialog without the focus still stands in front of the page.
      if ([...document.querySelectorAll('[role=dialog]')].some((dialog) => dialog.checkVisibility())) return;
      const name = key === 'Escape' ? 'escape' : key;
      const act = Object.hasOwn(latest.current, name) ? latest.current[name] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
