import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Answer } from '../../local/aws/aws-answer.ts';
import type { Forward } from './faulty-call.ts';
import type { Call } from './intercepted-call.ts';

const answer = (status: number, body: object, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0', ...headers },
  body: JSON.stringify(body),
});

/** The error code with which a service throttles. */
const THROTTLED: Readonly<Record<string, string>> = {
  Invoke: 'TooManyRequestsException',
  SendEmail: 'TooManyRequestsException',
  CreateSchedule: 'ThrottlingException',
  GetSecretValue: 'ThrottlingException',
};

const Transaction = z.object({ TransactItems: z.array(z.unknown()) });
const Batch = z.object({ RequestItems: z.record(z.string(), z.unknown()) });
const Messages = z.looseObject({ Entries: z.array(z.looseObject({ Id: z.string() })) });
const Message = z.object({ Id: z.string().default(''), MessageBody: z.string() });
const Read = z.looseObject({ Records: z.array(z.unknown()) });
const Taken = z.object({ Entries: z.array(Message) }).or(Message);
const Sent = z.looseObject({ Failed: z.array(z.unknown()).default([]) });

const parsed = <S extends z.ZodType>(schema: S, body: string) => schema.parse(JSON.parse(body));

/** Answers that AWS can give and the emulators never give. */
export const FABRICATED = {
  refused: answer(
    400,
    { __type: 'com.amazon.coral.service#AccessDeniedException', message: 'refused by the harness' },
    { 'x-amzn-errortype': 'AccessDeniedException' },
  ),
  failed: answer(
    500,
    { __type: 'com.amazon.coral.service#InternalServerError', message: 'failed by the harness' },
    { 'x-amzn-errortype': 'InternalServerError' },
  ),
  throttled: ({ operation }: Call): Answer => {
    const name = THROTTLED[operation] ?? 'ProvisionedThroughputExceededException';
    return answer(429, { __type: name, message: 'throttled by the harness' }, { 'x-amzn-errortype': name });
  },
  /** An item is part of another running transaction. */
  conflict(body: string): Answer {
    const { TransactItems } = parsed(Transaction, body);
    const CancellationReasons = TransactItems.map((_, i) =>
      i === 0 ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' } : { Code: 'None' },
    );
    const __type = 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException';
    const codes = CancellationReasons.map(({ Code }) => Code).join(', ');
    const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
    return answer(400, { __type, Message, message: Message, CancellationReasons });
  },
  /** A batch read that read no item. */
  unprocessed(body: string): Answer {
    const { RequestItems } = parsed(Batch, body);
    const Responses = Object.fromEntries(Object.keys(RequestItems).map((table) => [table, []]));
    return answer(200, { Responses, UnprocessedKeys: RequestItems });
  },
  /** Confirms messages that were never sent. */
  forgotten(body: string): Answer {
    const sent = parsed(Taken, body);
    const confirmation = ({ Id, MessageBody }: z.output<typeof Message>) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    });
    return answer(
      200,
      'Entries' in sent ? { Successful: sent.Entries.map(confirmation), Failed: [] } : confirmation(sent),
    );
  },
  /** Skips the records of a stream. */
  async skipped(forward: Forward): Promise<Answer> {
    const read = await forward();
    if (read.status !== 200) return read;
    return { ...read, body: JSON.stringify({ ...parsed(Read, read.body), Records: [] }) };
  },
  /** Sends a batch of messages without the last message, and reports this message as failed. */
  async partly(body: string, forward: Forward): Promise<Answer> {
    const messages = parsed(Messages, body);
    const last = messages.Entries.at(-1);
    const rest = messages.Entries.slice(0, -1);
    const Failed = [{ Id: last?.Id, SenderFault: false, Code: 'InternalError', Message: 'failed by the harness' }];
    if (rest.length === 0) return answer(200, { Successful: [], Failed });
    const taken = await forward(JSON.stringify({ ...messages, Entries: rest }));
    if (taken.status !== 200) return taken;
    const answered = parsed(Sent, taken.body);
    return { ...taken, body: JSON.stringify({ ...answered, Failed: [...answered.Failed, ...Failed] }) };
  },
};
