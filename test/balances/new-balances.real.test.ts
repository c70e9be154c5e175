import { expect, it } from '@jest/globals';
import { newBalances } from '../../lib/balances/new-balances.ts';
import { balanceRepo } from '../../lib/balances/repo.ts';
import { formOf } from '../../lib/balances/sample-balances.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { write } from '../../lib/platform/table/write.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { CreateWallet } from '../../lib/wallets/schema.ts';
import { blockRepo } from '../../lib/watch/block-records.ts';
import { evmAddress, walletBody } from '../api/samples.ts';
import { testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { organisation, uuid } from '../support/records.ts';
import { makeTable } from '../support/table.ts';
import { checkedScenario } from './checked.ts';
import { balancesOf, chainOfChanges, changing } from './made-balances.ts';

quiet();

/** The next round is far away. */
const BETWEEN_ROUNDS = { every: 1_000 } as const;

/** A chain after its first round. */
async function afterRound(maySample = () => true) {
  const chain = chainOfChanges(changing(), changing());
  const { reader, asked } = balancesOf(chain);
  const checked = await checkedScenario({
    ...reader,
    async accounts(...call) {
      if (!maySample()) throw new ChainUnavailableError('anvil', 'the node is down');
      return reader.accounts?.(...call) ?? Promise.reject(new Error('the reader reads no balances'));
    },
  });
  await checked.run({ start: 0 });
  asked.length = 0;
  return {
    ...checked,
    asked,
    watch: (address: string) => checked.scenario.makeWallet({ label: 'Wallet', address, chains: ['anvil'] }),
    /** A block comes half a minute later, and a check may follow. */
    async later() {
      checked.deps.advance(30);
      chain.append(changing());
      await checked.run(BETWEEN_ROUNDS);
    },
  };
}

it('New wallets have a balance after the next scan, for two calls in all, and cost no further call', async () => {
  const { later, watch, asked, amounts, found } = await afterRound();
  for (let n = 0; n < 5; n++) await watch(evmAddress());
  await later();
  expect(Object.values(await amounts())).toEqual(Array(5).fill('1000'));
  expect(asked).toHaveLength(2);
  for (let n = 0; n < 5; n++) await later();
  expect(asked).toHaveLength(2);
  expect(await found()).toEqual([]);
});

it('A new wallet waits for a node that is down, for a few tries, and then for the round', async () => {
  let isUp = false;
  let tries = 0;
  const { later, watch, run, amounts } = await afterRound(() => {
    tries += 1;
    return isUp;
  });
  await watch(evmAddress());
  for (let n = 0; n < 6; n++) await later();
  expect(tries).toBe(3);
  expect(Object.values(await amounts())).toEqual([undefined]);
  isUp = true;
  await run();
  expect(Object.values(await amounts())).toEqual(['1000']);
});

it('A large import of an organisation does not delay the new wallet of another one', async () => {
  const deps = testDeps(await makeTable());
  const wallets = walletChanges(deps);
  await write(deps.table, { put: { ...keys.cursor('base'), chain: 'base', height: 5 } });
  const watch = async (owner: OrganisationId, address = evmAddress()) => {
    const input = CreateWallet.parse({ ...walletBody({ address }), chains: ['base'] });
    await wallets.create(owner, input, { address, destinationTag: null });
    return address.toLowerCase();
  };
  for (let n = 0; n < 20; n++) await watch(organisation);
  const late = await watch(OrganisationId.parse(uuid(77)));
  const waiting = newBalances({ ...deps, balances: balanceRepo(deps, blockRepo(deps)) });
  const [first, second] = [await waiting.next('base', 4), await waiting.next('base', 4)];
  expect([first.length, second.length]).toEqual([4, 4]);
  expect(first.map(formOf)).toContain(late);
});
