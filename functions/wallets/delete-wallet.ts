import { muteRepo } from '../../lib/organisations/mutes/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.deleteWallet, async ({ params, organisation, deps }) => {
  await walletChanges(deps).remove(organisation, params.id);
  await muteRepo(deps).endOfDeleted(organisation, 'wallet', params.id);
  return null;
});
