import { expect, it } from '@jest/globals';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { quiet } from '../support/quiet.ts';
import { RECEIVER, SENDER } from '../support/scenario.ts';
import { checkedScenario, notified } from './checked.ts';
import { balancesOf, chainOfChanges, changing } from './made-balances.ts';

quiet();

const [FIRST, SECOND] = [SENDER, RECEIVER].toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase()));

it('A block that no node traces delays its own wallet only, and is reported after two minutes', async () => {
  if (FIRST === undefined || SECOND === undefined) throw new Error('there are two wallets');
  const chain = chainOfChanges(changing(), changing());
  const { reader } = balancesOf(chain);
  let untraceable: number | undefined;
  const failing: ChainReader = {
    ...reader,
    tracedBlock: async (at, signal) => {
      if (at.height === untraceable) throw new ChainUnavailableError('anvil', 'the block is too large to trace');
      return (await reader.tracedBlock?.(at, signal)) ?? null;
    },
  };
  const { deps, scenario, run, recorded, found } = await checkedScenario(failing);
  await run({ start: 0 });
  await notified(scenario, FIRST);
  await scenario.makeWallet({ label: 'Second', address: SECOND, chains: ['anvil'] });
  chain.append(changing());
  await run();
  chain.append(changing({ by: 'hidden', to: FIRST, amount: '5' }));
  untraceable = chain.head;
  chain.append(changing({ by: 'hidden', to: SECOND, amount: '7' }));
  await expect(run()).rejects.toThrow('too large to trace');
  expect(await recorded()).toMatchObject([{ source: 'reconcile', tokenAmount: '7' }]);
  deps.advance(120);
  await run();
  expect((await found()).filter(({ status }) => status === 'open')).toMatchObject([
    { difference: '5', fromHeight: untraceable, toHeight: untraceable },
  ]);
  expect(await recorded()).toHaveLength(1);
});
