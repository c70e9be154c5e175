import * as z from 'zod';
import { type SendResult, undeliverable } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import type { StoredEmailAddress } from '../../organisations/email-addresses/schema.ts';
import { textOfNotice } from '../notice-text/text-of-notice.ts';
import type { Channel, Recipient } from '../port/channel.ts';
import type { Fields } from '../port/channel-fields.ts';
import type { Notice } from '../port/notice.ts';
import type { SendDeps } from '../port/send-deps.ts';
import { withDestinations } from '../port/with-destinations.ts';
import { ADDRESS_FIELD, emailFields, StoredEmailFields } from './email-fields.ts';
import { renderEmail } from './render-email.ts';

const EmailAddress = z.object({ kind: z.literal('email'), to: z.string() });

/**
 * Sends an e-mail to each address in the settings whose recipient agreed. The delivery to any other address is not sent
 * and says why, and can be replayed when the recipient has agreed.
 */
const ofSettings: Channel = {
  kind: 'email',
  label: 'e-mail',
  isForPeople: true,
  toggle: { field: 'notifyEmail', initially: true },
  settingsFields: emailFields,
  recipients: ({ settings }) => recipientsIn(settings),
  keyOf: (address) => `email ${EmailAddress.parse(address).to}`,
  render: (notice, places) =>
    JSON.stringify({ ...renderEmail(textOfNotice(notice, places)), thread: threadOf(notice) }),
  async send(deps, delivery) {
    const { to } = EmailAddress.parse(delivery.channel);
    // Who removes an address and then changes more must not keep the address from hearing of it.
    if (delivery.eventKind === 'configuration.changed') return mailTo(deps, to, delivery);
    const { emails } = StoredEmailFields.parse(await deps.settings.get(delivery.organisationId));
    if (!emails.includes(to)) return undeliverable('The e-mail address was removed from the settings.');
    return mailTo(deps, to, delivery);
  },
  // All e-mails of an organisation go through one mail service.
  destinationOf: () => 'mail',
};

export const emailChannel = withDestinations(ofSettings, {
  config: { address: z.email().max(254) },
  examples: { address: 'team@example.com' },
  mailAddress: ADDRESS_FIELD,
  shownUrl: ({ address }) => `mailto:${address}`,
  send: (deps, { address = '' }, delivery) => mailTo(deps, address, delivery),
});

/** Sends an e-mail if its recipient agreed. */
async function mailTo(deps: SendDeps, to: string, delivery: StoredDelivery): Promise<SendResult> {
  const { id, ...address } = await deps.emailAddresses.adopt(delivery.organisationId, to);
  const refusal = refusalOf(address);
  if (refusal !== null) return { kind: 'not_sent', error: refusal, exchange: null };
  return deps.sendMail({ to, addressId: id }, delivery);
}

/** Mail programs show mails with the same thread together: the alerts of a payment, and what becomes of each. */
const threadOf = (notice: Notice): string | undefined =>
  'event' in notice ? (notice.event.transactionId ?? notice.event.id) : undefined;

function refusalOf({ status, reason }: Pick<StoredEmailAddress, 'status' | 'reason'>): string | null {
  if (status === 'confirmed') return null;
  if (status === 'pending') return 'The e-mail address is not confirmed yet.';
  return `The e-mail address gets no mail (${status}). ${reason ?? ''}`.trimEnd();
}

function recipientsIn(settings: Fields): Recipient[] {
  const { emails } = StoredEmailFields.parse(settings);
  return emails.map((to) => ({ address: { kind: 'email', to }, url: `mailto:${to}` }));
}
