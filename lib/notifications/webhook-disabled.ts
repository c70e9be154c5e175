import { foreign } from './foreign.ts';
import type { Message } from './message.ts';

export interface DisabledWebhook {
  readonly id: string;
  /** Shown without path and query, which may hold a secret. */
  readonly url: string;
  readonly description: string;
  /** ISO 8601 */
  readonly disabledAt: string;
  /** `The receiver answered 410 Gone` */
  readonly reason: string;
}

const MAX_VALUE = 200;

/** The message that a subscription was turned off, because of its receiver and not by a person. */
export function webhookDisabledMessage({ id, url, description, disabledAt, reason }: DisabledWebhook): Message {
  const host = foreign(new URL(url).host, MAX_VALUE);
  return {
    title: `Webhook disabled: ${host}`,
    summary: 'Its receiver gets no more alerts until the subscription is enabled again.',
    facts: [
      { name: 'Receiver', value: host },
      ...(description === '' ? [] : [{ name: 'Description', value: foreign(description, MAX_VALUE) }]),
      { name: 'Reason', value: foreign(reason, MAX_VALUE) },
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
