import type { SQSClient } from '@aws-sdk/client-sqs';
import type { Table } from '../../lib/platform/table/table.ts';
import { deadLetters, QUEUES, type QueueName } from './dead-letters.ts';
import { subjectOf } from './letter-subject.ts';
import { pendingIn, StreamFailure } from './stream-failure.ts';

export interface DlqPlace {
  readonly sqs: SQSClient;
  readonly table: Table;
  readonly stage: string;
  readonly print: (line: string) => void;
}

/** Prints each message of the DLQs with the item to which the message belongs, and leaves the messages there. */
export async function listLetters(place: DlqPlace, queues: readonly QueueName[] = QUEUES): Promise<number> {
  let count = 0;
  for (const queue of queues) {
    const letters = deadLetters(place.sqs, place.stage, queue);
    for (const letter of await letters.receiveAll()) {
      await show(place, queue, letter);
      await letters.release(letter);
      count++;
    }
  }
  place.print(`${count} messages`);
  return count;
}

/**
 * Sends the messages of the DLQs back to their queues. A message of the stream becomes the evaluations that are still
 * pending of its time. A message that is no message of its queue stays.
 */
export async function redriveLetters(place: DlqPlace, queues: readonly QueueName[] = QUEUES): Promise<number> {
  let count = 0;
  for (const queue of queues) {
    const letters = deadLetters(place.sqs, place.stage, queue);
    for (const letter of await letters.receiveAll()) {
      if (!(await show(place, queue, letter))) {
        await letters.release(letter);
        continue;
      }
      if (queue === 'stream') await letters.move(letter, 'evaluations', await evaluationsOf(place.table, letter.body));
      else await letters.move(letter, queue, [letter]);
      count++;
    }
  }
  place.print(`${count} messages redriven`);
  return count;
}

async function evaluationsOf(table: Table, body: string) {
  const failure = StreamFailure.parse(JSON.parse(body));
  const pending = failure.isEvaluation ? await pendingIn(table, failure) : [];
  return pending.map((message) => ({ body: JSON.stringify(message), group: message.organisationId }));
}

/** Returns whether the body is a message of the queue. */
async function show(
  { table, print }: DlqPlace,
  queue: QueueName,
  { id, body, sentAt }: { readonly id: string; readonly body: string; readonly sentAt: Date },
): Promise<boolean> {
  const subject = await subjectOf(table, queue, body);
  const organisation = subject.organisation === null ? '' : `  organisation ${subject.organisation}`;
  print(`${queue}-dlq  ${sentAt.toISOString()}  ${subject.kind} ${subject.id ?? id}: ${subject.state}${organisation}`);
  return subject.id !== null;
}
