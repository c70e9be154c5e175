import * as z from 'zod';
import type { MessageQueue } from '../../platform/queue/batch-sender.ts';
import { OrganisationId, Uuid } from '../../values/ids.ts';

/**
 * Asks for the evaluation of a transaction whose outbox entry the stream did not bring, or brought in vain, or brought
 * while the budget of its organisation was used up.
 */
export const EvaluationMessage = z.object({ organisationId: OrganisationId, transactionId: Uuid });
export type EvaluationMessage = z.output<typeof EvaluationMessage>;

export type EvaluationQueue = MessageQueue<EvaluationMessage>;
