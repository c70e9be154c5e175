import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type KeptBalances, keptBalances } from '../../lib/balances/kept-balances.ts';
import { type BalanceRepo, type BegunCheck, balanceRepo } from '../../lib/balances/repo.ts';
import { formOf } from '../../lib/balances/sample-balances.ts';
import type { WatchedBalance } from '../../lib/balances/schema.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { CreateWallet } from '../../lib/wallets/schema.ts';
import { blockRepo } from '../../lib/watch/block-records.ts';
import { evmAddress, walletBody } from '../api/samples.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { recorded } from '../support/recorded.ts';
import { organisation, uuid } from '../support/records.ts';
import { runs } from '../support/sample.ts';
import { dynamoDb, makeTable } from '../support/table.ts';
import { allNatives } from './all-balances.ts';

const CHAIN = 'base';
const anotherOrganisation = OrganisationId.parse(uuid(77));

/**
 * What one process does with the balances, and which actions it takes on the table.
 * @param mostChanged the most balances that the process lists, reads by key, and keeps beside its pages.
 */
function processOf(deps: TestDeps, mostChanged?: number) {
  const { client, actions } = recorded(dynamoDb());
  const table = openTable(deps.table.name, client);
  const balances = balanceRepo({ ...deps, table }, blockRepo({ ...deps, table }));
  return { balances, actions, kept: keptBalances({ ...deps, table, balances }, mostChanged) };
}

const begun = async ({ balances, kept }: { balances: BalanceRepo; kept: KeptBalances }) => {
  const check = await balances.begin(CHAIN);
  return { check, all: (await Array.fromAsync(kept.after(check, ''))).flatMap(({ balances: page }) => page) };
};

const storing = (kept: KeptBalances, check: BegunCheck, balance: WatchedBalance, amount: string) =>
  kept.store(check, [{ balance, checked: { amount, height: check.number, hash: '0x', open: undefined } }], []);

async function setUp() {
  const deps = testDeps(await makeTable());
  const wallets = walletChanges(deps);
  const watch = async (address = evmAddress()) => {
    const input = CreateWallet.parse({ ...walletBody({ address }), chains: [CHAIN] });
    return wallets.create(organisation, input, { address, destinationTag: null });
  };
  const stored = () => allNatives(balanceRepo(deps, blockRepo(deps)), CHAIN);
  return { deps, watch, unwatch: (id: string) => wallets.remove(organisation, id), stored };
}

const sorted = (all: readonly WatchedBalance[]) => all.toSorted((a, b) => a.sk.localeCompare(b.sk));

it('A second check of a process reads no balance of an address that nobody changed', async () => {
  const { deps, watch } = await setUp();
  for (let n = 0; n < 5; n++) await watch();
  deps.advance(300);
  const process = processOf(deps);
  const first = await begun(process);
  expect(first.all).toHaveLength(5);
  deps.advance(300);
  process.actions.length = 0;
  const second = await begun(process);
  expect(second.all).toEqual(first.all);
  // The update counts the check, and the query reads the watch log.
  expect(process.actions).toEqual(['UpdateItem', 'Query']);
});

it('Two processes in turn read only what the other process has changed', async () => {
  const { deps, watch, stored } = await setUp();
  for (let n = 0; n < 5; n++) await watch();
  const processes = [processOf(deps), processOf(deps)];
  for (const process of processes) {
    const { check } = await begun(process);
    await process.kept.list(check);
  }
  for (let n = 0; n < 6; n++) {
    deps.advance(300);
    for (const process of processes) {
      process.actions.length = 0;
      const { check, all } = await begun(process);
      expect(sorted(all)).toEqual(await stored());
      expect(process.actions.filter((action) => action === 'BatchGetItem').length).toBeLessThanOrEqual(1);
      const [balance] = all.slice(n % 5);
      if (balance === undefined) throw new Error('there is no balance');
      expect(await storing(process.kept, check, balance, String(n))).toBe(true);
      await process.kept.list(check);
    }
  }
});

it('A process packs its balances again after many changes, and then knows what the table holds', async () => {
  const { deps, watch, stored } = await setUp();
  for (let n = 0; n < 6; n++) await watch();
  const process = processOf(deps, 3);
  deps.advance(300);
  await begun(process);
  for (let n = 0; n < 12; n++) {
    deps.advance(300);
    process.actions.length = 0;
    const { check, all } = await begun(process);
    expect(sorted(all)).toEqual(await stored());
    // The update counts the check, and the query reads the watch log.
    expect(process.actions).toEqual(['UpdateItem', 'Query']);
    const balance = sorted(all)[n % 6];
    if (balance === undefined) throw new Error('there is no balance');
    expect(await storing(process.kept, check, balance, String(n))).toBe(true);
    await process.kept.list(check);
  }
});

