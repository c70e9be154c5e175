import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import type { StoredWallet } from '../../lib/wallets/schema.ts';
import { watchedAmong } from '../../lib/wallets/watched-addresses.ts';
import { readTogether, settled } from '../support/concurrent.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { makeScenario, RECEIVER, type Scenario, SENDER } from '../support/scenario.ts';
import { makeTable } from '../support/table.ts';

const CONFLICT = expect.objectContaining({ code: 'conflict' });
const NOT_FOUND = { code: 'not_found' };
let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let wallets: Scenario['wallets'];
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  ({ wallets } = scenario);
});

const make = (chains: string[], address = RECEIVER) => scenario.makeWallet({ label: 'Other', address, chains });
const update = (wallet: StoredWallet, change: object) => {
  deps.advance(1);
  return wallets.update(scenario.organisation, wallet.id, change);
};

/** The wallets of the organisation that watch the address on a chain, as the watchers of the chain see them. */
async function watchers(chain: ChainId, address = RECEIVER): Promise<string[]> {
  const form = address.toLowerCase();
  const watched = (await watchedAmong(table, chain, [form])).get(form);
  const own = watched?.watchers.filter(({ organisationId }) => organisationId === scenario.organisation) ?? [];
  return own.map(({ walletId }) => walletId);
}

describe('an address', () => {
  it('becomes one wallet when several requests create a wallet for the address at once', async () => {
    const { fulfilled, rejected } = await settled(20, () => make(['ethereum', 'base']));
    expect(fulfilled).toHaveLength(1);
    expect(rejected).toEqual(Array(19).fill(CONFLICT));
    const { meta } = await wallets.list(scenario.organisation, { page: 1, pageSize: 25 });
    expect(meta.total).toBe(2);
  });

  it('becomes one wallet for each tag when several requests create wallets with tags at once', async () => {
    const account = { label: 'Tag', address: 'rGFuMiw48HdbnrUbkRYuitXTmfrDBNTCnX', chains: ['xrp'] };
    const { fulfilled, rejected } = await settled(15, (i) =>
      scenario.makeWallet({ ...account, ...(i % 3 > 0 && { destinationTag: i % 3 }) }),
    );
    expect(fulfilled.map(({ destinationTag }) => destinationTag).sort()).toEqual([1, 2, null]);
    expect(rejected).toEqual(Array(12).fill(CONFLICT));
    const tagged = new Map(fulfilled.map(({ destinationTag, id }) => [destinationTag, id]));
    const owned = (await wallets.owned(scenario.organisation, ['xrp'], [account.address])).get(account.address);
    expect(owned?.untagged).toBe(tagged.get(null));
    expect([1, 2].map((tag) => owned?.tagged.get(tag))).toEqual([1, 2].map((tag) => tagged.get(tag)));
  });

  it('belongs to one wallet when the chains of several wallets overlap', async () => {
    const chains = [
      ['ethereum', 'base'],
      ['base', 'polygon'],
      ['polygon', 'ethereum'],
    ];
    const { fulfilled, rejected } = await settled(3, (i) => make(chains[i] ?? []));
    expect(fulfilled).toHaveLength(1);
    expect(rejected).toEqual([CONFLICT, CONFLICT]);
  });

  it('can have a second wallet on other chains and in other organisations', async () => {
    await make(['ethereum']);
    await make(['base']);
    await (await makeScenario(deps)).makeWallet({ label: 'Theirs', address: RECEIVER, chains: ['ethereum'] });
    expect(await watchers('ethereum')).toHaveLength(1);
  });

  it('is taken on an added chain and free on a removed chain', async () => {
    const [one, two] = [await make(['ethereum']), await make(['base'])];
    await expect(update(one, { chains: ['ethereum', 'base'] })).rejects.toMatchObject({ code: 'conflict' });
    await update(two, { chains: ['polygon'] });
    await update(one, { chains: ['ethereum', 'base'] });
    const owned = await wallets.owned(scenario.organisation, ['ethereum', 'base', 'polygon'], [SENDER]);
    expect(owned).toEqual(new Map([[SENDER, { untagged: scenario.wallet.id, tagged: new Map() }]]));
    expect(await watchers('base')).toHaveLength(1);
  });

  it('is free again after its wallet is deleted, and the deleted wallet stays for its transactions', async () => {
    const wallet = await make(['ethereum']);
    await wallets.remove(scenario.organisation, wallet.id);
    await expect(wallets.get(scenario.organisation, wallet.id)).rejects.toMatchObject(NOT_FOUND);
    await expect(wallets.remove(scenario.organisation, wallet.id)).rejects.toMatchObject(NOT_FOUND);
    expect((await wallets.byId(scenario.organisation, [wallet.id])).get(wallet.id)).toMatchObject({ label: 'Other' });
    expect((await make(['ethereum'])).id).not.toBe(wallet.id);
  });

  it('is visible to watchers while its wallet is watched', async () => {
    const wallet = await make(['ethereum']);
    expect(await watchers('ethereum')).toHaveLength(1);
    await update(wallet, { watch: false });
    expect(await watchers('ethereum')).toEqual([]);
    await update(wallet, { watch: true });
    await wallets.remove(scenario.organisation, wallet.id);
    expect(await watchers('ethereum')).toEqual([]);
  });
});

describe('concurrent changes of one wallet', () => {
  let wallet: StoredWallet;
  beforeEach(async () => {
    wallet = await make(['ethereum']);
    deps.advance(1);
  });

  it('succeed for one request and are refused with a conflict for the other requests', async () => {
    const together = walletChanges({ ...deps, table: readTogether(table, 10) });
    const { fulfilled, rejected } = await settled(10, (i) =>
      together.update(scenario.organisation, wallet.id, { label: `Label ${i}` }),
    );
    expect(fulfilled).toEqual([await wallets.get(scenario.organisation, wallet.id)]);
    expect(rejected).toEqual(Array(9).fill(CONFLICT));
  });

  it('do not stop a deletion, and no address is watched after the deletion', async () => {
    const together = walletChanges({ ...deps, table: readTogether(table, 2) });
    const { fulfilled } = await settled(2, async (i) => {
      if (i === 0) await together.remove(scenario.organisation, wallet.id);
      else await together.update(scenario.organisation, wallet.id, { chains: ['ethereum', 'base'] });
      return i === 0 ? 'deleted' : 'changed';
    });
    expect(fulfilled).toContain('deleted');
    await expect(wallets.get(scenario.organisation, wallet.id)).rejects.toMatchObject(NOT_FOUND);
    expect([await watchers('ethereum'), await watchers('base')]).toEqual([[], []]);
  });

  it('succeed once when all requests delete the wallet', async () => {
    const together = walletChanges({ ...deps, table: readTogether(table, 3) });
    const { fulfilled, rejected } = await settled(3, () => together.remove(scenario.organisation, wallet.id));
    expect(fulfilled).toHaveLength(1);
    expect(rejected).toEqual(Array(2).fill(expect.objectContaining(NOT_FOUND)));
  });
});
