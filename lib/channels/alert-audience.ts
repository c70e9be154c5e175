import * as z from 'zod';
import { Uuid } from '../values/ids.ts';
import { capitalised } from '../values/text.ts';
import type { Subject } from '../webhooks/notice-match.ts';
import { type Channels, channelKind } from './channel-registry.ts';
import { destinationsThat, hearsOf } from './destinations/hearing.ts';
import type { AlertAudience, Channel, Recipient } from './port/channel.ts';

interface Recipients {
  readonly channel: Channel;
  readonly recipients: readonly Recipient[];
}

/** Who gets an alert. Both the deliveries of an alert and the preview of its audience come from here. */
export const alertRecipients = ({ all }: Channels, audience: AlertAudience, subject: Subject): Recipients[] =>
  all.map((channel) => {
    // The toggle of a rule does not concern destinations: they match what they want to hear.
    const isOn = channel.toggle === undefined || audience.rule[channel.toggle.field] === true;
    return {
      channel,
      recipients: [
        ...(isOn ? channel.recipients({ ...audience, event: 'alert.fired', subject }) : []),
        ...destinationsThat(hearsOf('alert.fired', subject), channel, audience.destinations),
      ],
    };
  });

/** A recipient of an alert. The id of what the settings or the rule name is null. */
export interface AudienceMember {
  readonly kind: string;
  readonly id: string | null;
  readonly name: string;
}

/** The recipients of an alert, as the API answers them. */
export const audienceSchema = (channels: Channels) =>
  z
    .object({
      data: z.array(
        z
          .object({
            kind: channelKind(channels),
            id: Uuid.nullable().describe('Null for what the settings or the rule name, such as their Slack'),
            name: z.string(),
          })
          .meta({ id: 'AudienceMember' }),
      ),
    })
    .meta({ id: 'Audience' });

/**
 * Who would get an alert: destinations, subscriptions, and what the settings and the rule name. All e-mail addresses of
 * the settings count once.
 */
export function audienceOf(channels: Channels, audience: AlertAudience, subject: Subject): AudienceMember[] {
  const members = alertRecipients(channels, audience, subject).flatMap(({ channel, recipients }) =>
    recipients.map((recipient) => memberOf(channel, recipient, audience)),
  );
  return [...new Map(members.map((member) => [`${member.kind} ${member.id}`, member])).values()];
}

function memberOf(
  { kind, label, settingsFields }: Channel,
  { address: { destinationId }, webhookId, url }: Recipient,
  { destinations, webhooks }: AlertAudience,
): AudienceMember {
  if (destinationId !== undefined) {
    return { kind, id: destinationId, name: destinations.find(({ id }) => id === destinationId)?.name ?? url };
  }
  if (webhookId !== undefined) {
    return { kind, id: webhookId, name: webhooks.find(({ id }) => id === webhookId)?.description || url };
  }
  return { kind, id: null, name: settingsFields === undefined ? url : capitalised(label) };
}
