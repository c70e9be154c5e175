import type { Deps } from '../../platform/deps.ts';
import { invalidField } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { walletRepo } from '../../wallets/repo.ts';
import type { CreateRule } from './schema.ts';

/**
 * Refuses ids of wallets that the organisation does not have. Tags and types may be of wallets to come.
 * @param at the path of the rule.
 * @throws ApiError `validation_failed`.
 */
export async function assertWallets(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisationId: OrganisationId,
  { wallets, walletIds }: Pick<CreateRule, 'wallets' | 'walletIds'>,
  at = '',
): Promise<void> {
  const ids = wallets?.ids ?? walletIds ?? [];
  const known = await walletRepo(deps).byId(organisationId, ids);
  const missing = ids.findIndex((id) => known.get(id)?.deletedAt !== null);
  const field = wallets === undefined ? 'walletIds' : 'wallets.ids';
  if (missing !== -1) throw invalidField(`${at}${field}.${missing}`, 'is not a wallet of the organisation');
}
