import { expect, it } from '@jest/globals';
import { JsonRpcProvider, parseEther, toQuantity } from 'ethers';
import { addWallet, evmAddress } from '../api/samples.ts';
import { depsOfStack, storeCheck } from '../balances/stored-balances.ts';
import { newOrganisation } from '../support/api.ts';
import { stackUrl } from '../support/stack-url.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();

// Scenario: the last check found 1,800.5 ETH in each wallet.
it.each([
  [
    '0.5',
    /On the chain now: 0\.5 ETH \(1,250(\.00)? USD\), 1,800 ETH less than the records say\. The next check/,
    false,
  ],
  ['1800.5', /On the chain now: the same, asked/, true],
])('The page of a wallet with %s ETH asks the chain and agrees only if it may', async (held, said, agrees) => {
  const { api, apiKey } = await newOrganisation();
  const wallet = await addWallet(api, { address: evmAddress(), chains: ['anvil'] });
  await storeCheck(depsOfStack(), wallet, { chain: 'anvil', height: 1, amount: '1800.5' });
  const node = new JsonRpcProvider(stackUrl('STACK_ANVIL_URL'), 31337, { staticNetwork: true });
  await node.send('anvil_setBalance', [wallet.address, toQuantity(parseEther(held))]);
  node.destroy();
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1600, height: 1200 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, `/wallets?open=${wallet.id}`);
  const row = page.getByRole('list', { name: 'Balances' }).getByRole('listitem');
  await row.getByText(said).waitFor();
  expect(await row.getByText('Agrees with the records').count()).toBe(agrees ? 1 : 0);
  expect(await row.getByText('Agreed with the records').count()).toBe(agrees ? 0 : 1);
  await expectAccessible(page, 'the balances of a wallet');
  expectNoFaults(watched);
});
