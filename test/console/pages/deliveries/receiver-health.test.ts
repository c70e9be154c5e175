import { describe, expect, it } from '@jest/globals';
import { foldLabel, receiversOf } from '../../../../console/pages/deliveries/receiver-health.ts';
import type { components } from '../../../../sdk/index.ts';

type Webhook = components['schemas']['Webhook'] & { readonly name: string };
type Destination = components['schemas']['Destination'];
type Recipients = components['schemas']['Stats']['recipients'];

const AT = '2026-11-23T12:00:00.000Z';

const webhook = (id: string, more: Partial<Webhook> = {}): Webhook => ({
  ...{ id, name: id, url: 'https://a.example/h', events: ['alert.fired'], description: id, payload: 'standard' },
  ...{ isActive: true, disabledReason: null, consecutiveFailures: 0, failingSince: null, lastSuccessAt: null },
  ...{ lastFailureAt: null, lastError: null, match: {}, headers: {}, createdAt: AT, updatedAt: AT },
  ...more,
});
const destination = (id: string, more: Partial<Destination> = {}): Destination => ({
  ...{ id, name: id, kind: 'discord', config: { url: '…' }, match: {}, isActive: true, disabledReason: null },
  ...{ createdAt: AT, updatedAt: AT },
  ...more,
});
const counts = (id: string | null, more: Partial<Recipients[number]['deliveries']>): Recipients[number] => ({
  id,
  deliveries: { delivered: 0, failed: 0, retrying: 0, pending: 0, not_sent: 0, summarised: 0, ...more },
});

/** The health of the only receiver. */
const healthOf = (webhooks: Webhook[], destinations: Destination[], recipients?: Recipients) => {
  const [receiver, ...more] = receiversOf(webhooks, destinations, recipients);
  if (receiver === undefined || more.length > 0) throw new Error('not one receiver');
  return { ...receiver.health, isTroubled: receiver.isTroubled };
};

describe('A webhook', () => {
  it('fails since its first failure in a row, with its last error and the counts of the day', () => {
    const failing = webhook('w', { consecutiveFailures: 131, failingSince: AT, lastError: 'connection refused' });
    expect(healthOf([failing], [], [counts('w', { failed: 131, retrying: 1200, delivered: 2 })])).toEqual({
      type: 'error',
      state: 'Failing',
      failingSince: AT,
      reason: 'connection refused',
      reasonOf: null,
      counts: '131 failed, 1,200 being tried again, 2 arrived in the last day',
      lastSuccessAt: null,
      isTroubled: true,
    });
  });

  it('that answers again still shows what failed, because nobody has sent it again', () => {
    const again = webhook('w', { lastError: 'The receiver answered 500.', lastSuccessAt: AT });
    expect(healthOf([again], [], [counts('w', { failed: 1, delivered: 500 })])).toMatchObject({
      type: 'warning',
      state: 'Some failed',
      reason: 'The receiver answered 500.',
      lastSuccessAt: AT,
      isTroubled: true,
    });
  });

  it('is well when all arrived, also while others are on the way', () => {
    expect(healthOf([webhook('w')], [], [counts('w', { delivered: 3 })])).toMatchObject({
      type: 'success',
      state: 'All arrived',
      counts: '3 arrived in the last day',
      isTroubled: false,
    });
    expect(healthOf([webhook('w')], [], [counts('w', { delivered: 3, pending: 1 })])).toMatchObject({
      state: 'On the way',
      counts: '1 on the way, 3 arrived in the last day',
    });
    expect(healthOf([webhook('w')], [], [])).toMatchObject({ state: 'Nothing sent in the last day', counts: null });
  });

  it('that is off is trouble only when the service turned it off', () => {
    const off = { isActive: false, disabledReason: 'The receiver answered 410 Gone' };
    expect(healthOf([webhook('w', off)], [], [])).toMatchObject({
      type: 'error',
      state: 'Turned off by the service',
      reason: off.disabledReason,
      isTroubled: true,
    });
    const byUser = { isActive: false, disabledReason: 'Turned off by the organisation' };
    expect(healthOf([webhook('w', byUser)], [], [])).toMatchObject({ state: 'Off', isTroubled: false });
  });
});

