import { useEffect, useRef } from 'react';

/** Scrolls to the first field that is marked as wrong, and gives the field the focus. */
export function focusOnInvalid(form: Element | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  // The focus alone would scroll the field below the header of the page.
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

/**
 * After each refusal, leads to the first wrong field: a long form would hide the field above its button.
 * @param refusals the errors of the requests of the form; null when there is none.
 * @returns the ref for the element that contains the fields.
 */
export function useFocusOnInvalid<E extends HTMLElement>(...refusals: readonly [unknown, unknown?, unknown?]) {
  const place = useRef<E>(null);
  const [first, second, third] = refusals;
  useEffect(() => {
    if ((first ?? second ?? third ?? null) !== null) focusOnInvalid(place.current);
  }, [first, second, third]);
  return place;
}
