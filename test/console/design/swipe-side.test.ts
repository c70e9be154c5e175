import { describe, expect, it } from '@jest/globals';
import { swipeOf } from '../../../console/design/swipe-side.ts';

const PHONE = 390;
const from = { x: 200, y: 400, at: 1000 };
const to = (x: number, y = 0, after = 200) => ({ x: from.x + x, y: from.y + y, at: from.at + after });

describe('swipeOf', () => {
  it('tells to which side a finger swiped', () => {
    expect(swipeOf(from, to(-120), PHONE)).toBe('left');
    expect(swipeOf(from, to(120), PHONE)).toBe('right');
    expect(swipeOf(from, to(-120, 59), PHONE)).toBe('left');
  });

  it.each([
    ['taps with an unsteady hand', to(-20)],
    ['scrolls', to(-70, 300)],
    ['moves as much up as to the side', to(-120, -100)],
    ['moves slowly, as a finger that selects text', to(-120, 0, 900)],
  ])('tells no side when a finger %s', (_what, end) => {
    expect(swipeOf(from, end, PHONE)).toBeUndefined();
  });

  it('leaves the edges of the screen to the browser', () => {
    expect(swipeOf({ ...from, x: 10 }, to(120), PHONE)).toBeUndefined();
    expect(swipeOf({ ...from, x: 385 }, to(-120), PHONE)).toBeUndefined();
  });
});
