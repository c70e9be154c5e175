import type { SQSClient } from '@aws-sdk/client-sqs';
import { batchSender, type QueueMessage } from '../platform/queue/batch-sender.ts';
import { derivedId } from '../values/ids.ts';
import type { AttemptMessage, StoredDelivery } from './schema.ts';

/** The message for a delivery's next attempt. */
export const nextAttemptOf = (delivery: StoredDelivery): AttemptMessage => ({
  organisationId: delivery.organisationId,
  deliveryId: delivery.id,
  generation: delivery.generation,
  attempt: delivery.attemptsMade + 1,
  receiver: receiverOf(delivery),
  createdAt: delivery.createdAt,
});

/**
 * The destination of a delivery: the URL within the organisation. Not the host, because one path may hang while another
 * path answers. Not the URL alone, because one organisation could then hold up the deliveries of another.
 */
export const receiverOf = (delivery: StoredDelivery): string =>
  derivedId('receiver', delivery.organisationId, delivery.channel.kind === 'email' ? 'mail' : delivery.url);

export const hostOf = ({ channel, url }: StoredDelivery): string =>
  channel.kind === 'email' ? 'mail' : new URL(url).host;

/** The message group is the destination: SQS lets no destination wait behind the messages of another one. */
export const queueMessage = (message: AttemptMessage): QueueMessage => ({
  MessageBody: JSON.stringify(message),
  MessageGroupId: message.receiver,
});

/** A number that spreads deliveries evenly: ids are uniform, and so are their first digits. */
export const shareOf = (deliveryId: string): number => Number.parseInt(deliveryId.slice(0, 4), 16);

export interface Queue {
  /**
   * Makes the attempts due now. @throws Error when not all messages were taken. Sending all of them again does no harm.
   */
  send(messages: readonly AttemptMessage[]): Promise<void>;
}

/** A queue of attempts that are due at once. */
export const queue = (sqs: SQSClient, url: string): Queue => ({ send: batchSender(sqs, url, queueMessage) });
