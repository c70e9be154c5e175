import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { batchSender } from '../../platform/queue/batch-sender.ts';
import { OrganisationId, Uuid } from '../../values/ids.ts';

/**
 * Asks for the evaluation of a transaction whose outbox entry the stream did not bring, or brought in vain, or brought
 * while the budget of its organisation was used up.
 */
export const EvaluationMessage = z.object({ organisationId: OrganisationId, transactionId: Uuid });
export type EvaluationMessage = z.output<typeof EvaluationMessage>;

export interface EvaluationQueue {
  /** @throws Error when SQS did not take all messages. Sending all of them again does no harm. */
  send(messages: readonly EvaluationMessage[]): Promise<void>;
}

/** The message group is the organisation: SQS lets no organisation wait behind the messages of another organisation. */
export const evaluationQueue = (sqs: SQSClient, url: string): EvaluationQueue => ({
  send: batchSender(sqs, url, (message) => ({
    MessageBody: JSON.stringify(message),
    MessageGroupId: message.organisationId,
  })),
});
