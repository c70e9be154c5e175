import { expect, it } from '@jest/globals';
import { openTable } from '../../lib/platform/table/table.ts';
import { quiet } from '../support/quiet.ts';
import { recorded } from '../support/recorded.ts';
import { makeScenario, SENDER } from '../support/scenario.ts';
import { dynamoDb } from '../support/table.ts';
import { holding, payment, paymentChain, readerOf } from './payments.ts';
import { watchedScenario, watching } from './watched.ts';

quiet();

const strangerOf = (n: number): string => `0x${(n + 1).toString(16).padStart(40, '0')}`;
/** A block that names so many addresses, none of which is watched. */
const naming = (addresses: number, first: number) =>
  holding(...Array.from({ length: addresses }, (_, n) => payment(first + n, { to: strangerOf(n) })));

/** The cursor, the stored blocks above it, the watch log; the block record, the cursor. Each costs one unit. */
const WITHOUT_HIT = ['GetItem', 'Query', 'Query', 'PutItem', 'PutItem'];

it.each([0, 30])(
  'A block costs the same table actions however many addresses it names, with %i wallets',
  async (wallets) => {
    const chain = paymentChain(naming(1, 0));
    const { deps, scenario } = await watchedScenario(readerOf(chain));
    for (let n = 0; n < wallets; n++) {
      const other = await makeScenario(deps);
      await other.makeWallet({ label: 'Watched', address: strangerOf(10_000 + n), chains: ['anvil'] });
    }
    const { client, actions } = recorded(dynamoDb());
    const { all } = watching(deps, scenario, readerOf(chain), 'anvil', {
      table: openTable(deps.table.name, client),
    });
    await all();
    for (const addresses of [0, 1, 400]) {
      chain.append(naming(addresses, 1_000 * addresses));
      actions.length = 0;
      await all();
      expect({ addresses, actions }).toEqual({ addresses, actions: WITHOUT_HIT });
    }
  },
);

it('A hit costs one read of the watched addresses in addition', async () => {
  const chain = paymentChain(naming(1, 0));
  const { deps, scenario } = await watchedScenario(readerOf(chain));
  const wallet = await scenario.makeWallet({ label: 'Watched', address: SENDER, chains: ['anvil'] });
  const { client, actions } = recorded(dynamoDb());
  const { all } = watching(deps, scenario, readerOf(chain), 'anvil', {
    table: openTable(deps.table.name, client),
  });
  await all();
  deps.advance(1);
  await scenario.wallets.update(scenario.organisation, wallet.id, { watch: false });
  chain.append(holding(payment(1, { from: SENDER })));
  actions.length = 0;
  await all();
  // Nobody watches the address any more, which this read shows.
  expect(actions).toEqual([...WITHOUT_HIT.slice(0, 3), 'BatchGetItem', ...WITHOUT_HIT.slice(3)]);
});
