import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Answer } from '../../local/aws/aws-answer.ts';
import type { Call } from './calls.ts';
import type { Forward } from './meet.ts';

const answer = (status: number, body: object, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0', ...headers },
  body: JSON.stringify(body),
});

/** What a service calls it that one asks too much of it. */
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

/** Answers that AWS gives now and then and the emulators never do. */
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
  /** A transaction of which one item is in another transaction just now. */
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
  /** A batch of reads none of which was made. */
  unprocessed(body: string): Answer {
    const { RequestItems } = parsed(Batch, body);
    const Responses = Object.fromEntries(Object.keys(RequestItems).map((table) => [table, []]));
    return answer(200, { Responses, UnprocessedKeys: RequestItems });
  },
  /** One message, or a batch, that was not taken and is told as if. */
  forgotten(body: string): Answer {
    const sent = parsed(Taken, body);
    const told = ({ Id, MessageBody }: z.output<typeof Message>) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    });
    return answer(200, 'Entries' in sent ? { Successful: sent.Entries.map(told), Failed: [] } : told(sent));
  },
  /** Records of a stream that are passed over. */
  async skipped(forward: Forward): Promise<Answer> {
    const read = await forward();
    if (read.status !== 200) return read;
    return { ...read, body: JSON.stringify({ ...parsed(Read, read.body), Records: [] }) };
  },
  /** A batch of messages the last of which was not taken. */
  async partly(body: string, forward: Forward): Promise<Answer> {
    const messages = parsed(Messages, body);
    const last = messages.Entries.at(-1);
    const rest = messages.Entries.slice(0, -1);
    const Failed = [{ Id: last?.Id, SenderFault: false, Code: 'InternalError', Message: 'failed by the harness' }];
    if (rest.length === 0) return answer(200, { Successful: [], Failed });
    const taken = await forward(JSON.stringify({ ...messages, Entries: rest }));
    if (taken.status !== 200) return taken;
    const told = parsed(Sent, taken.body);
    return { ...taken, body: JSON.stringify({ ...told, Failed: [...told.Failed, ...Failed] }) };
  },
};
