import { destinationRoom } from '../../organisations/limits/recipient-room.ts';
import { nextRulesVersion } from '../../organisations/rules-version.ts';
import { audited } from '../../platform/audit/audit-log.ts';
import type { Deps } from '../../platform/deps.ts';
import { newestFirst, type Page, type PageRequest, pageOf } from '../../platform/page.ts';
import { create } from '../../platform/table/create.ts';
import { keys, prefixes } from '../../platform/table/keys.ts';
import { getItem, queryPrefix } from '../../platform/table/table.ts';
import {
  type Condition,
  conditionHeld,
  IF_ABSENT,
  IF_PRESENT,
  transact,
  type Update,
  type Write,
} from '../../platform/table/write.ts';
import { ApiError, notFound } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { StoredDestination } from '../port/destination.ts';

/** Destinations of organisations. The organisation's item holds their number, so that the limit holds in a race. */
export function destinationRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table, now } = deps;
  return {
    find: (organisationId: OrganisationId, id: string): Promise<StoredDestination | null> =>
      getItem(table, keys.destination(organisationId, id), StoredDestination),

    /** @throws ApiError `not_found`. */
    async get(organisationId: OrganisationId, id: string): Promise<StoredDestination> {
      const destination = await this.find(organisationId, id);
      if (destination === null) throw notFound('destination');
      return destination;
    },

    /** Strongly consistent. */
    all: (organisationId: OrganisationId): Promise<StoredDestination[]> =>
      queryPrefix(table, keys.organisation(organisationId).pk, prefixes.destinations, StoredDestination),

    async list(organisationId: OrganisationId, request: PageRequest): Promise<Page<StoredDestination>> {
      const all = await this.all(organisationId);
      return pageOf(newestFirst(all), request, 'destinations', organisationId);
    },

    /** @throws ApiError `conflict` when the organisation has the highest number of destinations. */
    async create(organisationId: OrganisationId, destination: StoredDestination): Promise<void> {
      const { most, isBelow } = await destinationRoom(table, organisationId);
      const making = create(table, {
        destination: { put: { ...keys.destination(organisationId, destination.id), ...destination }, ...IF_ABSENT },
        organisation: { ...nextRulesVersion(organisationId, now(), { destinationCount: 1 }), ...isBelow },
        audit: audited(deps, organisationId, {
          action: 'create',
          resource: 'destination',
          id: destination.id,
          after: destination,
        }),
      });
      if (await conditionHeld(making)) return;
      throw new ApiError('conflict', `An organisation can have ${most} destinations.`);
    },

    /** @throws ApiError `conflict` when another request changed the destination meanwhile, `not_found` when removed. */
    async replace(organisationId: OrganisationId, before: StoredDestination, after: StoredDestination): Promise<void> {
      const replacing = transact(table, {
        destination: {
          put: { ...keys.destination(organisationId, before.id), ...after },
          ...unchanged(before),
        },
        organisation: nextRulesVersion(organisationId, now()),
        audit: audited(deps, organisationId, {
          action: 'update',
          resource: 'destination',
          id: before.id,
          before,
          after,
        }),
      });
      if (await conditionHeld(replacing)) return;
      await this.get(organisationId, before.id);
      throw new ApiError('conflict', 'The destination was changed at the same time; read it again.');
    },

    /** The writes by which the service turns a destination off, unless it was changed meanwhile. */
    disabling(organisationId: OrganisationId, seen: StoredDestination, reason: string, at: Date): Write[] {
      const { id } = seen;
      const set = {
        isActive: false,
        disabledReason: reason,
        disabledBy: 'service',
        updatedAt: at.toISOString(),
      } as const;
      const key = keys.destination(organisationId, id);
      const destination: Update<StoredDestination> = { update: key, set, ...unchanged(seen) };
      const change = {
        action: 'update',
        resource: 'destination',
        id,
        before: seen,
        after: { ...seen, ...set },
      } as const;
      return [destination, nextRulesVersion(organisationId, now()), ...audited(deps, organisationId, change)];
    },

    /** @throws ApiError `not_found`. */
    async remove(organisationId: OrganisationId, id: string): Promise<void> {
      const before = await this.get(organisationId, id);
      const removing = transact(table, {
        destination: { delete: keys.destination(organisationId, id), ...IF_PRESENT },
        organisation: nextRulesVersion(organisationId, now(), { destinationCount: -1 }),
        audit: audited(deps, organisationId, { action: 'delete', resource: 'destination', id, before }),
      });
      if (!(await conditionHeld(removing))) throw notFound('destination');
    },
  };
}

/** The secret too: operators seal secrets again without another time of the last change. */
const unchanged = ({ updatedAt, sealedSecret }: StoredDestination): Condition => ({
  when: '#updatedAt = :seen AND #sealedSecret = :secret',
  values: { ':seen': updatedAt, ':secret': sealedSecret },
});

export type DestinationRepo = ReturnType<typeof destinationRepo>;
