import * as z from 'zod';
import { audited } from '../../platform/audit/audit-log.ts';
import type { Deps } from '../../platform/deps.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { keys } from '../../platform/table/keys.ts';
import { operatorKeys } from '../../platform/table/operator-keys.ts';
import { batchGet, getItem, queryRange } from '../../platform/table/table.ts';
import { conditionHeld, IF_ABSENT, IF_PRESENT, transact, type Update, write } from '../../platform/table/write.ts';
import { ApiError, notFound } from '../../values/errors.ts';
import { Instant } from '../../values/fields.ts';
import { OrganisationId } from '../../values/ids.ts';

/** An organisation that gets no service. */
export const Suspension = z.object({
  organisationId: OrganisationId,
  since: Instant,
  /** The deletion of the organisation, which alone ends the suspension then. */
  deletion: z
    .object({
      startedAt: Instant,
      /** Nothing is erased before this time. Null until no wallet is watched. */
      settledAt: Instant.nullable(),
      /** When handover starts the next run. */
      dueAt: Instant,
      /** How far the references of blocks are read; `chain` is null after the last chain. Absent before the first. */
      references: z.object({ chain: z.string().nullable(), after: z.string() }).optional(),
    })
    .nullable(),
});
export type Suspension = z.output<typeof Suspension>;
export type Deletion = NonNullable<Suspension['deletion']>;

/** Holds while the suspension is no deletion. */
const UNDELETED = ifSame({ deletion: null }, 'deletion');

export type SuspensionRepo = ReturnType<typeof suspensionRepo>;

/** The suspensions of all organisations. They share a partition, so that one read tells all suspended organisations. */
export function suspensionRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table, now } = deps;
  const entry = (id: OrganisationId, action: 'suspend' | 'resume') => {
    const isSuspended = action === 'suspend';
    const states = { before: { isSuspended: !isSuspended }, after: { isSuspended } };
    return audited(deps, id, { action, resource: 'organisation', id, ...states });
  };

  const find = (organisationId: OrganisationId): Promise<Suspension | null> =>
    getItem(table, operatorKeys.suspension(organisationId), Suspension);

  /** Changes a deletion that is not over. */
  async function change(organisationId: OrganisationId, set: Partial<Deletion>): Promise<void> {
    const before = await find(organisationId);
    if (before?.deletion == null) return;
    const part: Update<Suspension> = {
      update: operatorKeys.suspension(organisationId),
      set: { deletion: { ...before.deletion, ...set } },
      ...IF_PRESENT,
    };
    await conditionHeld(write(table, part));
  }

  return {
    find,

    /** Every suspension, strongly consistent. Some hundred suspensions cost a read unit for each 4 KB. */
    all: (): Promise<Suspension[]> => {
      const { pk } = operatorKeys.suspension('');
      return queryRange(table, { pk, sk: '0' }, { pk, sk: 'g' }, Suspension);
    },

    /** The suspensions of these organisations. */
    among: (organisations: readonly OrganisationId[]): Promise<Suspension[]> =>
      batchGet(table, organisations.map(operatorKeys.suspension), Suspension),

    /** Suspends an organisation. A repeated call changes nothing. @throws ApiError `not_found`. */
    async suspend(organisationId: OrganisationId): Promise<Suspension> {
      const suspension: Suspension = { organisationId, since: now().toISOString(), deletion: null };
      const made = transact(table, {
        organisation: { check: keys.organisation(organisationId), ...IF_PRESENT },
        suspension: { put: { ...operatorKeys.suspension(organisationId), ...suspension }, ...IF_ABSENT },
        audit: entry(organisationId, 'suspend'),
      });
      if (await conditionHeld(made)) return suspension;
      const earlier = await find(organisationId);
      if (earlier === null) throw notFound('organisation');
      return earlier;
    },

    /**
     * Ends a suspension. A repeated call changes nothing. Handover then hands over all work that waited.
     * @throws ApiError `conflict` while the organisation is being deleted.
     */
    async resume(organisationId: OrganisationId): Promise<void> {
      const ending = transact(table, {
        suspension: { delete: operatorKeys.suspension(organisationId), ...UNDELETED },
        audit: entry(organisationId, 'resume'),
      });
      if (await conditionHeld(ending)) return;
      if ((await find(organisationId)) !== null) throw new ApiError('conflict', 'The organisation is being deleted.');
    },

    /** Makes a suspension a deletion. A repeated call changes nothing. @throws ApiError `not_found`. */
    async beginDeletion(organisationId: OrganisationId): Promise<Suspension> {
      const at = now().toISOString();
      const part: Update<Suspension> = {
        update: operatorKeys.suspension(organisationId),
        set: { deletion: { startedAt: at, settledAt: null, dueAt: at } },
        ...UNDELETED,
      };
      await conditionHeld(write(table, part));
      const suspension = await find(organisationId);
      if (suspension === null) throw notFound('organisation');
      return suspension;
    },

    /** Sets when nobody works for the organisation any more. The next run is due then. */
    settle: (organisationId: OrganisationId, at: Date): Promise<void> =>
      change(organisationId, { settledAt: at.toISOString(), dueAt: at.toISOString() }),

    postponeDeletion: (organisationId: OrganisationId, at: Date): Promise<void> =>
      change(organisationId, { dueAt: at.toISOString() }),

    /** Saves how far a deletion has read the references of blocks. */
    saveReferences: (organisationId: OrganisationId, references: Deletion['references']): Promise<void> =>
      change(organisationId, { references }),
  };
}
