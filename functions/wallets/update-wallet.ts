import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { throttlings } from '../../lib/wallets/throttled-wallets.ts';
import { addressOf, assertAccount, WalletChanges } from '../../lib/wallets/wallet-address.ts';
import { walletResponse } from '../../lib/wallets/wallet-response.ts';
import { routes } from './routes.ts';

const route = { ...routes.updateWallet, body: WalletChanges };

export const handler = endpoint(route, async ({ params, body, organisation, deps }) => {
  if (body.chains !== undefined) {
    const { address, chains } = await walletRepo(deps).get(organisation, params.id);
    addressOf(address, body.chains, 'chains');
    const added = body.chains.filter((chain) => !chains.includes(chain));
    assertAccount(address, added);
  }
  const wallet = await walletChanges(deps).update(organisation, params.id, body);
  return walletResponse(wallet, await throttlings(deps.table, organisation));
});
