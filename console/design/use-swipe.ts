import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { swipeOf, type Touch } from './swipe-side.ts';

/** What a swipe to each side does. A side without an action is at its end. */
export interface Swipe {
  readonly left: (() => void) | undefined;
  readonly right: (() => void) | undefined;
}

const FADE_MS = 150;

/**
 * Lets a finger swipe over an element. The browser keeps what else a finger does: when it scrolls, or moves a table
 * sideways, it cancels the pointer, and a swipe that leaves text selected was a selection.
 */
export function useSwipe(place: RefObject<HTMLElement | null>, swipe: Swipe | undefined): void {
  const latest = useRef(swipe);
  useLayoutEffect(() => {
    latest.current = swipe;
  });
  const isOn = swipe !== undefined;
  useEffect(() => {
    const element = place.current;
    if (!isOn || element === null) return;
    let from: Touch | undefined;
    const down = (event: PointerEvent) => {
      // A second finger zooms.
      from = event.pointerType === 'touch' && event.isPrimary ? touchOf(event) : undefined;
    };
    const cancel = () => {
      from = undefined;
    };
    const up = (event: PointerEvent) => {
      const side = from === undefined ? undefined : swipeOf(from, touchOf(event), window.innerWidth);
      from = undefined;
      const act = side === undefined ? undefined : latest.current?.[side];
      if (act === undefined || document.getSelection()?.isCollapsed === false) return;
      act();
      // Without a sign of the change the next alert of the same rule looks like the alert before.
      if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      element.animate([{ opacity: 0 }, { opacity: 1 }], FADE_MS);
    };
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', cancel);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', cancel);
    };
  }, [place, isOn]);
}

const touchOf = ({ clientX, clientY, timeStamp }: PointerEvent): Touch => ({ x: clientX, y: clientY, at: timeStamp });
