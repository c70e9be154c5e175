import { describe, expect, it } from '@jest/globals';
import { EventWindow } from '../../../cli/commands/event-window.ts';

const at = (minute: number, id = `e${minute}`) => ({
  id,
  firedAt: `2026-03-01T00:${String(minute).padStart(2, '0')}:00.000Z`,
});

describe('EventWindow', () => {
  it('asks for everything before the first event, and then from five minutes before the newest', () => {
    const window = new EventWindow();
    expect(window.from).toBeUndefined();
    window.fresh([at(10), at(8)]);
    expect(window.from).toBe(at(5).firedAt);
  });

  it('names each event once, also an event that appears late', () => {
    const window = new EventWindow();
    expect(window.fresh([at(10), at(11)])).toEqual([at(10), at(11)]);
    expect(window.fresh([at(9), at(10), at(11), at(12)])).toEqual([at(9), at(12)]);
    expect(window.fresh([at(9), at(10), at(11), at(12)])).toEqual([]);
  });

  it('asks for nothing before the given instant, in any spelling', () => {
    const window = new EventWindow('2026-03-01T01:09:00+01:00');
    expect(window.from).toBe('2026-03-01T01:09:00+01:00');
    window.fresh([at(10)]);
    expect(window.from).toBe('2026-03-01T01:09:00+01:00');
    expect(window.fresh([at(10), at(20)])).toEqual([at(20)]);
    expect(window.from).toBe(at(15).firedAt);
  });
});
