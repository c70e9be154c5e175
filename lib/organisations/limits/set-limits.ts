import * as z from 'zod';
import { audited } from '../../platform/audit/audit-log.ts';
import type { Deps } from '../../platform/deps.ts';
import { keys } from '../../platform/table/keys.ts';
import { conditionHeld, transact, type Update } from '../../platform/table/write.ts';
import { ApiError, notFound } from '../../values/errors.ts';
import { OrganisationId } from '../../values/ids.ts';
import { attributeOf, LIMITS, ownLimits } from './limits.ts';
import { destinationCount, fitsBeside, MOST_RECIPIENTS } from './recipient-room.ts';

/** A number of records that an organisation may have. */
const Count = z.int().min(0).max(10_000_000).nullable().optional();
const Rate = z.int().min(1).max(10_000_000).nullable().optional();

/** Null: the limit of the stage. */
export const SetLimits = z.strictObject({
  organisationId: OrganisationId,
  limits: z.strictObject({
    wallets: Count,
    rules: Count,
    webhooks: z.int().min(0).max(MOST_RECIPIENTS).nullable().optional(),
    keys: Count,
    addressBook: Count,
    listEntries: Count,
    requestsPerSecond: Rate,
    recordsPerHour: Rate,
    mailsPerMinute: Rate,
  }),
});

/**
 * Sets limits of an organisation, and leaves the limits that `limits` does not name. A limit below the present number
 * of records removes no record. Returns the limits that operators have set; null where the stage sets the limit.
 * @throws ApiError `not_found`, `conflict`.
 */
export async function setLimits(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  { organisationId, limits }: z.output<typeof SetLimits>,
) {
  const { table } = deps;
  const given = LIMITS.filter((name) => limits[name] !== undefined);
  const set = given.flatMap((name) => (limits[name] === null ? [] : [[attributeOf(name), limits[name]]]));
  const part: Update<Record<string, unknown>> = {
    update: keys.organisation(organisationId),
    set: Object.fromEntries(set),
    remove: given.filter((name) => limits[name] === null).map(attributeOf),
    ...fitsBeside(limits.webhooks ?? 0),
  };
  const before = await ownLimits(table, organisationId);
  const audit = audited(deps, organisationId, {
    action: 'update',
    resource: 'organisation',
    id: organisationId,
    before: { limits: before },
    after: { limits: { ...before, ...limits } },
  });
  if (given.length > 0 && !(await conditionHeld(transact(table, { part, audit })))) {
    const destinations = await destinationCount(table, organisationId);
    if (destinations === null) throw notFound('organisation');
    const most = `An organisation can have ${MOST_RECIPIENTS} webhooks and destinations together.`;
    throw new ApiError('conflict', `${most} This one has ${destinations} destinations.`);
  }
  const own = await ownLimits(table, organisationId);
  return { organisationId, limits: Object.fromEntries(LIMITS.map((name) => [name, own[name] ?? null])) };
}
