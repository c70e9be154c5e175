import { muteRepo } from '../../lib/organisations/mutes/repo.ts';
import { askedMute } from '../../lib/organisations/mutes/schema.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { throttlings } from '../../lib/wallets/throttled-wallets.ts';
import { addressOf, assertAccount, WalletChanges } from '../../lib/wallets/wallet-address.ts';
import { walletResponse } from '../../lib/wallets/wallet-response.ts';
import { routes } from './routes.ts';

const route = { ...routes.updateWallet, body: WalletChanges };

export const handler = endpoint(route, async ({ params, body, organisation, deps }) => {
  const wallets = walletRepo(deps);
  if (body.chains !== undefined) {
    const { address, chains } = await wallets.get(organisation, params.id);
    addressOf(address, body.chains, 'chains');
    const added = body.chains.filter((chain) => !chains.includes(chain));
    assertAccount(address, added);
  }
  const { mutedUntil, muteReason, muteCritical, ...change } = body;
  const mutes = muteRepo(deps);
  const asked = await askedMute({ mutedUntil, muteReason, muteCritical }, deps.now());
  const isChanged = Object.keys(change).length > 0;
  const wallet = isChanged
    ? await walletChanges(deps).update(
        organisation,
        params.id,
        change,
        mutes.planOf(organisation, 'wallet', params.id, asked),
      )
    : await wallets.get(organisation, params.id);
  const [throttled, mute] = await Promise.all([
    throttlings(deps.table, organisation),
    asked === undefined || isChanged
      ? mutes.find(organisation, 'wallet', wallet.id)
      : mutes.set(organisation, wallets.muted(organisation, wallet), asked),
  ]);
  return walletResponse(wallet, { throttled, mutes: mute === null ? [] : [mute], now: deps.now() });
});
