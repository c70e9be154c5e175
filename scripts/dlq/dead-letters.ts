import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** The queues with a DLQ, by the name of the DLQ without `-dlq`. `stream` belongs to the stream of the table. */
export const QUEUES = ['deliveries', 'retries', 'evaluations', 'matches', 'backfill', 'stream'] as const;
export type QueueName = (typeof QUEUES)[number];

/** A message of a DLQ, which nobody else receives until the caller releases or deletes it. */
export interface DeadLetter {
  readonly id: string;
  readonly body: string;
  readonly group: string | undefined;
  readonly sentAt: Date;
  readonly receipt: string;
}

/** Longer than a command takes. After that, a message that the command left is visible again. */
const HIDDEN_SECONDS = 120;

const letterOf = ({ MessageId = '', Body = '', ReceiptHandle = '', Attributes = {} }: Message): DeadLetter => ({
  id: MessageId,
  body: Body,
  group: Attributes.MessageGroupId,
  sentAt: new Date(Number(Attributes.SentTimestamp ?? 0)),
  receipt: ReceiptHandle,
});

/** The DLQ of a queue of a stage. */
export function deadLetters(sqs: SQSClient, stage: string, name: QueueName) {
  const urlOf = async (QueueName: string): Promise<string> => {
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
    if (QueueUrl === undefined) throw new Error(`SQS did not tell the URL of ${QueueName}`);
    return QueueUrl;
  };
  const own = () => urlOf(`chainwatch-${stage}-${name}-dlq`);

  return {
    /** Receives every message. */
    async receiveAll(): Promise<DeadLetter[]> {
      const QueueUrl = await own();
      const found = new Map<string, DeadLetter>();
      for (;;) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl,
            MaxNumberOfMessages: 10,
            // A receive without a wait may miss messages.
            WaitTimeSeconds: 1,
            VisibilityTimeout: HIDDEN_SECONDS,
            MessageSystemAttributeNames: ['SentTimestamp', 'MessageGroupId'],
          }),
        );
        if (Messages.length === 0) return [...found.values()];
        for (const message of Messages) found.set(message.MessageId ?? '', letterOf(message));
      }
    },

    /** Makes a message visible again. */
    async release({ receipt: ReceiptHandle }: DeadLetter): Promise<void> {
      const hidden = { QueueUrl: await own(), ReceiptHandle, VisibilityTimeout: 0 };
      await sqs.send(new ChangeMessageVisibilityCommand(hidden));
    },

    /**
     * Sends messages to a queue of the stage, and then deletes the letter. If the process dies in between, the letter
     * stays: the messages are sent again, which does no harm.
     */
    async move(
      { receipt: ReceiptHandle }: DeadLetter,
      to: Exclude<QueueName, 'stream'>,
      messages: readonly { readonly body: string; readonly group: string | undefined }[],
    ): Promise<void> {
      const QueueUrl = await urlOf(`chainwatch-${stage}-${to}`);
      for (const { body: MessageBody, group: MessageGroupId } of messages) {
        await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId }));
      }
      await sqs.send(new DeleteMessageCommand({ QueueUrl: await own(), ReceiptHandle }));
    },
  };
}
