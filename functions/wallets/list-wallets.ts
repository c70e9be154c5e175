import { muteRepo } from '../../lib/organisations/mutes/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { throttlings } from '../../lib/wallets/throttled-wallets.ts';
import { walletListing } from '../../lib/wallets/wallet-listing.ts';
import { walletResponse } from '../../lib/wallets/wallet-response.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listWallets, async ({ query, organisation, deps }) => {
  const reading = throttlings(deps.table, organisation, { stale: true });
  const [{ data, meta }, throttled] = await Promise.all([
    walletListing(deps).list(organisation, query, reading),
    reading,
  ]);
  const ids = data.map(({ id }) => id);
  const mutes = await muteRepo(deps).ofSome(organisation, 'wallet', ids);
  const states = { throttled, mutes, now: deps.now() };
  return { data: data.map((wallet) => walletResponse(wallet, states)), meta };
});
