import { expect, it } from '@jest/globals';
import { getAddress } from 'ethers';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { evmAddress } from '../api/samples.ts';
import { failingReader } from '../support/failing-reader.ts';
import { Faults, type Plan } from '../support/faults.ts';
import { quiet } from '../support/quiet.ts';
import { sweep } from '../support/sweep.ts';
import { dynamoDb } from '../support/table.ts';
import { checkedScenario, checking } from './checked.ts';
import { balancesOf, type Change, chainOfChanges, changing } from './made-balances.ts';

quiet();

const WALLETS = 6;
/** One address in each request, and two requests in each stretch. */
const STRETCHES = { atOnce: 1, requests: 2 } as const;
const STRETCHES_OF_A_ROUND = WALLETS / STRETCHES.requests;
/** Addresses before and after all others. */
const EARLY = '0x0000000000000000000000000000000000000001';
const LATE = getAddress(`0x${'f'.repeat(40)}`);

/** Wallets in the order of their addresses, after their first round. */
async function inStretches(reading = (reader: ChainReader): ChainReader => reader) {
  const chain = chainOfChanges(changing(), changing());
  const { reader, asked } = balancesOf(chain);
  const checked = await checkedScenario(reading(reader));
  await checked.run({ start: 0 });
  const addresses = Array.from({ length: WALLETS }, () => evmAddress()).sort((a, b) =>
    a.toLowerCase() < b.toLowerCase() ? -1 : 1,
  );
  const watch = (address: string) => checked.scenario.makeWallet({ label: 'Wallet', address, chains: ['anvil'] });
  for (const address of addresses) await watch(address);
  const address = (n: number): string => addresses[n] ?? '';
  /** A block with these changes, and a run that checks one stretch. */
  const stretch = async (...changes: readonly Change[]): Promise<void> => {
    chain.append(changing(...changes));
    await checked.run(STRETCHES);
  };
  const round = async (): Promise<void> => {
    for (let n = 0; n < STRETCHES_OF_A_ROUND; n++) await stretch();
  };
  await round();
  const lastCheck = () => checked.balances.lastCheck('anvil', chain.head);
  return { ...checked, chain, reader, asked, address, watch, stretch, round, lastCheck };
}

const to = (address: string, amount: string, by: Change['by'] = 'plain'): Change => ({ by, to: address, amount });

it('Runs that are too short for all balances finish a round together', async () => {
  const { run, chain, amounts, lastCheck } = await inStretches();
  const before = chain.head;
  for (let n = 0; n < STRETCHES_OF_A_ROUND; n++) {
    expect((await lastCheck())?.height).toBeLessThanOrEqual(before);
    let left = STRETCHES.requests;
    chain.append(changing());
    await run({ ...STRETCHES, proceed: async () => left-- > 0 });
  }
  expect((await lastCheck())?.height).toBe(before + 1);
  expect(Object.values(await amounts())).toEqual(Array(WALLETS).fill('1000'));
});

it('A run that is over within a stretch loses this stretch alone', async () => {
  const { run, chain, asked, stretch } = await inStretches();
  await stretch();
  asked.length = 0;
  let left = 1;
  chain.append(changing());
  await run({ ...STRETCHES, proceed: async () => left-- > 0 });
  for (let n = 1; n < STRETCHES_OF_A_ROUND; n++) await stretch();
  expect(asked).toHaveLength(1 + (STRETCHES_OF_A_ROUND - 1) * STRETCHES.requests);
});

it('Each stretch compares after the newest block, so that a node need not know old states', async () => {
  const { chain, stretch, asked, found } = await inStretches((reader) => ({
    ...reader,
    async accounts(addresses, at, signal) {
      if (at.height < (await reader.head(signal))) throw new ChainUnavailableError('anvil', 'the state is too old');
      return reader.accounts?.(addresses, at, signal) ?? Promise.reject(new Error('the reader reads no balances'));
    },
  }));
  asked.length = 0;
  const before = chain.head;
  for (let n = 0; n < STRETCHES_OF_A_ROUND; n++) await stretch();
  expect(new Set(asked)).toEqual(new Set([before + 1, before + 2, before + 3]));
  expect(await found()).toEqual([]);
});

it('A payment that comes and goes while a round runs is no difference', async () => {
  const { stretch, round, found, address } = await inStretches();
  // The first stretch sees no payment. The last stretch sees a balance that came back to what it was.
  await stretch(to(address(5), '5'));
  await stretch({ ...to(evmAddress(), '4.999979'), from: address(5) });
  await stretch();
  await round();
  expect(await found()).toEqual([]);
});

it('A payment after the stretch of its address is compared in the next round', async () => {
  const { stretch, round, found, amounts, address } = await inStretches();
  await stretch();
  await stretch(to(address(0), '5'), to(address(1), '7', 'none'));
  await stretch();
  expect([await found(), (await amounts())[address(1).toLowerCase()]]).toEqual([[], '1000']);
  await round();
  expect(await found()).toMatchObject([{ difference: '7' }]);
  expect((await amounts())[address(0).toLowerCase()]).toBe('1005');
});

