import { env } from '../../lib/platform/env.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { accountOf, WalletBody } from '../../lib/wallets/wallet-address.ts';
import { walletResponse } from '../../lib/wallets/wallet-response.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  { ...routes.createWallet, body: WalletBody },
  async ({ body, organisation, deps }) => {
    const { address, destinationTag } = accountOf(body);
    const changes = walletChanges(deps, { most: env.limits().WALLET_LIMIT });
    const wallet = await changes.create(organisation, body, { address, destinationTag });
    return walletResponse(wallet, { throttled: [], mutes: [], now: deps.now() });
  },
);
