import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { keys } from '../../lib/platform/table/keys.ts';
import { getItem, type Table } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import type { OrganisationId } from '../../lib/values/ids.ts';
import { recountWallets } from '../../lib/wallets/wallet-count.ts';
import { evmAddress } from '../api/samples.ts';
import { settled } from '../support/concurrent.ts';
import { testDeps } from '../support/deps.ts';
import { makeScenario } from '../support/scenario.ts';
import { makeTable } from '../support/table.ts';
import { watchedWorld } from './watched-processes.ts';

const Counted = z.object({ walletCount: z.int().optional() });

const countOf = async (table: Table, organisation: OrganisationId) =>
  (await getItem(table, keys.organisation(organisation), Counted))?.walletCount;

describe('The count of wallets', () => {
  it('refuses no wallet of a new organisation when another call makes a wallet at any moment', async () => {
    const world = await watchedWorld();
    for (let at = 1; at <= 10; at++) {
      const caller = world.caller(0);
      caller.before(at, () => world.change(world.caller(0), at, 1, 'watch'));
      await world.change(caller, at, 0, 'watch');
      const made = [...world.wallets.keys()].filter((key) => key.startsWith(`${at} `));
      expect(await countOf(world.deps.table, world.organisationAt(at))).toBe(made.length);
    }
  });

  it('lets an organisation at its limit delete a wallet when another call counts at any moment', async () => {
    const { deps, caller, change, organisationAt, wallets } = await watchedWorld();
    for (let at = 1; at <= 10; at++) {
      await change(caller(0), at, 0, 'watch');
      const update = keys.organisation(organisationAt(at));
      await write(deps.table, { update, remove: ['walletCount'], set: { limit_wallets: 1 } });
      const deleting = caller(0);
      deleting.before(at, () => write(deps.table, { update, set: { walletCount: 1 } }));
      await change(deleting, at, 0, 'gone');
      expect(wallets.has(`${at} 0`)).toBe(false);
    }
  });

  // Scenario: an organisation from before the count creates and deletes wallets, while operators recount.
  it('is exact after creations, deletions and recounts at the same time', async () => {
    const deps = testDeps(await makeTable());
    const scenario = await makeScenario(deps);
    const { organisation } = scenario;
    const make = () => scenario.makeWallet({ label: 'W', address: evmAddress(), chains: ['ethereum'] });
    const made = [await make(), await make(), await make(), await make()];
    await write(deps.table, { update: keys.organisation(organisation), remove: ['walletCount'] });
    await settled(12, async (n) => {
      if (n % 3 === 0) await make();
      else if (n % 3 === 1) await scenario.wallets.remove(organisation, made[(n - 1) / 3]?.id ?? '');
      else await recountWallets(deps.table, organisation);
    });
    await make();
    const { data } = await scenario.wallets.list(organisation, { page: 1, pageSize: 100 });
    expect(await countOf(deps.table, organisation)).toBe(data.length);
  });
});
