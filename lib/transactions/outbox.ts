import { correlationId } from '../platform/log.ts';
import { keys } from '../platform/table/keys.ts';
import { getItem, type Table } from '../platform/table/table.ts';
import { conditionHeld, type Delete, tryTransact, type Write, write } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import { evaluationPending, OutboxEntry, type OutboxMark, outboxEntryOf } from './item.ts';
import { outboxStates } from './outbox-states.ts';
import { noteWaiting } from './pending-value.ts';
import type { StoredTransaction } from './schema.ts';

/** The write of the outbox entry of an inclusion that was recorded at `at`. */
export const pendingEvaluation = (
  organisationId: OrganisationId,
  transaction: StoredTransaction,
  at: string,
): Write => ({
  put: outboxEntryOf(organisationId, transaction, at, { correlationId: correlationId() }),
  ...outboxStates.allows('record', {}),
});

/** The outbox entries of transactions. */
export function outbox(table: Table) {
  return {
    evaluationPending,

    /** The outbox entry of a record; null after the evaluation, so that a repeated message changes nothing. */
    pending: (organisationId: OrganisationId, id: string): Promise<OutboxEntry | null> =>
      getItem(table, keys.evaluation(organisationId, id), OutboxEntry),

    /**
     * Ends the evaluation of an outbox entry: deletes the entry, and notes the rules that wait for the value of the
     * record. A later entry stays: another evaluation handles the later entry.
     * @param evaluated the record as the rules saw it; null when no rule was evaluated.
     * @param waiting the rules that wait, by their ids.
     * @returns false when values of the record were set meanwhile: the caller evaluates the record as it is now.
     */
    async evaluated(
      organisationId: OrganisationId,
      id: string,
      mark: OutboxMark,
      evaluated: StoredTransaction | null = null,
      waiting: readonly string[] = [],
    ): Promise<boolean> {
      const { inclusion, recordedAt, revision } = mark;
      const when = outboxStates.allows('evaluate', { inclusion, recordedAt, revision });
      const ending: Delete = { delete: keys.evaluation(organisationId, id), ...when };
      if (evaluated?.valueStatus !== 'pending') {
        await conditionHeld(write(table, ending));
        return true;
      }
      const note = noteWaiting(organisationId, evaluated, waiting);
      const refusal = await tryTransact(table, { entry: ending, value: note });
      return refusal === null || refusal.failed.includes('entry');
    },
  };
}
