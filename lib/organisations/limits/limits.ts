import * as z from 'zod';
import { keys } from '../../platform/table/keys.ts';
import { getItem, type Table } from '../../platform/table/table.ts';
import type { Condition } from '../../platform/table/write.ts';
import { ApiError } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';

/** What an organisation may have at most: numbers of records, and rates. */
export const LIMITS = [
  'wallets',
  'rules',
  'webhooks',
  'keys',
  'addressBook',
  'listEntries',
  'requestsPerSecond',
  'recordsPerHour',
  'mailsPerMinute',
] as const;
export type LimitName = (typeof LIMITS)[number];

/** The limits that operators set for an organisation. The limits of the stage hold for the others. */
export type OwnLimits = Partial<Record<LimitName, number>>;

/** The attribute of a limit in the item of the organisation. */
export const attributeOf = (name: LimitName) => `limit_${name}` as const;

const Limit = z.int().optional();
const Own = z.looseObject({}).transform(
  (own): OwnLimits =>
    Object.fromEntries(
      LIMITS.flatMap((name) => {
        const limit = Limit.parse(own[attributeOf(name)]);
        return limit === undefined ? [] : [[name, limit]];
      }),
    ),
);

/** Strongly consistent. */
export const ownLimits = async (table: Table, organisationId: OrganisationId): Promise<OwnLimits> =>
  (await getItem(table, keys.organisation(organisationId), Own)) ?? {};

/**
 * Holds while a count in the item of the organisation is below its limit. The item holds both, so that the limit holds
 * in a race without a read.
 * @param count the attribute of the count. Without the attribute, the count is 0.
 * @param stage the limit of the stage.
 */
export function below(name: LimitName, count: string, stage: number): Condition {
  const own = `#${attributeOf(name)}`;
  const isBelow = (limit: string) => `(#${count} < ${limit} OR (attribute_not_exists(#${count}) AND ${limit} > :zero))`;
  return {
    when: `(attribute_exists(${own}) AND ${isBelow(own)}) OR (attribute_not_exists(${own}) AND ${isBelow(':limit')})`,
    values: { ':limit': stage, ':zero': 0 },
  };
}

/** The error of a request for the record after the last. @param noun what the organisation has too many of. */
export async function limitReached(
  table: Table,
  organisationId: OrganisationId,
  name: LimitName,
  { stage, noun }: { readonly stage: number; readonly noun: string },
): Promise<ApiError> {
  const limit = (await ownLimits(table, organisationId))[name] ?? stage;
  return new ApiError('conflict', `An organisation can have ${limit} ${noun}.`);
}