describe('A destination', () => {
  it('fails when nothing of the day arrived, and its newest failure states the reason', () => {
    const seen = (recipients: Recipients) => healthOf([], [destination('d')], recipients);
    expect(seen([counts('d', { failed: 2 })])).toMatchObject({ state: 'Failing', type: 'error', reasonOf: 'failed' });
    expect(seen([counts('d', { retrying: 2 })])).toMatchObject({ state: 'Failing', reasonOf: 'retrying' });
    expect(seen([counts('d', { failed: 2, delivered: 1 })])).toMatchObject({ state: 'Some failed', type: 'warning' });
  });

  it('that gets no message, such as an address that nobody confirmed, is no failure but trouble', () => {
    expect(healthOf([], [destination('d', { kind: 'email' })], [counts('d', { not_sent: 6 })])).toMatchObject({
      state: 'Not sent',
      reasonOf: 'not_sent',
      counts: '6 not sent in the last day',
      isTroubled: true,
    });
  });

  it('whose address is confirmed since is no trouble, unless something failed there too', () => {
    const mailed = destination('d', { kind: 'email', config: { address: 'duty@example.com' } });
    const seen = (status: 'pending' | 'confirmed', more: Parameters<typeof counts>[1]) => {
      const mail = {
        emails: ['duty@example.com'],
        emailStatus: [{ address: 'duty@example.com', status, since: AT, reason: null }],
      };
      const recipients = [counts('d', { not_sent: 6, ...more }), counts(null, { not_sent: 2 })];
      return receiversOf([], [mailed], recipients, mail).map(({ health, isTroubled }) => [health.state, isTroubled]);
    };
    expect(seen('pending', {})).toEqual([
      ['Not sent', true],
      ['Not sent', true],
    ]);
    expect(seen('confirmed', {})).toEqual([
      ['Confirmed since', false],
      ['Confirmed since', false],
    ]);
    expect(seen('confirmed', { failed: 1 })).toContainEqual(['Failing', true]);
  });

  it('claims nothing while the counts are unknown', () => {
    expect(healthOf([], [destination('d')])).toMatchObject({ state: 'On', counts: null, isTroubled: false });
    const others = Array.from({ length: 500 }, (_, n) => counts(`deleted ${n}`, { delivered: 9 }));
    expect(healthOf([], [destination('d')], others)).toMatchObject({ state: 'On', counts: null });
  });
});

describe('The receivers of an organisation', () => {
  it('begin with the most urgent trouble, and name each with the filter of its deliveries', () => {
    const receivers = receiversOf(
      [webhook('b'), webhook('a', { consecutiveFailures: 1 })],
      [destination('unsent', { kind: 'email' }), destination('some'), destination('well')],
      [
        counts('unsent', { not_sent: 1 }),
        counts('some', { failed: 1, delivered: 1 }),
        counts('well', { delivered: 1 }),
        counts(null, { delivered: 4 }),
      ],
    );
    expect(receivers.map(({ name, kind, filter }) => [name, kind, filter])).toEqual([
      ['a', 'Webhook', { webhookId: 'a' }],
      ['some', 'Discord', { destinationId: 'some' }],
      ['unsent', 'E-mail', { destinationId: 'unsent' }],
      ['Settings and rules', 'E-mail, Slack and webhooks of rules', { destinationId: 'none' }],
      ['b', 'Webhook', { webhookId: 'b' }],
      ['well', 'Discord', { destinationId: 'well' }],
    ]);
  });

  it('are none in an empty organisation', () => {
    expect(receiversOf([], [], [])).toEqual([]);
    expect(receiversOf([], [], undefined)).toEqual([]);
  });
});

describe('The button under the receivers', () => {
  const folded = { isOpen: false, folded: 2, all: 1200, isShort: false };

  it('shows the receivers that are left out, and hides them again', () => {
    expect(foldLabel(folded)).toBe('Show all 1,200 receivers');
    expect(foldLabel({ ...folded, isShort: true })).toBe('Show all 1,200 receivers');
    expect(foldLabel({ ...folded, isOpen: true })).toBe('Show fewer receivers');
  });

  it('speaks of details where all receivers show, without their reasons', () => {
    expect(foldLabel({ ...folded, all: 2, isShort: true })).toBe('Show details');
    expect(foldLabel({ ...folded, all: 2, isShort: true, isOpen: true })).toBe('Hide details');
  });

  it('is left out where it would change nothing', () => {
    expect(foldLabel({ ...folded, all: 2 })).toBeUndefined();
  });
});
