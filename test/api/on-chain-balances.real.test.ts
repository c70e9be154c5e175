import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther, toQuantity } from 'ethers';
import { routes } from '../../functions/routes.ts';
import { depsOfStack, storeCheck } from '../balances/stored-balances.ts';
import { type Actor, newActor } from '../support/anvil.ts';
import { type ApiClient, api, invalid, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { stackUrl } from '../support/stack-url.ts';
import { addWallet, evmAddress } from './samples.ts';

let mine: ApiClient;
let actor: Actor;
beforeAll(async () => {
  mine = (await newOrganisation()).api;
  actor = await newActor(stackUrl('STACK_ANVIL_URL'));
});
afterAll(() => actor.stop());

/** A wallet that a check compared at 1,800.5 ETH, and from which 1,800 ETH went since without a record. */
async function drained() {
  const wallet = await addWallet(mine, { address: evmAddress(), chains: ['anvil'] });
  await storeCheck(depsOfStack(), wallet, { chain: 'anvil', height: 1, amount: '1800.5' });
  await actor.provider.send('anvil_setBalance', [wallet.address, toQuantity(parseEther('0.5'))]);
  return wallet;
}

const plain = (id: string) => ({ params: { id } });
const asking = (id: string, onChain = 'true') => ({ ...plain(id), query: { onChain } });

describe('GET /api/wallets/:id/balances?onChain=true', () => {
  it('says what the chain says now beside what the records say, and flags no difference', async () => {
    const { id } = await drained();
    const row = { chain: 'anvil', asset: 'ETH', amount: '1800.5', valueUsd: '4501250', status: 'matched' };
    const { data } = await mine.ok(routes.listBalances, asking(id));
    expect(data).toEqual([
      expect.objectContaining({ ...row, onChain: { amount: '0.5', valueUsd: '1250', at: expect.any(String) } }),
    ]);
    for (const unasked of [plain(id), asking(id, 'false')]) {
      expect((await mine.ok(routes.listBalances, unasked)).data).toMatchObject([{ ...row, onChain: null }]);
    }
    expect((await mine.ok(routes.listReconciliations, { query: { walletId: id } })).data).toEqual([]);
  });

  it('is null on a chain whose only node is dead, and the answer still comes', async () => {
    const address = 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B';
    const wallet = await addWallet(mine, { address, chains: ['xrp-testnet'] });
    await storeCheck(depsOfStack(), wallet, { chain: 'xrp-testnet', height: 1, amount: '7' });
    const { data } = await mine.ok(routes.listBalances, asking(wallet.id));
    expect(data).toMatchObject([{ amount: '7', onChain: null }]);
  });

  it('is 404 for another organisation, 401 without a key, and 400 for another value', async () => {
    const { id } = await drained();
    const stranger = (await newOrganisation()).api;
    expect(await stranger.refused(routes.listBalances, asking(id))).toEqual(NOT_FOUND);
    expect(await api().refused(routes.listBalances, asking(id))).toMatchObject({ status: 401 });
    expect(await mine.refused(routes.listBalances, asking(id, 'yes'))).toEqual(invalid('onChain'));
  });
});
