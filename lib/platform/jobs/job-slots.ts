import * as z from 'zod';
import { ApiError } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { keys } from '../table/keys.ts';
import { getItem, type Table } from '../table/table.ts';
import type { Update } from '../table/write.ts';
import type { JobKind } from './job-kind.ts';

type Values = Record<string, unknown>;

/** The room of an organisation for running jobs of a kind, which its item holds. */
export function jobSlots({ name, slots }: Pick<JobKind<never>, 'name' | 'slots'>, table: Table) {
  /** Makes a job one of the running jobs of its organisation, on condition that there is room. */
  const taking = (organisationId: OrganisationId, id: string): Update<Values> =>
    slots.most === 1
      ? {
          update: keys.organisation(organisationId),
          set: { [slots.attribute]: id },
          when: `attribute_not_exists(#${slots.attribute})`,
        }
      : {
          update: keys.organisation(organisationId),
          add: { [slots.attribute]: new Set([id]) },
          when: `attribute_not_exists(#${slots.attribute}) OR size(#${slots.attribute}) < :most`,
          values: { ':most': slots.most },
        };

  const freeing = (organisationId: OrganisationId, id: string): Update<Values> => ({
    update: keys.organisation(organisationId),
    ...(slots.most === 1 ? { remove: [slots.attribute] } : { drop: { [slots.attribute]: new Set([id]) } }),
  });

  async function noRoom(organisationId: OrganisationId): Promise<ApiError> {
    if (slots.most > 1) {
      const detail = `${slots.most} ${name}s are under way: wait until one has ended, or cancel one.`;
      return new ApiError('conflict', detail);
    }
    const Running = z.object({ [slots.attribute]: z.string().default('') });
    const running = (await getItem(table, keys.organisation(organisationId), Running))?.[slots.attribute] ?? '';
    return new ApiError('conflict', `The ${name} ${running} is under way: wait until it has ended, or cancel it.`);
  }

  return { taking, freeing, noRoom };
}
