import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { walletResponse } from '../../lib/wallets/wallet-response.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listWallets, async ({ query, organisation, deps }) => {
  const { data, meta } = await walletRepo(deps).list(organisation, query);
  return { data: data.map(walletResponse), meta };
});
