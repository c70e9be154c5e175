import type { components } from '../../../sdk/index.ts';

type Webhook = components['schemas']['Webhook'];
type NewWebhook = components['schemas']['CreateWebhook'];
type WebhookChanges = components['schemas']['UpdateWebhook'];
export type EventKind = Webhook['events'][number];
export type Payload = Webhook['payload'];

/** What the user writes about a subscription. */
export interface WebhookInput {
  readonly url: string;
  readonly events: readonly EventKind[];
  readonly description: string;
  readonly payload: Payload;
}

export const EVENT_KINDS: readonly { readonly kind: EventKind; readonly text: string }[] = [
  { kind: 'alert.fired', text: 'A rule matched a transaction' },
  { kind: 'alert.retracted', text: 'An alert no longer holds, because its block was orphaned' },
  { kind: 'alert.acknowledged', text: 'Somebody takes care of an alert' },
  { kind: 'alert.resolved', text: 'Somebody resolved an alert' },
  { kind: 'coverage.difference', text: 'A balance deviates from the records' },
  { kind: 'wallet.throttled', text: 'Transactions of wallets wait, because they are too many' },
  { kind: 'ping', text: 'A test that somebody sends; the subscription gets it in any case' },
];

export const inputOf = (webhook: Webhook | undefined): WebhookInput => ({
  url: webhook?.url ?? '',
  events: webhook?.events ?? ['alert.fired', 'alert.retracted'],
  description: webhook?.description ?? '',
  payload: webhook?.payload ?? 'standard',
});

/** The request for a new subscription. It names no secret, so the service makes the secret. */
export const newWebhook = (input: WebhookInput): NewWebhook => ({ ...input, events: [...input.events] });

/** The fields that the user changed; undefined when nothing changed. What a colleague changed meanwhile stays. */
export function webhookChanges(before: WebhookInput, after: WebhookInput): WebhookChanges | undefined {
  const changes: WebhookChanges = {
    ...(after.url === before.url ? {} : { url: after.url }),
    ...(isSameSet(after.events, before.events) ? {} : { events: [...after.events] }),
    ...(after.description === before.description ? {} : { description: after.description }),
    ...(after.payload === before.payload ? {} : { payload: after.payload }),
  };
  return Object.keys(changes).length === 0 ? undefined : changes;
}

const isSameSet = (a: readonly EventKind[], b: readonly EventKind[]): boolean =>
  new Set(a).symmetricDifference(new Set(b)).size === 0;
