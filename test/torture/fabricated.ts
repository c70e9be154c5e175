import * as z from 'zod';
import type { Answer, Forward } from './proxy.ts';

const answer = (status: number, body: object, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

const Transaction = z.object({ TransactItems: z.array(z.unknown()) });
const Batch = z.object({ RequestItems: z.record(z.string(), z.unknown()) });
const Messages = z.looseObject({ Entries: z.array(z.looseObject({ Id: z.string() })) });
const Sent = z.looseObject({ Failed: z.array(z.unknown()).default([]) });

const parsed = <S extends z.ZodType>(schema: S, body: Buffer) => schema.parse(JSON.parse(body.toString()));

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
  /** A transaction of which one item is in another transaction just now. */
  conflict(body: Buffer): Answer {
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
  unprocessed(body: Buffer): Answer {
    const { RequestItems } = parsed(Batch, body);
    const Responses = Object.fromEntries(Object.keys(RequestItems).map((table) => [table, []]));
    return answer(200, { Responses, UnprocessedKeys: RequestItems });
  },
  /** A batch of messages the last of which was not taken. */
  async partly(body: Buffer, forward: Forward): Promise<Answer> {
    const messages = parsed(Messages, body);
    const last = messages.Entries.at(-1);
    const rest = messages.Entries.slice(0, -1);
    const Failed = [{ Id: last?.Id, SenderFault: false, Code: 'InternalError', Message: 'failed by the harness' }];
    if (rest.length === 0) return answer(200, { Successful: [], Failed });
    const taken = await forward(Buffer.from(JSON.stringify({ ...messages, Entries: rest })));
    if (taken.status !== 200) return taken;
    const told = parsed(Sent, taken.body);
    return { ...taken, body: Buffer.from(JSON.stringify({ ...told, Failed: [...told.Failed, ...Failed] })) };
  },
};
