import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.deleteWallet, async ({ params, organisation, deps }) => {
  await walletRepo(deps).remove(organisation, params.id);
  return null;
});
