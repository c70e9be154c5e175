import { muteRepo } from '../../lib/organisations/mutes/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { throttlings } from '../../lib/wallets/throttled-wallets.ts';
import { walletResponse } from '../../lib/wallets/wallet-response.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listWallets, async ({ query, organisation, deps }) => {
  const [{ data, meta }, throttled, mutes] = await Promise.all([
    walletRepo(deps).list(organisation, query),
    throttlings(deps.table, organisation),
    muteRepo(deps).all(organisation, 'wallet'),
  ]);
  const states = { throttled, mutes, now: deps.now() };
  return { data: data.map((wallet) => walletResponse(wallet, states)), meta };
});
