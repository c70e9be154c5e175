import * as z from 'zod';
import { EvaluationMessage } from '../../lib/alerts/evaluation/evaluation-queue.ts';
import { PartMessage } from '../../lib/backfill/schema.ts';
import { DeliveryItem } from '../../lib/deliveries/delivery-item.ts';
import { AttemptMessage } from '../../lib/deliveries/schema.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { matchKeys } from '../../lib/platform/table/match-keys.ts';
import { getItem, type Table } from '../../lib/platform/table/table.ts';
import { MatchesMessage } from '../../lib/watch/match-queue.ts';
import type { QueueName } from './dead-letters.ts';
import { pendingIn, StreamFailure } from './stream-failure.ts';

/** The item to which a message belongs, as a line for an operator. `id` is null when the body is no message. */
export interface Subject {
  readonly organisation: string | null;
  readonly kind: string;
  readonly id: string | null;
  readonly state: string;
}

const Job = z.object({ status: z.string() });
const Present = z.object({});

/** Tells what a message of a DLQ is about. Reads the item, because it may have been handled meanwhile. */
export async function subjectOf(table: Table, queue: QueueName, body: string): Promise<Subject> {
  try {
    return await subjects[queue](table, JSON.parse(body));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      return { organisation: null, kind: 'unknown', id: null, state: 'the body is no message of this queue' };
    }
    throw error;
  }
}

const GONE = 'gone';

async function ofAttempt(table: Table, body: unknown): Promise<Subject> {
  const { organisationId: organisation, deliveryId: id, attempt } = AttemptMessage.parse(body);
  const delivery = await getItem(table, keys.delivery(organisation, id), DeliveryItem);
  const state = delivery === null ? GONE : `${delivery.status}, ${delivery.attemptsMade} attempts made`;
  return { organisation, kind: `attempt ${attempt} of delivery`, id, state };
}

const subjects: Readonly<Record<QueueName, (table: Table, body: unknown) => Promise<Subject>>> = {
  deliveries: ofAttempt,
  retries: ofAttempt,

  async evaluations(table, body) {
    const { organisationId: organisation, transactionId: id } = EvaluationMessage.parse(body);
    const entry = await getItem(table, keys.evaluation(organisation, id), Present);
    return { organisation, kind: 'evaluation of transaction', id, state: entry === null ? 'evaluated' : 'pending' };
  },

  async matches(table, body) {
    const { organisationId: organisation, chain } = MatchesMessage.parse(body);
    const pending = await getItem(table, matchKeys.pendingMatches(organisation, chain), Present);
    const state = pending === null ? 'recorded' : 'pending';
    return { organisation, kind: 'deferred matches on', id: chain, state };
  },

  async backfill(table, body) {
    const { organisationId: organisation, backfillId: id, n } = PartMessage.parse(body);
    const job = await getItem(table, keys.backfill(organisation, id), Job);
    return { organisation, kind: `part ${n} of backfill`, id, state: job?.status ?? GONE };
  },

  async stream(table, body) {
    const failure = StreamFailure.parse(body);
    const { batchSize, startSequenceNumber: id } = failure.DDBStreamBatchInfo;
    const pending = failure.isEvaluation ? await pendingIn(table, failure) : [];
    const state = failure.isEvaluation
      ? `${pending.length} evaluations of that time pending`
      : 'the next change compacts';
    return {
      organisation: null,
      kind: `${batchSize} records of the stream for ${failure.functionName} from`,
      id,
      state,
    };
  },
};
