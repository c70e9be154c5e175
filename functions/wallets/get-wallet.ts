import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { throttlings } from '../../lib/wallets/throttled-wallets.ts';
import { walletResponse } from '../../lib/wallets/wallet-response.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getWallet, async ({ params, organisation, deps }) => {
  const wallet = await walletRepo(deps).get(organisation, params.id);
  return walletResponse(wallet, await throttlings(deps.table, organisation));
});
