import { endpoint } from '../../lib/http/endpoint.ts';
import { presentedWallet } from '../../lib/wallets/present.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(routes.getWallet, async ({ params, organisation, deps }) =>
  presentedWallet(await walletRepo(deps).get(organisation, params.id)),
);
