import { muteRepo } from '../../lib/organisations/mutes/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { throttlings } from '../../lib/wallets/throttled-wallets.ts';
import { walletResponse } from '../../lib/wallets/wallet-response.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getWallet, async ({ params, organisation, deps }) => {
  const wallet = await walletRepo(deps).get(organisation, params.id);
  const [throttled, mute] = await Promise.all([
    throttlings(deps.table, organisation),
    muteRepo(deps).find(organisation, 'wallet', wallet.id),
  ]);
  return walletResponse(wallet, { throttled, mutes: mute === null ? [] : [mute], now: deps.now() });
});
