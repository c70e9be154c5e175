import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { presentedWallet } from '../../lib/wallets/wallet-response.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(routes.getWallet, async ({ params, organisation, deps }) =>
  presentedWallet(await walletRepo(deps).get(organisation, params.id)),
);
