import { describe, expect, it } from '@jest/globals';
import { rateLimitedMail } from '../../../lib/channels/email/mail-rate.ts';
import type { MailResult } from '../../../lib/channels/email/ses-mailer.ts';
import type { StoredDelivery } from '../../../lib/deliveries/schema.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { aDelivery, organisation, uuid } from '../../support/records.ts';
import { SENT, unanswered } from '../../support/results.ts';
import { turnsWith } from '../../support/turns.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const DAY = 24 * 3600;
const ago = (seconds: number): string => plusSeconds(NOW, -seconds).toISOString();

const TAKEN: MailResult = { result: SENT, throttled: false };
const THROTTLED: MailResult = { result: unanswered('too many were sent at once'), throttled: true };
const REFUSED: MailResult = { result: unanswered('its content is not valid'), throttled: false };

/** Reservations that are so many seconds away, one after the other, and the answer of the mail service. */
function mails(away: (number | null)[], answer: MailResult = TAKEN) {
  const asked: unknown[] = [];
  const sent: string[] = [];
  const reservations = {
    turns: async (organisationId: string) =>
      turnsWith(async (within) => {
        asked.push([organisationId, within]);
        const next = away.shift();
        if (next === undefined) throw new Error('the test has no further reservation');
        return next;
      }),
  };
  const send = rateLimitedMail({ reservations, now: () => NOW }, async (to) => {
    sent.push(to.to);
    return answer;
  });
  return {
    asked,
    sent,
    send: (more: Partial<StoredDelivery> = {}) => send({ to: 'ops@example.com', addressId: uuid(9) }, aDelivery(more)),
  };
}

/** The delivery of an e-mail that was deferred and returns at its reserved time. */
const atItsTime = { postponedSince: ago(90), postponedUntil: ago(1) };

describe('an e-mail', () => {
  it('is sent at once when the reservation is for now', async () => {
    const { send, asked } = mails([0]);
    expect(await send()).toEqual(SENT);
    expect(asked).toEqual([[organisation, DAY]]);
  });

  it('is deferred until its reservation, by whole seconds and not less', async () => {
    const { send, sent } = mails([69.2]);
    const result = await send({ postponedSince: null, postponedUntil: null });
    expect(result).toEqual({ kind: 'deferred', seconds: 70, reason: 'mail_rate' });
    expect(sent).toEqual([]);
  });

  it('takes no second reservation when it returns at its reserved time', async () => {
    const { send, sent } = mails([]);
    expect(await send(atItsTime)).toEqual(SENT);
    expect(sent).toEqual(['ops@example.com']);
  });

  it('fails unsent when no reservation is free within a day', async () => {
    const { send, sent } = mails([null]);
    const error = expect.stringContaining('More e-mails wait');
    expect(await send()).toEqual({ kind: 'failed', error, exchange: null });
    expect(sent).toEqual([]);
  });

  it('is not deferred when the mail service refuses it for its content', async () => {
    expect(await mails([0], REFUSED).send()).toEqual(REFUSED.result);
  });
});

describe('an e-mail that the mail service has no room for', () => {
  it('is deferred for a minute or two, with another reservation', async () => {
    const { send, asked } = mails([0, 3], THROTTLED);
    expect(await send()).toMatchObject({ kind: 'deferred', reason: 'mail_service' });
    expect(asked).toHaveLength(2);
  });

  it('returns at another second than other e-mails', async () => {
    const seconds = new Set<number>();
    for (let n = 0; n < 600; n++) {
      const id = `${(n * 97).toString(16).padStart(4, '0')}0000-0000-4000-8000-000000000000`;
      const result = await mails([0], THROTTLED).send({ id, ...atItsTime });
      if (result.kind === 'deferred') seconds.add(result.seconds);
    }
    expect(Math.min(...seconds)).toBe(60);
    expect(Math.max(...seconds)).toBe(119);
    expect(seconds.size).toBe(60);
  });

  it('waits for its reservation when the reservation is later', async () => {
    expect(await mails([500], THROTTLED).send(atItsTime)).toMatchObject({ kind: 'deferred', seconds: 500 });
  });

  it('is deferred again within a day after the first deferral', async () => {
    const { send } = mails([0], THROTTLED);
    expect((await send({ postponedSince: ago(DAY - 120), postponedUntil: ago(1) })).kind).toBe('deferred');
  });

  it.each([DAY - 59, DAY + 60])('fails like any other %i s after the first deferral', async (age) => {
    const { send, asked } = mails([0], THROTTLED);
    expect(await send({ postponedSince: ago(age), postponedUntil: ago(1) })).toEqual(THROTTLED.result);
    expect(asked).toEqual([]);
  });

  it('fails when no reservation is free within its day', async () => {
    const { send, asked } = mails([null], THROTTLED);
    expect(await send({ postponedSince: ago(DAY - 200), postponedUntil: ago(1) })).toEqual(THROTTLED.result);
    expect(asked).toEqual([[organisation, 200]]);
  });
});
