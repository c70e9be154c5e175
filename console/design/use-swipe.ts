import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** What a swipe to each side does. A side without an action is at its end. */
export interface Swipe {
  readonly left: (() => void) | undefined;
  readonly right: (() => void) | undefined;
}

/** A shorter way is a tap of an unsteady hand. */
const SHORTEST_PX = 60;
/** A slower finger reads or selects. */
const LONGEST_MS = 800;
/** The edges of the screen belong to the browser, which goes back and forward there. */
const EDGE_PX = 24;
const FADE_MS = 150;

/** A place and a time of a finger. */
export interface Touch {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/** To which side a finger swiped, if it did: fast, far, and more to the side than up or down. */
export function swipeOf(from: Touch, to: Touch, width: number): keyof Swipe | undefined {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const beginsAtEdge = from.x < EDGE_PX || from.x > width - EDGE_PX;
  if (beginsAtEdge || to.at - from.at > LONGEST_MS) return undefined;
  if (Math.abs(x) < SHORTEST_PX || Math.abs(x) < 2 * Math.abs(y)) return undefined;
  return x < 0 ? 'left' : 'right';
}

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
