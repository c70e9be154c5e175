import type { Delivery } from './api-values.ts';
import type { Cli } from './command.ts';
import { LISTS } from './nameable.ts';
import { newest } from './named.ts';

/** Where a delivery goes to. */
export type Receiver = Pick<Delivery, 'url' | 'webhookId' | 'destinationId'>;

/**
 * How people call the receivers of deliveries: the name of a destination, or the description of a webhook, or else its
 * URL. Undefined for what the lists do not have, such as a deleted webhook. A pipe gets the URLs of webhooks: they are
 * whole, while the URLs of two chats may be the same, because their secrets are left out.
 */
export async function receiverNames(
  { api, output }: Cli,
  receivers: readonly Receiver[],
): Promise<(receiver: Receiver) => string | undefined> {
  const isForPeople = output.terminal !== undefined;
  const webhooks =
    isForPeople && receivers.some(({ webhookId }) => webhookId !== null) ? await newest(LISTS.webhook(api)) : [];
  const destinations = receivers.some(({ destinationId }) => destinationId !== null)
    ? await newest(LISTS.destination(api))
    : [];
  const names = new Map([...webhooks, ...destinations].map(({ id, names: [name] }) => [id, name]));
  return ({ webhookId, destinationId }) => names.get(destinationId ?? webhookId ?? '');
}
