import type { Answer } from '../aws-answer.ts';
import type { Part, Reply } from './db-request.ts';

/** Why DynamoDB refuses a part of a transaction. */
export interface Reason {
  readonly Code: 'TransactionConflict' | 'ThrottlingError';
  readonly Message: string;
}

const answerOf = (type: string, more: object): Answer => ({
  status: 400,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, ...more }),
});

/** The answer to a request that nothing executed. */
export const refused = (type: string, message: string): Reply => ({
  answer: answerOf(type, { message }),
  consumed: [],
});

/** The answer to a transaction of which no part was executed. */
export function cancelled(parts: readonly Part[], reasonOf: (part: Part) => Reason | undefined): Reply {
  const CancellationReasons = parts.map((part) => reasonOf(part) ?? { Code: 'None' as const });
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ');
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return { answer: answerOf('TransactionCanceledException', { Message, CancellationReasons }), consumed: [] };
}
