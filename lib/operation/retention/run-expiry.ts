import * as z from 'zod';
import { listOrganisations } from '../../organisations/list-organisations.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorFields, log } from '../../platform/log.ts';
import { operatorKeys } from '../../platform/table/operator-keys.ts';
import { batchGet } from '../../platform/table/table.ts';
import { write } from '../../platform/table/write.ts';
import { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import type { Archive } from './archive.ts';
import { expireList } from './expire-list.ts';
import { expiringDeliveries } from './expiring-deliveries.ts';
import { expiringEvents } from './expiring-events.ts';
import { expiringTransactions } from './expiring-transactions.ts';
import type { Expiry } from './expiry.ts';

/** Shorter than the time-out of `expire-records`: the rest is for the last step. */
export const EXPIRY_RUN_SECONDS = 240;
/** An organisation with much to remove lets the others take turns. */
const TURN_SECONDS = 30;
/** Organisations of one page. */
const PAGE = 100;

/** Days for which records are kept. */
export interface KeptDays {
  readonly deliveries: number;
  readonly events: number;
  /** Undefined: for ever. */
  readonly transactions: number | undefined;
}

export interface ExpiryDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly archive: Pick<Archive, 'put'>;
  readonly days: KeptDays;
}

/** How far the pass of a day has come: behind an entry of a list. `list` is null after the last list. */
const Position = z.object({
  pk: z.string(),
  day: z.string(),
  list: z.string().nullable(),
  after: z.string().nullable(),
});
type Position = Omit<z.output<typeof Position>, 'pk'>;

/**
 * Removes the records whose retention is over, of all organisations that get service: one pass over each organisation a
 * day. A run ends when its time is over, and the next run goes on. A run may stop anywhere, and may run twice at once.
 * @throws AggregateError after all organisations were tried, when some failed.
 */
export async function expireRecords(deps: ExpiryDeps): Promise<{ removed: number }> {
  const { now } = deps;
  const until = plusSeconds(now(), EXPIRY_RUN_SECONDS);
  const isOver = () => now() >= until;
  const errors: unknown[] = [];
  let removed = 0;
  let isUnfinished = true;
  while (isUnfinished && !isOver() && errors.length === 0) {
    isUnfinished = false;
    for await (const { organisationId, position } of unfinished(deps)) {
      if (isOver()) break;
      const turn = plusSeconds(now(), TURN_SECONDS);
      try {
        const pass = await expireOrganisation(deps, organisationId, position, () => isOver() || now() >= turn);
        removed += pass.removed;
        if (!pass.isComplete) isUnfinished = true;
      } catch (error) {
        log.error('expiry.failed', { organisation: organisationId, ...errorFields(error) });
        errors.push(error);
      }
    }
  }
  log.info('expiry.completed', { removed, failed: errors.length });
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} organisations failed`);
  return { removed };
}

/**
 * The organisations whose pass of the day is not over, and where the pass goes on. Begins at a random organisation:
 * otherwise the first organisations with much to remove would take the time of every run.
 */
async function* unfinished(deps: ExpiryDeps): AsyncGenerator<Unfinished> {
  const start = OrganisationId.parse(deps.newId());
  yield* unfinishedFrom(deps, start);
  for await (const each of unfinishedFrom(deps)) {
    if (each.organisationId > start) return;
    yield each;
  }
}

interface Unfinished {
  readonly organisationId: OrganisationId;
  readonly position: Position;
}

/** The same in the order of their ids, behind an id. */
async function* unfinishedFrom(deps: ExpiryDeps, start?: OrganisationId): AsyncGenerator<Unfinished> {
  const day = deps.now().toISOString().slice(0, 10);
  let after = start;
  do {
    const { organisations, next } = await listOrganisations(deps, { pageSize: PAGE, after });
    // A suspended organisation loses nothing.
    const active = organisations.filter(({ state }) => state === 'active');
    const keysOf = active.map(({ organisationId }) => operatorKeys.expiry(organisationId));
    const positions = new Map((await batchGet(deps.table, keysOf, Position)).map(({ pk, ...rest }) => [pk, rest]));
    for (const { organisationId } of active) {
      const stored = positions.get(operatorKeys.expiry(organisationId).pk);
      const position = stored?.day === day ? stored : { day, list: '', after: null };
      if (position.list !== null) yield { organisationId, position };
    }
    after = next ?? undefined;
  } while (after !== undefined);
}

/** Goes on with the pass over an organisation, list by list. */
async function expireOrganisation(
  deps: ExpiryDeps,
  organisationId: OrganisationId,
  { day, list, after }: Position,
  isOver: () => boolean,
): Promise<{ removed: number; isComplete: boolean }> {
  const { deliveries, events, transactions } = deps.days;
  const all: Expiry[] = [
    expiringDeliveries(deps, deliveries),
    expiringEvents(deps, events),
    expiringTransactions(deps, transactions),
  ];
  const save = (position: Omit<Position, 'day'>) =>
    write(deps.table, { put: { ...operatorKeys.expiry(organisationId), day, ...position } });
  const left = all.slice(
    Math.max(
      0,
      all.findIndex((each) => each.list.definition.name === list),
    ),
  );
  let removed = 0;
  for (const [n, expiry] of left.entries()) {
    const { name } = expiry.list.definition;
    const done = await expireList(deps, expiry, organisationId, {
      after: name === list ? after : null,
      isOver,
      save: (last) => save({ list: name, after: last }),
    });
    removed += done.removed;
    if (!done.isComplete) return { removed, isComplete: false };
    await save({ list: left[n + 1]?.list.definition.name ?? null, after: null });
  }
  if (removed > 0) log.info('organisation.expired', { organisation: organisationId, removed });
  return { removed, isComplete: true };
}
