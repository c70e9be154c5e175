import { endpoint } from '../../lib/http/endpoint.ts';
import { presentedWallet } from '../../lib/wallets/present.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(routes.listWallets, async ({ query, organisation, deps }) => {
  const { data, meta } = await walletRepo(deps).list(organisation, query);
  return { data: data.map(presentedWallet), meta };
});
