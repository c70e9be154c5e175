import { ApiError } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { type Key, keys } from './keys.ts';
import type { Table } from './table.ts';
import { type Named, type RefusedError, tryTransact } from './write.ts';

/*
 * item                       pk                   sk
 * request with a key         ORG#o                IDEMPOTENCY#actor#SHA-256 of the idempotency key   expires
 */

export const idempotencyKey = (organisationId: OrganisationId, actorId: string, sha256: string): Key => ({
  pk: keys.organisation(organisationId).pk,
  sk: `IDEMPOTENCY#${actorId}#${sha256}`,
});

/** The request is running elsewhere, or its run ended a moment ago. */
export const inProgress = (): ApiError =>
  new ApiError('idempotency_in_progress', 'A request with this Idempotency-Key is still running; repeat it later.', {
    headers: { 'Retry-After': '1' },
  });

/**
 * Executes all the writes that create a record, or none, at most 99. A request with an idempotency key creates once:
 * the same transaction remembers that the record is created, and a repetition of the request skips the writes.
 * @returns null when the record is created.
 * @throws BusyError as `tryTransact`; ApiError `idempotency_in_progress`.
 */
export async function tryCreate<N extends string>(
  { creation, ...table }: Table,
  writes: Named<N>,
): Promise<RefusedError<N | 'creation'> | null> {
  if (creation === undefined) return tryTransact(table, writes);
  if (creation.isDone) return null;
  const remembering: Named<N | 'creation'> = { ...writes, creation: await creation.done() };
  const refusal = await tryTransact(table, remembering);
  if (refusal?.failed.includes('creation')) throw inProgress();
  return refusal;
}

/**
 * As `tryCreate`, for a request that creates several records by several transactions. The first one remembers what the
 * run has made. A repetition of the request executes what is left: the caller finds out what an earlier run created.
 */
export const tryCreatePart = <N extends string>(
  { creation, ...table }: Table,
  writes: Named<N>,
  isFirst: boolean,
): Promise<RefusedError<N | 'creation'> | null> =>
  isFirst && creation?.isDone === false ? tryCreate({ creation, ...table }, writes) : tryTransact(table, writes);

/** As `tryCreate`. @throws RefusedError. */
export async function create<N extends string>(table: Table, writes: Named<N>): Promise<void> {
  const refusal = await tryCreate(table, writes);
  if (refusal !== null) throw refusal;
}
