import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plusSeconds } from '../../lib/values/time.ts';
import { MOST_PREVIOUS, rotated, stillSigning } from '../../lib/webhooks/rotation.ts';
import type { StoredWebhook } from '../../lib/webhooks/schema.ts';

const DAY = 24 * 3600;
const START = new Date('2026-03-01T12:00:00.000Z');
const instant = (seconds: number): Date => plusSeconds(START, seconds);

type Secrets = Pick<StoredWebhook, 'sealedSecret' | 'previousSecrets'>;
const signing = ({ sealedSecret, previousSecrets }: Secrets, at: Date): string[] => [
  sealedSecret,
  ...stillSigning(previousSecrets, at).map(({ sealed }) => sealed),
];

/** The secrets after rotations at these seconds; the nth rotation replaces the secret `n` by the next. */
const afterRotations = (times: readonly number[]): Secrets =>
  times.reduce<Secrets>((secrets, time, n) => rotated(secrets, `${n + 1}`, instant(time)), {
    sealedSecret: '0',
    previousSecrets: [],
  });

/** The seconds between rotations, from zero to more than a day. */
const gaps = fc.array(fc.integer({ min: 0, max: 30 * 3600 }), { maxLength: 20 });
const timesOf = (between: readonly number[]): number[] => {
  let time = 0;
  return between.map((gap) => {
    time += gap;
    return time;
  });
};

describe('rotations of a secret', () => {
  it('let each replaced secret sign for 24 hours, and at most the last five secrets', () => {
    fc.assert(
      fc.property(gaps, fc.nat({ max: 2 * DAY }), (between, later) => {
        const times = timesOf(between);
        const now = (times.at(-1) ?? 0) + later;
        const alive = times.flatMap((time, n) => (now < time + DAY ? [`${n}`] : [])).slice(-MOST_PREVIOUS);
        expect(signing(afterRotations(times), instant(now))).toEqual([`${times.length}`, ...alive.reverse()]);
      }),
    );
  });

  it('do not shorten the 24 hours of the secret that receivers have when the caller repeats the rotation', () => {
    const secrets = afterRotations([0, 5, 10]);
    expect(signing(secrets, instant(DAY - 1))).toContain('0');
    expect(signing(secrets, instant(DAY))).toEqual(['3', '2', '1']);
  });

  it('remove a secret whose 24 hours are over', () => {
    expect(afterRotations([0, DAY]).previousSecrets.map(({ sealed }) => sealed)).toEqual(['1']);
  });
});
