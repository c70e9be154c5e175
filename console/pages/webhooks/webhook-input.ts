import type { components } from '../../../sdk/index.ts';
import { filledMatch, isSameMatch, isSameSet, type Match } from '../../design/match-words.ts';

type Webhook = components['schemas']['Webhook'];
type NewWebhook = components['schemas']['CreateWebhook'];
type WebhookChanges = components['schemas']['UpdateWebhook'];
export type Payload = Webhook['payload'];

/** What the user writes about a subscription. */
export interface WebhookInput {
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string;
  readonly payload: Payload;
  readonly match: Match;
  readonly headers: readonly Header[];
}

/** A header that each attempt sends. The value of a stored header is masked. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

export const inputOf = (webhook: Webhook | undefined): WebhookInput => ({
  url: webhook?.url ?? '',
  events: webhook?.events ?? ['alert.fired', 'alert.retracted'],
  description: webhook?.description ?? '',
  payload: webhook?.payload ?? 'standard',
  match: webhook?.match ?? {},
  headers: Object.entries(webhook?.headers ?? {}).map(([name, value]) => ({ name, value })),
});

/** Rows in which the user wrote nothing are no headers. */
const headersOf = ({ headers }: Pick<WebhookInput, 'headers'>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    headers
      .map(({ name, value }) => [name.trim(), value.trim()] as const)
      .filter(([name, value]) => name !== '' || value !== ''),
  );

/** Whether two headers have the same name: the request could state only one of them. */
export function hasRepeatedName(headers: readonly Header[]): boolean {
  const names = headers.map(({ name }) => name.trim().toLowerCase()).filter((name) => name !== '');
  return new Set(names).size < names.length;
}

const isSameHeaders = (a: WebhookInput, b: WebhookInput): boolean => {
  const [left, right] = [a, b].map((input) => JSON.stringify(Object.entries(headersOf(input)).sort()));
  return left === right;
};

/** The request for a new subscription. It names no secret, so the service makes the secret. */
export const newWebhook = (input: WebhookInput): unknown => ({
  ...input,
  match: filledMatch(input.match),
  headers: headersOf(input),
});

/** A form makes the body from what the API describes. The API checks its contents. */
export const isNewWebhook = (body: unknown): body is NewWebhook => typeof Object(body).url === 'string';

/** The fields that the user changed. What a colleague changed meanwhile stays. */
export const webhookChanges = (before: WebhookInput, after: WebhookInput): unknown => ({
  ...(after.url === before.url ? {} : { url: after.url }),
  ...(isSameSet(after.events, before.events) ? {} : { events: after.events }),
  ...(after.description === before.description ? {} : { description: after.description }),
  ...(after.payload === before.payload ? {} : { payload: after.payload }),
  ...(isSameMatch(after.match, before.match) ? {} : { match: filledMatch(after.match) }),
  // All of them: a header that is left out is gone, and a masked value stays.
  ...(isSameHeaders(after, before) ? {} : { headers: headersOf(after) }),
});

/** The same for a change. A change of nothing is none. */
export const isWebhookChange = (body: unknown): body is WebhookChanges => Object.keys(Object(body)).length > 0;
