import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { inGroups } from '../../values/in-groups.ts';

/** SQS takes at most 10 messages in one request. */
const BATCH = 10;
/** Requests in flight at once: a backfill sends its thousands of parts within the 29 s of one request to the API. */
const BATCHES_AT_ONCE = 10;

export interface QueueMessage {
  readonly MessageBody: string;
  /** Makes a standard queue fair: SQS lets no group wait behind the messages of another group. */
  readonly MessageGroupId: string;
}

/** A queue of messages. */
export interface MessageQueue<M> {
  /** @throws Error when SQS did not take all messages. Sending all of them again does no harm. */
  send(messages: readonly M[]): Promise<void>;
}

/** The message group is the organisation: SQS lets no organisation wait behind the messages of another organisation. */
export const organisationQueue = <M extends { readonly organisationId: OrganisationId }>(
  sqs: SQSClient,
  url: string,
): MessageQueue<M> => ({
  send: batchSender(sqs, url, (message) => ({
    MessageBody: JSON.stringify(message),
    MessageGroupId: message.organisationId,
  })),
});

/**
 * Sends messages to a standard queue in batches.
 * @throws Error when SQS did not take all messages. Sending all of them again does no harm.
 */
export const batchSender =
  <M>(sqs: SQSClient, QueueUrl: string, messageOf: (message: M) => QueueMessage) =>
  async (messages: readonly M[]): Promise<void> => {
    const entries = messages.map((message, n) => ({ Id: String(n % BATCH), ...messageOf(message) }));
    await mapConcurrent(inGroups(entries, BATCH), BATCHES_AT_ONCE, async (Entries) => {
      const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
      if (Failed.length > 0) throw new Error(`${Failed.length} messages were not queued: ${Failed[0]?.Message}`);
    });
  };
