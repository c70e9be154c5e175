import { expect, it } from '@jest/globals';
import { quiet } from '../support/quiet.ts';
import { USDC } from '../support/records.ts';
import { SENDER } from '../support/scenario.ts';
import { allTokens } from './all-balances.ts';
import { checkedScenario, notified } from './checked.ts';
import { balancesOf, type Change, chainOfChanges, changing } from './made-balances.ts';

quiet();

const CHANGES = 6;

/** A wallet that changes in each of some blocks after its first check, and runs that end after some steps. */
async function watched(change: (n: number) => Change) {
  const chain = chainOfChanges(changing(), changing());
  const { reader, asked } = balancesOf(chain);
  const checked = await checkedScenario(reader);
  await checked.run({ start: 0 });
  await notified(checked.scenario, SENDER);
  chain.append(changing());
  await checked.run();
  for (let n = 0; n < CHANGES; n++) chain.append(changing(change(n)));
  /** A run that is over when it asks for the last of so many steps. */
  const shortRun = async (steps: number): Promise<void> => {
    let left = steps;
    await checked.run({ proceed: async () => left-- > 0 });
  };
  return { ...checked, chain, asked, shortRun };
}

it('A check whose runs are short goes on where the last run stopped', async () => {
  const { shortRun, found, recorded, reports, amounts } = await watched((n) => ({
    by: n % 2 === 0 ? 'hidden' : 'none',
    to: SENDER,
    amount: '1',
  }));
  const known: number[] = [];
  for (let run = 0; run < CHANGES; run++) {
    // The sample, the balance and two blocks.
    await shortRun(4);
    known.push((await found()).length);
  }
  expect(known).toEqual([2, 4, 6, 6, 6, 6]);
  expect((await recorded()).map(({ source }) => source)).toEqual(['reconcile', 'reconcile', 'reconcile']);
  expect((await found()).filter(({ status }) => status === 'open')).toHaveLength(3);
  expect(await reports()).toHaveLength(2 * 3);
  expect(Object.values(await amounts())).toEqual(['1006']);
});

it('A run that is over before the first block is investigated takes nothing for right', async () => {
  const { shortRun, run, found, recorded, amounts } = await watched(() => ({ by: 'hidden', to: SENDER, amount: '1' }));
  for (const steps of [0, 1, 2, 2]) await shortRun(steps);
  expect([await found(), await amounts()]).toEqual([[], { [SENDER.toLowerCase()]: '1000' }]);
  await run();
  expect(await recorded()).toHaveLength(CHANGES);
  expect(await found()).toHaveLength(CHANGES);
});

it('A run that is over before the tokens are compared leaves the tokens to the next run', async () => {
  const { chain, shortRun, run, balances, found } = await watched(() => ({
    by: 'plain',
    to: SENDER,
    amount: '10',
    token: USDC,
  }));
  await shortRun(2);
  expect(await allTokens(balances, 'anvil')).toEqual([]);
  chain.append(changing());
  await run();
  expect(await allTokens(balances, 'anvil')).toMatchObject([{ amount: '60', moved: '0' }]);
  expect(await found()).toEqual([]);
});
