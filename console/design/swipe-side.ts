/** A shorter way is a tap of an unsteady hand. */
const SHORTEST_PX = 60;
/** A slower finger reads or selects. */
const LONGEST_MS = 800;
/** The edges of the screen belong to the browser, which goes back and forward there. */
const EDGE_PX = 24;

/** A place and a time of a finger. */
export interface Touch {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/** To which side a finger swiped, if it did: fast, far, and more to the side than up or down. */
export function swipeOf(from: Touch, to: Touch, width: number): 'left' | 'right' | undefined {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const beginsAtEdge = from.x < EDGE_PX || from.x > width - EDGE_PX;
  if (beginsAtEdge || to.at - from.at > LONGEST_MS) return undefined;
  if (Math.abs(x) < SHORTEST_PX || Math.abs(x) < 2 * Math.abs(y)) return undefined;
  return x < 0 ? 'left' : 'right';
}
