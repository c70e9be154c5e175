import { expect, it } from '@jest/globals';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { sum } from '../../lib/values/decimal.ts';
import { quiet } from '../support/quiet.ts';
import { SENDER } from '../support/scenario.ts';
import { checkedScenario, notified } from './checked.ts';
import { balancesOf, type Change, chainOfChanges, changing } from './made-balances.ts';

quiet();

/** More blocks than one investigation traces. */
const BLOCKS = 72;

const gains = (by: Change['by']) => changing({ by, to: SENDER, amount: '1' });

/** An address that gains coins in every block after its first check. */
async function restless(by: Change['by']) {
  const chain = chainOfChanges(changing(), changing());
  const { reader } = balancesOf(chain);
  const traced: number[] = [];
  const counting: ChainReader = {
    ...reader,
    tracedBlock: async (at, signal) => {
      traced.push(at.height);
      return (await reader.tracedBlock?.(at, signal)) ?? null;
    },
  };
  const checked = await checkedScenario(counting);
  await checked.run({ start: 0 });
  await notified(checked.scenario, SENDER);
  chain.append(changing());
  await checked.run();
  for (let n = 0; n < BLOCKS; n++) chain.append(gains(by));
  return { ...checked, chain, traced };
}

it('An address that gains coins in every block has a bounded number of differences, which add up', async () => {
  const { run, found, traced } = await restless('none');
  await run();
  const differences = await found();
  expect(sum(differences.map(({ difference }) => difference))).toBe(String(BLOCKS));
  expect(differences.length).toBeLessThan(BLOCKS / 2);
  expect(traced.length).toBeLessThan(BLOCKS / 2);
});

it('Later checks trace few blocks of the open differences of an address again, however many are open', async () => {
  const { chain, run, found, traced } = await restless('none');
  await run();
  const before = (await found()).length;
  traced.length = 0;
  chain.append(changing());
  await run();
  expect(traced.length).toBeLessThan(10);
  expect(await found()).toHaveLength(before);
});

it('A check records every hidden payment, however many blocks hold one', async () => {
  const { run, found, recorded } = await restless('hidden');
  await run();
  expect(await recorded()).toHaveLength(BLOCKS);
  expect((await found()).filter(({ status }) => status === 'open')).toEqual([]);
});
