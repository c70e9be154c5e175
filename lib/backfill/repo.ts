import * as z from 'zod';
import type { ChainId } from '../chains/registry.ts';
import { audited } from '../platform/audit/audit-log.ts';
import type { Deps } from '../platform/deps.ts';
import { newestFirst, type Page, pageOf } from '../platform/page.ts';
import { create } from '../platform/table/create.ts';
import { keys, prefixes } from '../platform/table/keys.ts';
import { getItem, queryPrefix } from '../platform/table/table.ts';
import {
  conditionHeld,
  IF_ABSENT,
  nullIfConditionFailed,
  transact,
  tryTransact,
  type Update,
  updateReturning,
} from '../platform/table/write.ts';
import { ApiError, notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { backfillStates } from './backfill-states.ts';
import { blocksIn, heightsOf } from './parts.ts';
import { Backfill, type BackfillQuery, type CreateBackfill } from './schema.ts';

const Part = z.object({ n: z.int() });

/** The backfills of the organisations, and which of their parts are done. */
export function backfillRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table, now, newId } = deps;
  const find = (organisationId: OrganisationId, id: string): Promise<Backfill | null> =>
    getItem(table, keys.backfill(organisationId, id), Backfill);

  const changeOf = (
    organisationId: OrganisationId,
    id: string,
    event: 'complete' | 'cancel' | 'fail' | 'restart',
    set: Partial<Backfill>,
  ): Update<Backfill> => ({
    update: keys.backfill(organisationId, id),
    set: { status: backfillStates.transitions[event].to, ...set, updatedAt: now().toISOString() },
    ...backfillStates.allows(event, {}),
  });

  /** Makes a transition. Returns null when the state of the backfill does not allow it, or the backfill is gone. */
  const transition = (
    organisationId: OrganisationId,
    id: string,
    event: 'complete' | 'fail',
    set: Partial<Backfill>,
  ): Promise<Backfill | null> =>
    nullIfConditionFailed(updateReturning(table, changeOf(organisationId, id, event, set), Backfill));

  /** Makes a transition that a caller asks for, with its entry in the audit log. Null as for `transition`. */
  async function asked(
    organisationId: OrganisationId,
    id: string,
    event: 'cancel' | 'restart',
    set: Partial<Backfill> = {},
  ): Promise<Backfill | null> {
    const backfill = changeOf(organisationId, id, event, set);
    const action = event === 'cancel' ? 'cancel' : 'resume';
    const audit = audited(deps, organisationId, { action, resource: 'backfill', id });
    return (await conditionHeld(transact(table, { backfill, audit }))) ? find(organisationId, id) : null;
  }

  /** @throws ApiError `not_found` for a backfill of another organisation or of another chain. */
  async function get(organisationId: OrganisationId, chain: ChainId, id: string): Promise<Backfill> {
    const job = await find(organisationId, id);
    if (job === null || job.chain !== chain) throw notFound('backfill');
    return job;
  }

  return {
    find,
    get,

    async create(organisationId: OrganisationId, chain: ChainId, input: CreateBackfill): Promise<Backfill> {
      const at = now().toISOString();
      const job: Backfill = {
        id: newId(),
        chain,
        ...input,
        status: 'running',
        blocksTotal: blocksIn({ from: input.fromHeight, to: input.toHeight }),
        blocksDone: 0,
        transactionsFound: 0,
        failure: null,
        createdAt: at,
        updatedAt: at,
        completedAt: null,
      };
      const put = { ...keys.backfill(organisationId, job.id), ...job };
      await create(table, {
        backfill: { put, ...backfillStates.allows('create', {}) },
        audit: audited(deps, organisationId, {
          action: 'create',
          resource: 'backfill',
          id: job.id,
          after: { chain, ...input },
        }),
      });
      return job;
    },

    /** The completed backfills of a wallet. */
    async completedOf(organisationId: OrganisationId, walletId: string): Promise<Backfill[]> {
      const all = await queryPrefix(table, keys.organisation(organisationId).pk, prefixes.backfills, Backfill);
      return all.filter((job) => job.walletId === walletId && job.status === 'completed');
    },

    async list(organisationId: OrganisationId, chain: ChainId, request: BackfillQuery): Promise<Page<Backfill>> {
      const all = await queryPrefix(table, keys.organisation(organisationId).pk, prefixes.backfills, Backfill);
      return pageOf(newestFirst(all.filter((job) => job.chain === chain)), request, 'backfills', organisationId, chain);
    },

    /**
     * Cancels a backfill. A repeated call changes nothing.
     * @throws ApiError `not_found`, or `invalid_transition` for a backfill that has completed or failed.
     */
    async cancel(organisationId: OrganisationId, chain: ChainId, id: string): Promise<Backfill> {
      await get(organisationId, chain, id);
      const cancelled = await asked(organisationId, id, 'cancel');
      const job = cancelled ?? (await get(organisationId, chain, id));
      if (job.status === 'cancelled') return job;
      throw new ApiError('invalid_transition', `The backfill is ${job.status}; it cannot become cancelled.`);
    },

    /**
     * Sets a backfill to running again. @throws ApiError `not_found`, or `invalid_transition` for a completed backfill.
     */
    async restart(organisationId: OrganisationId, chain: ChainId, id: string): Promise<Backfill> {
      await get(organisationId, chain, id);
      const restarted = await asked(organisationId, id, 'restart', { failure: null });
      if (restarted === null) throw new ApiError('invalid_transition', 'The backfill is completed.');
      return restarted;
    },

    /** Sets a running backfill to failed. The API shows `reason` to the owner of the backfill. */
    fail: (organisationId: OrganisationId, id: string, reason: string): Promise<Backfill | null> =>
      transition(organisationId, id, 'fail', { failure: reason }),

    async isDone(organisationId: OrganisationId, id: string, n: number): Promise<boolean> {
      return (await getItem(table, keys.backfillPart(organisationId, id, n), Part)) !== null;
    },

    /** The numbers of the parts that are done. */
    async done(organisationId: OrganisationId, id: string): Promise<ReadonlySet<number>> {
      const parts = await queryPrefix(table, keys.organisation(organisationId).pk, prefixes.backfillParts(id), Part);
      return new Set(parts.map(({ n }) => n));
    },

    /**
     * Marks a part as done and adds its numbers to the backfill, once, even when several invocations scan the part.
     * Also counts a part whose backfill was cancelled meanwhile, because its blocks are scanned.
     */
    async finish(organisationId: OrganisationId, job: Backfill, n: number, transactionsFound: number): Promise<void> {
      const blocksDone = blocksIn(heightsOf(job, n));
      const refusal = await tryTransact(table, {
        part: { put: { ...keys.backfillPart(organisationId, job.id, n), n }, ...IF_ABSENT },
        backfill: {
          update: keys.backfill(organisationId, job.id),
          set: { updatedAt: now().toISOString() },
          add: { blocksDone, transactionsFound },
          ...backfillStates.allows('count', {}),
        } satisfies Update<Backfill>,
      });
      if (refusal !== null && !refusal.failed.includes('part')) throw refusal;
    },

    /** Completes a running backfill when all its parts are done; otherwise returns null and changes nothing. */
    complete: (organisationId: OrganisationId, id: string): Promise<Backfill | null> =>
      transition(organisationId, id, 'complete', { completedAt: now().toISOString() }),
  };
}

export type BackfillRepo = ReturnType<typeof backfillRepo>;
