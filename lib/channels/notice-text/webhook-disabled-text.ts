import { sanitise } from '../../values/untrusted-text.ts';
import type { WebhookDisabledNotice } from '../port/notice.ts';
import type { NoticeText } from './notice-text.ts';

const MAX_VALUE = 200;

/** The text for people: the service, and not a person, turned a subscription off because its receiver failed. */
export function webhookDisabledText({ webhook }: WebhookDisabledNotice): NoticeText {
  const { id, url, description, disabledAt, reason } = webhook;
  const host = sanitise(new URL(url).host, MAX_VALUE);
  return {
    title: `Webhook disabled: ${host}`,
    summary: 'Its receiver gets no more alerts until the subscription is enabled again.',
    facts: [
      { name: 'Receiver', value: host },
      ...(description === '' ? [] : [{ name: 'Description', value: sanitise(description, MAX_VALUE) }]),
      { name: 'Reason', value: sanitise(reason, MAX_VALUE) },
      { name: 'Disabled', value: disabledAt },
      { name: 'Subscription', value: id },
    ],
    link: undefined,
    next: [
      `When the receiver is mended, enable the subscription: PATCH /api/webhooks/${id} {"isActive":true}`,
      `What was not delivered meanwhile is kept: GET /api/webhooks/deliveries?status=failed&webhookId=${id}`,
    ],
  };
}
