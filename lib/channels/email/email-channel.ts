import * as z from 'zod';
import { undeliverable } from '../../deliveries/result.ts';
import { alertText } from '../notice-text/alert-text.ts';
import { differenceText } from '../notice-text/difference-text.ts';
import { walletThrottledText } from '../notice-text/wallet-throttled-text.ts';
import { webhookDisabledText } from '../notice-text/webhook-disabled-text.ts';
import type { Channel, Recipient } from '../port/channel.ts';
import type { Fields, SettingsFields } from '../port/channel-fields.ts';
import { renderEmail } from './render-email.ts';

const EmailAddress = z.object({ kind: z.literal('email'), to: z.string() });

const StoredEmailFields = z.object({ emails: z.array(z.string()).default([]) });

const input = {
  emails: z
    .array(z.email().max(254))
    .max(20)
    .transform((emails) => [...new Set(emails)]),
};
const Given = z.object({ emails: z.array(z.string()).optional() });

/** The addresses in the settings. */
const emailFields: SettingsFields = {
  input,
  response: { emails: z.array(z.string()) },
  stored: StoredEmailFields.shape,
  change: async (_deps, _owner, given) => ({ stored: Given.parse(given), shownOnce: {} }),
  shown: async (_deps, _owner, stored) => StoredEmailFields.parse(stored),
};

/** Sends an e-mail to each address in the settings. */
export const emailChannel: Channel = {
  kind: 'email',
  label: 'e-mail',
  toggle: { field: 'notifyEmail', initially: true },
  settingsFields: emailFields,
  recipients: ({ settings }) => recipientsIn(settings),
  keyOf: (address) => `email ${EmailAddress.parse(address).to}`,
  render: (notice) => JSON.stringify(renderEmail(alertText(notice))),
  differenceNotice: {
    recipients: ({ settings }) => recipientsIn(settings),
    render: (notice) => JSON.stringify(renderEmail(differenceText(notice))),
  },
  serviceNotice: {
    recipients: recipientsIn,
    render: (notice) =>
      JSON.stringify(
        renderEmail(notice.kind === 'webhook.disabled' ? webhookDisabledText(notice) : walletThrottledText(notice)),
      ),
  },
  async send(deps, delivery) {
    const { to } = EmailAddress.parse(delivery.channel);
    const { emails } = StoredEmailFields.parse(await deps.settings.get(delivery.organisationId));
    if (!emails.includes(to)) return undeliverable('The e-mail address was removed from the settings.');
    return deps.sendMail(to, delivery);
  },
  // All e-mails of an organisation go through one mail service.
  destinationOf: () => 'mail',
};

function recipientsIn(settings: Fields): Recipient[] {
  const { emails } = StoredEmailFields.parse(settings);
  return emails.map((to) => ({ address: { kind: 'email', to }, url: `mailto:${to}` }));
}
