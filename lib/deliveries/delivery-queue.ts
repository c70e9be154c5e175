import type { SQSClient } from '@aws-sdk/client-sqs';
import { batchSender, type MessageQueue, type QueueMessage } from '../platform/queue/batch-sender.ts';
import { derivedId } from '../values/ids.ts';
import type { AttemptMessage, StoredDelivery } from './schema.ts';

/**
 * The message for the next attempt of a delivery.
 * @param destination the destination of the attempt, as its channel names it. The message names the destination within
 *   the organisation: otherwise one organisation could hold up the deliveries of another organisation.
 */
export const attemptMessage = (delivery: StoredDelivery, destination: string): AttemptMessage => ({
  organisationId: delivery.organisationId,
  deliveryId: delivery.id,
  generation: delivery.generation,
  attempt: delivery.attemptsMade + 1,
  receiver: derivedId('receiver', delivery.organisationId, destination),
  webhookId: delivery.webhookId,
  createdAt: delivery.createdAt,
});

/** The message group is the destination: SQS lets no destination wait behind the messages of another destination. */
export const queueMessage = (message: AttemptMessage): QueueMessage => ({
  MessageBody: JSON.stringify(message),
  MessageGroupId: message.receiver,
});

/** A number that spreads deliveries evenly: ids are uniform, and so are their first digits. */
export const shareOf = (deliveryId: string): number => Number.parseInt(deliveryId.slice(0, 4), 16);

/** Attempts that are due now. */
export type Queue = MessageQueue<AttemptMessage>;

/** A queue of attempts that are due at once. */
export const queue = (sqs: SQSClient, url: string): Queue => ({ send: batchSender(sqs, url, queueMessage) });
