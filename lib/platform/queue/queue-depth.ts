import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';

const Attributes = z.object({ ApproximateNumberOfMessages: z.coerce.number().int() });

/** About how many messages of a queue wait for a consumer, without messages that are delayed or in work. */
export const queueDepth = (sqs: SQSClient, QueueUrl: string) => async (): Promise<number> => {
  const names = ['ApproximateNumberOfMessages'] as const;
  const { Attributes: found } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...names] }));
  return Attributes.parse(found).ApproximateNumberOfMessages;
};
