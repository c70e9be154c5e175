import { describe, expect, it } from '@jest/globals';
import { deciding, EMPTY, type Match } from '../../../lib/alerts/backtests/checkpoint.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { uuid } from '../../support/records.ts';

const START = new Date('2026-03-01T12:00:00.000Z');
const HOUR = { cooldownMinutes: 60 };
const none = { matched: 0, wouldFire: 0, wouldSuppress: { cooldown: 0, muted: 0 }, firedPerDay: [0, 0] };

const match = (n: number, more: Partial<Match> = {}): Match => ({
  id: uuid(n),
  at: plusSeconds(START, n).toISOString(),
  day: 0,
  scope: 'SOLICITED#RULE',
  usd: '100',
  ...more,
});

describe('the checkpoint of a backtest', () => {
  it('decides matches in the order in which their records were written', () => {
    const decisions = deciding(HOUR, EMPTY, none);
    decisions.add(match(10, { usd: '5000' }));
    decisions.add(match(0));
    decisions.end();
    expect(decisions.shown().fired).toEqual([uuid(10), uuid(0)]);
    expect(decisions.result()).toMatchObject({ wouldFire: 2, wouldSuppress: { cooldown: 0, muted: 0 } });
  });

  it('goes on from what it stored as if it had never stopped', () => {
    const matches = Array.from({ length: 600 }, (_, n) => match(n * 20, { scope: `SOLICITED#${uuid(n % 3)}` }));
    const whole = deciding(HOUR, EMPTY, none);
    for (const each of matches) whole.add(each);
    whole.end();
    let stored = { ...none, checkpoint: JSON.stringify(EMPTY) };
    for (const each of matches) {
      const { checkpoint, ...counts } = stored;
      const part = deciding(HOUR, JSON.parse(checkpoint), counts);
      part.add(each);
      part.settle();
      stored = part.result();
    }
    const last = deciding(HOUR, JSON.parse(stored.checkpoint), stored);
    last.end();
    expect(last.result()).toEqual(whole.result());
    expect(last.result().wouldFire).toBeGreaterThan(3);
  });

  it('forgets cooldowns that are over, and says when too many run at once', () => {
    const decisions = deciding(HOUR, EMPTY, none);
    for (let n = 0; n <= 1000; n++) decisions.add(match(n, { scope: `SOLICITED#${uuid(n)}` }));
    decisions.end();
    expect(decisions.isTooLarge()).toBe(true);
    decisions.add(match(7200));
    decisions.end();
    expect(decisions.isTooLarge()).toBe(false);
  });

  it('keeps the near misses of the largest value, the largest first', () => {
    const decisions = deciding(HOUR, EMPTY, none);
    for (let n = 0; n < 30; n++) if (decisions.isNear(String(n % 25))) decisions.addNear(uuid(n), String(n % 25));
    expect(decisions.shown().near).toHaveLength(20);
    expect(decisions.shown().near.slice(0, 2)).toEqual([uuid(24), uuid(23)]);
    expect([decisions.isNear('5'), decisions.isNear('6')]).toEqual([false, true]);
  });

  it('stays below 300 KB when all that it may keep is kept', () => {
    const usd = '123456789.123456789012345678';
    const decisions = deciding({ cooldownMinutes: 1440 }, EMPTY, none);
    for (let n = 0; n < 1500; n++) decisions.add(match(n, { scope: `UNSOLICITED#${uuid(n)}`, usd }));
    decisions.settle();
    for (let n = 0; n < 20; n++) decisions.addNear(uuid(n), usd);
    expect(decisions.isTooLarge()).toBe(false);
    expect(decisions.result().checkpoint.length).toBeLessThan(300_000);
  });
});
