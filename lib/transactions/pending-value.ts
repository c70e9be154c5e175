import * as z from 'zod';
import { due } from '../platform/table/due-keys.ts';
import { keys } from '../platform/table/keys.ts';
import type { Condition, Delete, Put, Update, Write } from '../platform/table/write.ts';
import { Instant } from '../values/fields.ts';
import type { OrganisationId } from '../values/ids.ts';
import { plusSeconds } from '../values/time.ts';
import type { StoredTransaction } from './schema.ts';

/** The item `VALUE#tx`: prices of the record failed, and the service asks for these prices again. */
export const PendingValue = z.object({
  /** When this inclusion of the transaction was recorded. The times of the questions count from here. */
  recordedAt: Instant,
  chain: z.string(),
  /** The revision of the record when its values were last set. */
  revision: z.number().int(),
  /**
   * The rules whose outcome the prices decide. Present from the end of the evaluation on: while the outbox entry of the
   * transaction exists, no rule waits here.
   */
  rules: z.array(z.string()).optional(),
  correlationId: z.string().optional(),
});
export type PendingValue = z.output<typeof PendingValue>;

/** How long after the record of a transaction its failed prices are asked for again. */
const AFTER_MINUTES = [1, 5, 30, 2 * 60, 12 * 60, 24 * 60] as const;

/** When the prices of a record are asked for next; null after the last time, when the record has no value for good. */
export function nextAsking(recordedAt: string, now: Date): string | null {
  const times = AFTER_MINUTES.map((minutes) => plusSeconds(new Date(recordedAt), minutes * 60));
  return times.find((time) => time > now)?.toISOString() ?? null;
}

/**
 * The writes that keep the pending value of a record right, as a part of the transaction that makes the record or takes
 * its facts from the chain.
 * @param recordedAt when the inclusion of `after` was recorded.
 */
export function pendingValueWrites(
  organisationId: OrganisationId,
  before: StoredTransaction | null,
  after: StoredTransaction,
  recordedAt: string,
  correlationId?: string,
): Write[] {
  const key = keys.value(organisationId, after.id);
  if (after.valueStatus !== 'pending') return before?.valueStatus === 'pending' ? [{ delete: key }] : [];
  const value: PendingValue = { recordedAt, chain: after.chain, revision: after.revision, correlationId };
  const at = nextAsking(recordedAt, new Date(recordedAt)) ?? recordedAt;
  return [{ put: { ...key, ...due.entry('VALUE', organisationId, after.id, at), ...value } } satisfies Put];
}

/**
 * Notes the rules that wait, as a part of the transaction that ends the evaluation. Holds only if the evaluated record
 * has the values that are known now.
 */
export const noteWaiting = (
  organisationId: OrganisationId,
  { id, revision }: StoredTransaction,
  rules: readonly string[],
): Update<PendingValue> => ({
  update: keys.value(organisationId, id),
  set: { rules: [...rules] },
  when: '#revision <= :evaluated',
  values: { ':evaluated': revision },
});

/** Holds while the pending value is as it was read: no values were set since, and no evaluation has ended. */
const asRead = ({ revision, rules }: PendingValue): Condition => ({
  when: `#revision = :revision AND attribute_${rules === undefined ? 'not_' : ''}exists(#rules)`,
  values: { ':revision': revision },
});

/** Ends the pending value. */
export const endedValue = (organisationId: OrganisationId, id: string, read: PendingValue): Delete => ({
  delete: keys.value(organisationId, id),
  ...asRead(read),
});

/** Moves the pending value to the next question. The values and the rules stay as they are. */
export const postponedValue = (
  organisationId: OrganisationId,
  id: string,
  read: PendingValue,
  next: string,
): Update<PendingValue> => ({
  update: keys.value(organisationId, id),
  set: due.entry('VALUE', organisationId, id, next),
  ...asRead(read),
});

/** Moves the pending value of a record whose values were set in part to the next question. No rule waits any more. */
export const partlySetValue = (
  organisationId: OrganisationId,
  { id, revision }: StoredTransaction,
  read: PendingValue,
  next: string,
): Update<PendingValue> => ({
  ...postponedValue(organisationId, id, read, next),
  set: { ...due.entry('VALUE', organisationId, id, next), revision },
  remove: ['rules'],
});
