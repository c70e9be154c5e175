import { ifRulesVersion } from '../../organisations/rules-version.ts';
import type { Stated } from '../../platform/table/if-same.ts';
import { ApiError } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { RuleRepo } from './repo.ts';

/**
 * Refuses the deletion of an address list that an active rule names. A rule that is off may lose its list: it cannot
 * be switched on without the list.
 * @returns the condition in the item of the organisation under which still no active rule names the list.
 * @throws ApiError `conflict`.
 */
export async function assertUnused(
  { all, version }: Pick<RuleRepo, 'all' | 'version'>,
  organisationId: OrganisationId,
  list: string,
): Promise<Stated> {
  // The version comes first: rules that change between the two reads get a higher version.
  const read = await version(organisationId);
  const text = JSON.stringify(`list:${list}`);
  const rules = await all(organisationId);
  const using = rules.find(({ isActive, conditions }) => isActive && JSON.stringify(conditions).includes(text));
  if (using === undefined) return ifRulesVersion(read.version);
  throw new ApiError('conflict', `The active rule ${using.id} names the list: change or disable the rule first.`);
}