it('A wallet that is written with a clock two minutes behind is in the next check', async () => {
  const { deps, watch } = await setUp();
  await watch();
  const process = processOf(deps);
  await begun(process);
  deps.advance(-119);
  const { address } = await watch();
  deps.advance(119);
  const { all } = await begun(process);
  expect(all.map(formOf)).toContain(address.toLowerCase());
});

it('A balance that an organisation left is looked up once while another organisation watches the address', async () => {
  const { deps, watch, unwatch } = await setUp();
  const { id, address } = await watch();
  const wallets = walletChanges(deps);
  const input = CreateWallet.parse({ ...walletBody({ address }), chains: [CHAIN] });
  await wallets.create(anotherOrganisation, input, { address, destinationTag: null });
  await unwatch(id);
  const process = processOf(deps);
  const { all } = await begun(process);
  const [left] = all;
  if (left === undefined) throw new Error('there is no balance');
  expect(left.left).toMatch(organisation);
  expect(await process.kept.stays(CHAIN, left)).toMatchObject({ left: false });
  expect((await begun(process)).all).toMatchObject([{ left: false }]);
});

it('A balance is looked up again when another organisation stopped watching the address meanwhile', async () => {
  const { deps, watch, unwatch, stored } = await setUp();
  const { id, address } = await watch();
  await unwatch(id);
  const process = processOf(deps);
  const [left] = (await begun(process)).all;
  if (left === undefined) throw new Error('there is no balance');
  deps.advance(1);
  await unwatch((await watch(address)).id);
  expect(await process.kept.stays(CHAIN, left)).toEqual(left);
  await process.kept.remove(CHAIN, left);
  const [now] = await stored();
  expect(now?.left).toMatch(organisation);
  expect((await begun(process)).all).toEqual([now]);
});

type Step =
  | { readonly kind: 'watch' | 'unwatch'; readonly n: number }
  | { readonly kind: 'check'; readonly by: number; readonly stores: readonly number[]; readonly dies: boolean };

const anAddress = fc.nat({ max: 5 });
const aStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('watch' as const, 'unwatch' as const), n: anAddress }),
  fc.record({
    kind: fc.constant('check' as const),
    by: fc.nat({ max: 1 }),
    stores: fc.array(anAddress, { maxLength: 3 }),
    dies: fc.boolean(),
  }),
);

it('Whatever happens between two checks, a process knows what the table holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { deps, watch, unwatch, stored } = await setUp();
      const processes = [processOf(deps), processOf(deps, 3)];
      const addresses = Array.from({ length: 6 }, () => evmAddress());
      const watched = new Map<number, string>();
      for (const step of steps) {
        deps.advance(60);
        if (step.kind === 'check') {
          const process = processes[step.by];
          if (process === undefined) throw new Error('there is no such process');
          const { check, all } = await begun(process);
          expect(sorted(all)).toEqual(await stored());
          for (const n of step.stores) {
            const [balance] = all.slice(n);
            if (balance?.left && n % 2 === 0) await process.kept.remove(CHAIN, balance);
            else if (balance?.left) await process.kept.stays(CHAIN, balance);
            else if (balance) await storing(process.kept, check, balance, String(check.number));
          }
          if (!step.dies) await process.kept.list(check);
        } else if (step.kind === 'watch' && !watched.has(step.n)) {
          watched.set(step.n, (await watch(addresses[step.n])).id);
        } else if (step.kind === 'unwatch' && watched.has(step.n)) {
          await unwatch(watched.get(step.n) ?? '');
          watched.delete(step.n);
        }
      }
    }),
    { numRuns: runs(6, 100) },
  );
});

it('After a write that failed, a process reads all balances', async () => {
  const { deps, watch, stored } = await setUp();
  await watch();
  const process = processOf(deps);
  const { check, all } = await begun(process);
  const [balance] = all;
  if (balance === undefined) throw new Error('there is no balance');
  // Another check begins, so that the write fails. A process that still trusted its memory would also read by key.
  await processOf(deps).balances.begin(CHAIN);
  expect(await storing(process.kept, check, balance, '7')).toBe(false);
  process.actions.length = 0;
  expect((await begun(process)).all).toEqual(await stored());
  expect(process.actions).toEqual(['UpdateItem', 'Query']);
});
