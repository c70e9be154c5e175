import { channels } from '../../lib/channels/index.ts';
import { attemptMessage } from '../../lib/deliveries/delivery-queue.ts';
import type { AttemptMessage, StoredDelivery } from '../../lib/deliveries/schema.ts';

/** The message for the next attempt of a delivery over a channel of the service. */
export const nextAttemptOf = (delivery: StoredDelivery): AttemptMessage =>
  attemptMessage(delivery, channels.destinationOf(delivery));