it('A wallet that comes while a round runs is compared with the payments after its creation', async () => {
  const { chain, run, stretch, round, found, amounts, watch, watcher } = await inStretches();
  await stretch();
  chain.append(changing(to(EARLY, '3'), to(LATE, '3')));
  await run({ ...STRETCHES });
  expect(await watcher.cursors.get('anvil')).toMatchObject({ height: chain.head });
  for (const address of [EARLY, LATE]) await watch(address);
  await stretch(to(EARLY, '2', 'hidden'), to(LATE, '2', 'hidden'));
  for (let n = 0; n < 3; n++) await round();
  expect(await amounts()).toMatchObject({ [EARLY]: '1005', [LATE.toLowerCase()]: '1005' });
  expect((await found()).map(({ difference }) => difference)).toEqual(['2', '2']);
});

it('A wallet that comes while a stretch is compared has no difference from payments before its creation', async () => {
  const { chain, watcher, checkBalances, all, stretch, watch, round, found } = await inStretches();
  await stretch();
  await stretch();
  chain.append(changing());
  const { cursor } = await all();
  if (cursor === null) throw new Error('nothing was scanned');
  // The scan goes on beside the check.
  chain.append(changing(to(LATE, '3')));
  await all();
  await watch(LATE);
  const { signal } = new AbortController();
  const options = { chain: { ...chainOf('anvil'), accountsPerRequest: 1 }, every: 1, requests: 3, signal };
  await checkBalances(cursor, { ...options, proceed: async () => true });
  expect(await watcher.cursors.get('anvil')).toMatchObject({ height: cursor.height + 1 });
  for (let n = 0; n < 3; n++) await round();
  expect(await found()).toEqual([]);
});

it('A reorganisation that replaces the block of the first stretch begins the round again', async () => {
  const { chain, stretch, round, found, amounts, address, lastCheck } = await inStretches();
  const before = chain.head;
  await stretch(to(address(0), '5'));
  await stretch(to(address(2), '5'));
  chain.reorg(2, [changing(), changing(), changing(to(address(0), '1'))]);
  for (let n = 0; n < 2; n++) await round();
  expect(await found()).toEqual([]);
  expect(await amounts()).toMatchObject({ [address(0).toLowerCase()]: '1001', [address(2).toLowerCase()]: '1000' });
  expect((await lastCheck())?.height).toBeGreaterThan(before);
});

it('A reorganisation of the block of a later stretch leaves its balances to the next round', async () => {
  const { chain, stretch, round, found, amounts, address } = await inStretches();
  await stretch();
  await stretch(to(address(2), '5'), to(address(3), '5', 'none'));
  chain.reorg(1, [changing(to(address(2), '1')), changing()]);
  await stretch();
  await round();
  expect((await found()).filter(({ status }) => status === 'open')).toEqual([]);
  expect(await amounts()).toMatchObject({ [address(2).toLowerCase()]: '1001', [address(3).toLowerCase()]: '1000' });
});

const faults = new Faults();
const failingClient = faults.over(dynamoDb());

/** A payment that only a check finds, or no transaction, for an address of each stretch, while processes fail. */
async function interrupted(plan: Plan) {
  const { chain, reader, deps, scenario, address, recorded, found, amounts, reports } = await inStretches();
  await scenario.makeWebhook('http://127.0.0.1:1/', { events: ['coverage.difference'] });
  const table = openTable(deps.table.name, failingClient);
  const started = () => checking(deps, scenario, failingReader(reader, faults), { table });
  const changes = [0, 2, 4].flatMap((n) => [to(address(n), '7', 'hidden'), to(address(n + 1), '3', 'none')]);
  chain.append(changing(...changes));
  faults.arm(plan);
  let process = started();
  for (let n = 0; n < STRETCHES_OF_A_ROUND + 2; n++) {
    const survived = await faults.process(() => process.run(STRETCHES));
    if (!survived && plan.process === 'dies') process = started();
    chain.append(changing());
  }
  return {
    records: (await recorded()).map(({ tokenAmount }) => tokenAmount),
    open: (await found()).filter(({ status }) => status === 'open').map(({ difference }) => difference),
    reports: (await reports()).length,
    amounts: Object.values(await amounts()).sort(),
  };
}

it.each([
  { fails: 'before', process: 'dies' },
  { fails: 'after', process: 'dies' },
  { fails: 'after', process: 'goes on' },
] as const)(
  'Every address is compared and every open difference is told once when a process fails: %j',
  async (how) => {
    await sweep(faults, how, 2, async (plan) => {
      expect(await interrupted(plan)).toEqual({
        records: ['7', '7', '7'],
        open: ['3', '3', '3'],
        reports: 3,
        amounts: ['1003', '1003', '1003', '1007', '1007', '1007'],
      });
    });
  },
);
