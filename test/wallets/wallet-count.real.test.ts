import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { keys } from '../../lib/platform/table/keys.ts';
import { getItem } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { recountWallets } from '../../lib/wallets/wallet-count.ts';
import { evmAddress } from '../api/samples.ts';
import { settled } from '../support/concurrent.ts';
import { testDeps } from '../support/deps.ts';
import { makeScenario } from '../support/scenario.ts';
import { makeTable } from '../support/table.ts';

const Counted = z.object({ walletCount: z.int().optional() });

describe('The count of wallets', () => {
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
    const counted = await getItem(deps.table, keys.organisation(organisation), Counted);
    expect(counted?.walletCount).toBe(data.length);
  });
});
