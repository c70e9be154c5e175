import { ApiError } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { RuleRepo } from './repo.ts';

/**
 * Refuses the deletion of an address list that an active rule names. A list that is gone has no address, so a rule that
 * is activated later without a change finds none there.
 * @throws ApiError `conflict`.
 */
export async function assertUnused(
  { all }: Pick<RuleRepo, 'all'>,
  organisationId: OrganisationId,
  list: string,
): Promise<void> {
  const text = JSON.stringify(`list:${list}`);
  const rules = await all(organisationId);
  const using = rules.find(({ isActive, conditions }) => isActive && JSON.stringify(conditions).includes(text));
  if (using === undefined) return;
  throw new ApiError('conflict', `The active rule ${using.id} names the list: change or disable the rule first.`);
}
