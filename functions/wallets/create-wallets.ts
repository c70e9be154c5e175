import { env } from '../../lib/platform/env.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { createWallets } from '../../lib/wallets/bulk-creation.ts';
import { BulkRows } from '../../lib/wallets/bulk-schema.ts';
import { walletResponse } from '../../lib/wallets/wallet-response.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  { ...routes.createWallets, body: BulkRows },
  async ({ body, organisation, deps }) => {
    const { WALLET_LIMIT } = env.limits();
    const { created, ...others } = await createWallets(deps, organisation, body.wallets, WALLET_LIMIT);
    const states = { throttled: [], mutes: [], now: deps.now() };
    return { created: created.map((wallet) => walletResponse(wallet, states)), ...others };
  },
);
