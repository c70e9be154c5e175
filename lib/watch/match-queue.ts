import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { ChainId } from '../chains/registry.ts';
import { batchSender } from '../platform/queue/batch-sender.ts';
import { OrganisationId } from '../values/ids.ts';

/** Asks for the recording of all deferred matches of an organisation on a chain. */
export const MatchesMessage = z.object({ organisationId: OrganisationId, chain: ChainId });
export type MatchesMessage = z.output<typeof MatchesMessage>;

export interface MatchQueue {
  /** @throws Error when SQS did not take all messages. Sending all of them again does no harm. */
  send(messages: readonly MatchesMessage[]): Promise<void>;
}

/** The message group is the organisation: SQS lets no organisation wait behind the messages of another organisation. */
export const matchQueue = (sqs: SQSClient, url: string): MatchQueue => ({
  send: batchSender(sqs, url, (message) => ({
    MessageBody: JSON.stringify(message),
    MessageGroupId: message.organisationId,
  })),
});
