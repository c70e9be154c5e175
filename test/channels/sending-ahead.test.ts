import { expect, it } from '@jest/globals';
import { sendingAhead } from '../../lib/channels/channel-registry.ts';
import { channels } from '../../lib/channels/index.ts';
import type { SendDeps } from '../../lib/channels/port/send-deps.ts';
import type { StoredWebhook } from '../../lib/webhooks/schema.ts';
import { aDelivery, aWebhook, organisation, uuid } from '../support/records.ts';

/** What `sendingAhead` reads, when the table answers with this. */
function reading(find: () => Promise<StoredWebhook | null>) {
  const read: string[] = [];
  const never = () => {
    throw new Error('an attempt at a disabled subscription needs nothing else');
  };
  const deps: SendDeps = {
    webhooks: {
      find: (_, id) => {
        read.push(id);
        return find();
      },
    },
    destinations: { find: never },
    deliveries: { find: never },
    rules: { find: never },
    settings: { get: never },
    sealer: { seal: never, open: never, isCurrent: never },
    outbound: { post: never, fetchDocument: never, assertDestination: never, vendorUrl: never },
    emailAddresses: { adopt: never },
    sendMail: never,
    version: '0',
    serviceUrl: '',
    pace: { turns: () => ({ take: never, reserve: never, reserveBehind: never }), hold: never },
    isOpen: never,
    now: () => new Date(0),
  };
  return { read, sending: sendingAhead(channels, deps) };
}

const disabled = async () => aWebhook({ isActive: false, disabledReason: 'gone' });

it('an attempt reads its subscription before the delivery is claimed, and only once', async () => {
  const { read, sending } = reading(disabled);
  const send = sending({ organisationId: organisation, webhookId: uuid(5) });
  expect(read).toEqual([uuid(5)]);
  expect(await send(aDelivery(), 1)).toMatchObject({ error: 'The subscription is disabled: gone.' });
  expect(read).toEqual([uuid(5)]);
});

it('an attempt whose message names no subscription reads the subscription when it sends', async () => {
  const { read, sending } = reading(disabled);
  const send = sending({ organisationId: organisation, webhookId: null });
  expect(read).toEqual([]);
  await send(aDelivery(), 1);
  expect(read).toEqual([uuid(5)]);
});

it('an attempt trusts the delivery when the message names another subscription', async () => {
  const { read, sending } = reading(disabled);
  await sending({ organisationId: organisation, webhookId: uuid(77) })(aDelivery(), 1);
  expect(read).toEqual([uuid(77), uuid(5)]);
});

it('a read that fails fails the attempt, and nothing else when the message is a duplicate', async () => {
  const { sending } = reading(() => Promise.reject(new Error('no table')));
  const message = { organisationId: organisation, webhookId: uuid(5) };
  sending(message);
  await new Promise((resolve) => setImmediate(resolve));
  await expect(sending(message)(aDelivery(), 1)).rejects.toThrow('no table');
});
