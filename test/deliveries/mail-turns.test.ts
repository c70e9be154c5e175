import { describe, expect, it } from '@jest/globals';
import type { SendResult } from '../../lib/deliveries/attempt.ts';
import { failed } from '../../lib/deliveries/http-sender.ts';
import { mailsInTurn } from '../../lib/deliveries/mail-turns.ts';
import type { StoredDelivery } from '../../lib/deliveries/schema.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { aDelivery, organisation } from '../support/records.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const DAY = 24 * 3600;
const ago = (seconds: number): string => plusSeconds(NOW, -seconds).toISOString();

const SENT: SendResult = { ...failed(''), ok: true, error: null };
const THROTTLED: SendResult = { ...failed('too many were sent at once'), throttled: true };
const REFUSED: SendResult = failed('its content is not valid');

/** Turns that are so many seconds away, one after the other, and what the mail service answers. */
function mails(away: (number | null)[], answer: SendResult = SENT) {
  const asked: unknown[] = [];
  const sent: string[] = [];
  const turns = {
    take: async (...given: unknown[]) => {
      asked.push(given);
      const next = away.shift();
      if (next === undefined) throw new Error('no turn was to be taken');
      return next;
    },
  };
  const send = mailsInTurn({ turns, now: () => NOW }, async (to) => {
    sent.push(to);
    return answer;
  });
  return { asked, sent, send: (more: Partial<StoredDelivery> = {}) => send('ops@example.com', aDelivery(more)) };
}

/** As it comes when its turn is. */
const atItsTurn = { postponedSince: ago(90), postponedUntil: ago(1) };

describe('a mail', () => {
  it('goes at once when it is its turn', async () => {
    const { send, asked } = mails([0]);
    expect(await send()).toEqual(SENT);
    expect(asked).toEqual([[organisation, DAY]]);
  });

  it('is put off until its turn, in whole seconds and not before', async () => {
    const { send, sent } = mails([69.2]);
    const postponed = { seconds: 70, why: 'mail_rate' };
    expect(await send({ postponedSince: null, postponedUntil: null })).toMatchObject({ unsent: true, postponed });
    expect(sent).toEqual([]);
  });

  it('whose turn has come takes no other', async () => {
    const { send, sent } = mails([]);
    expect(await send(atItsTurn)).toEqual(SENT);
    expect(sent).toEqual(['ops@example.com']);
  });

  it('that has no turn within a day fails, and tells nothing of who gets it', async () => {
    const { send, sent } = mails([null]);
    const result = await send();
    expect(result).toMatchObject({ ok: false, unsent: true, error: expect.stringContaining('More e-mails wait') });
    expect(result.postponed).toBeUndefined();
    expect(sent).toEqual([]);
  });

  it('that is refused for itself is not put off', async () => {
    expect(await mails([0], REFUSED).send()).toEqual(REFUSED);
  });
});

describe('a mail that the mail service has no room for', () => {
  it('is put off for a minute or two, with a turn of its own', async () => {
    const { send, asked } = mails([0, 3], THROTTLED);
    expect(await send()).toMatchObject({ unsent: true, postponed: { why: 'mail_service' } });
    expect(asked).toHaveLength(2);
  });

  it('comes back at another second than others', async () => {
    const seconds = new Set<number | undefined>();
    for (let n = 0; n < 600; n++) {
      const id = `${(n * 97).toString(16).padStart(4, '0')}0000-0000-4000-8000-000000000000`;
      seconds.add((await mails([0], THROTTLED).send({ id, ...atItsTurn })).postponed?.seconds);
    }
    expect(Math.min(...[...seconds].map(Number))).toBe(60);
    expect(Math.max(...[...seconds].map(Number))).toBe(119);
    expect(seconds.size).toBe(60);
  });

  it('waits for its turn where that is later', async () => {
    expect(await mails([500], THROTTLED).send(atItsTurn)).toMatchObject({ postponed: { seconds: 500 } });
  });

  it.each([
    [DAY - 120, true],
    [DAY - 59, false],
    [DAY + 60, false],
  ])('%i s after it was first put off is put off again: %s; if not it failed as others do', async (age, again) => {
    const { send, asked } = mails([0], THROTTLED);
    const result = await send({ postponedSince: ago(age), postponedUntil: ago(1) });
    expect(result.postponed !== undefined).toBe(again);
    if (!again) expect([result, asked]).toEqual([THROTTLED, []]);
  });

  it('failed when there is no turn for it within its day', async () => {
    const { send, asked } = mails([null], THROTTLED);
    expect(await send({ postponedSince: ago(DAY - 200), postponedUntil: ago(1) })).toEqual(THROTTLED);
    expect(asked).toEqual([[organisation, 200]]);
  });
});
