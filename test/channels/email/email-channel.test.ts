import { afterEach, describe, expect, it } from '@jest/globals';
import { undeliverable } from '../../../lib/deliveries/result.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { aDelivery } from '../../support/records.ts';
import { SENT } from '../../support/results.ts';
import { senderTo } from '../sending.ts';

afterEach(closeAll);

const channel = { kind: 'email', to: 'a@b.example' } as const;

describe('an attempt for an e-mail address', () => {
  it('gives the address and the delivery to the mail service', async () => {
    const { post, mails, received } = await senderTo();
    expect(await post({ channel, body: '{"subject":"s"}' })).toEqual(SENT);
    expect(mails).toEqual([['a@b.example', aDelivery({ channel, body: '{"subject":"s"}' })]]);
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
});
