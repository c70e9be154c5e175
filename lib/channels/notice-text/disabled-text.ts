import { sanitise } from '../../values/untrusted-text.ts';
import type { DestinationDisabledNotice, Places, WebhookDisabledNotice } from '../port/notice.ts';
import { timeFact } from './alert-facts.ts';
import { consoleLink } from './links.ts';
import type { NoticeText } from './notice-text.ts';

const MAX_VALUE = 200;

/** The text for people: the service, and not a person, turned a subscription off because its receiver failed. */
export function webhookDisabledText({ webhook }: WebhookDisabledNotice, places: Places): NoticeText {
  const { id, url, description, disabledAt, reason } = webhook;
  const host = sanitise(new URL(url).host, MAX_VALUE);
  return {
    tone: 'warning',
    title: `Webhook disabled: ${host}`,
    summary: 'Its receiver gets no more alerts until the subscription is enabled again.',
    facts: [
      { name: 'Receiver', value: host },
      ...(description === '' ? [] : [{ name: 'Description', value: sanitise(description, MAX_VALUE) }]),
      { name: 'Reason', value: sanitise(reason, MAX_VALUE) },
      timeFact('Disabled', disabledAt),
    ],
    details: [{ name: 'Subscription', value: id }],
    links: [
      ...consoleLink(places, `webhooks?open=${id}`, 'Open the subscription'),
      ...consoleLink(places, `deliveries?status=failed&webhookId=${id}`, 'What was not delivered'),
    ],
    next: ['When the receiver is mended, enable the subscription and replay what was not delivered.'],
  };
}

/** The text for people: the service turned a destination off because its vendor knows it no more. */
export function destinationDisabledText({ destination }: DestinationDisabledNotice, places: Places): NoticeText {
  const { id, name, label, disabledAt, reason } = destination;
  return {
    tone: 'warning',
    title: `Destination turned off: ${sanitise(name, MAX_VALUE)}`,
    summary: 'Nobody hears of alerts there until the destination is turned on again.',
    facts: [
      { name: 'Destination', value: sanitise(name, MAX_VALUE) },
      { name: 'Kind', value: label },
      { name: 'Reason', value: sanitise(reason, MAX_VALUE) },
      timeFact('Turned off', disabledAt),
    ],
    details: [{ name: 'Destination id', value: id }],
    links: [
      ...consoleLink(places, `destinations?open=${id}`, 'Open the destination'),
      ...consoleLink(places, `deliveries?status=failed&destinationId=${id}`, 'What was not delivered'),
    ],
    next: ['When its address is mended, turn the destination on and replay what was not delivered.'],
  };
}
