import { endpoint } from '../../lib/http/endpoint.ts';
import { addressOf } from '../../lib/wallets/address.ts';
import { presentedWallet } from '../../lib/wallets/present.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(routes.createWallet, async ({ body, organisation, deps }) => {
  const address = addressOf(body.address, body.chains);
  return presentedWallet(await walletRepo(deps).create(organisation, body, address));
});
