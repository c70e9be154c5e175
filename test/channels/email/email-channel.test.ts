import { afterEach, describe, expect, it } from '@jest/globals';
import { undeliverable } from '../../../lib/deliveries/result.ts';
import type { EmailAddressStatus } from '../../../lib/organisations/email-addresses/schema.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { aDelivery, uuid } from '../../support/records.ts';
import { SENT } from '../../support/results.ts';
import { senderTo } from '../sending.ts';

afterEach(closeAll);

const channel = { kind: 'email', to: 'a@b.example' } as const;

describe('an attempt for an e-mail address', () => {
  it('gives the address and the delivery to the mail service', async () => {
    const { post, mails, received } = await senderTo();
    expect(await post({ channel, body: '{"subject":"s"}' })).toEqual(SENT);
    expect(mails).toEqual([
      [{ to: 'a@b.example', addressId: uuid(9) }, aDelivery({ channel, body: '{"subject":"s"}' })],
    ]);
    expect(received).toEqual([]);
  });

  it.each(['alert.fired', 'webhook.disabled'] as const)(
    'ends a delivery of %s unsent when the settings do not have the address any more',
    async (eventKind) => {
      const { post, mails } = await senderTo({}, { settings: { emails: ['other@b.example'] } });
      const result = await post({ channel, eventKind });
      expect(result).toEqual(undeliverable('The e-mail address was removed from the settings.'));
      expect(mails).toEqual([]);
    },
  );

  it.each<[EmailAddressStatus, string | null, string]>([
    ['pending', null, 'The e-mail address is not confirmed yet.'],
    ['bounced', 'The mail came back.', 'The e-mail address gets no mail (bounced). The mail came back.'],
    ['complained', null, 'The e-mail address gets no mail (complained).'],
    ['unsubscribed', 'They left.', 'The e-mail address gets no mail (unsubscribed). They left.'],
  ])('ends a delivery unsent when the address is %s', async (status, reason, error) => {
    const since = '2026-01-01T00:00:00.000Z';
    const emailAddresses = { adopt: async () => ({ id: uuid(9), status, since, reason }) };
    const { post, mails } = await senderTo({}, { emailAddresses });
    expect(await post({ channel })).toEqual({ kind: 'not_sent', error, exchange: null });
    expect(mails).toEqual([]);
  });
});
