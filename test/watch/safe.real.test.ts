import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JsonRpcProvider, Wallet, ZeroAddress } from 'ethers';
import { evmReader } from '../../lib/chains/evm/evm-reader.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import { deploySafes, type NewSafe, type Safes } from '../../local/chains/safe.ts';
import { Processes } from '../../local/processes/child-processes.ts';
import { DataDir } from '../../local/processes/data-dir.ts';
import { startAnvil } from '../../local/processes/emulators.ts';
import { quiet } from '../support/quiet.ts';
import { thrice } from '../support/rpc-nodes.ts';
import { watchedScenario } from './watched.ts';

quiet();

/** A node of this file alone, because a test reorganises its chain. */
const processes = new Processes();
const directory = mkdtempSync(join(tmpdir(), 'chainwatch-safe-'));
let url: string;
let node: JsonRpcProvider;
let safes: Safes;
beforeAll(async () => {
  const onDeath = (message: string) => process.stderr.write(message);
  url = await startAnvil({ dataDir: new DataDir(directory), processes, onDeath });
  node = new JsonRpcProvider(url, 31337, { staticNetwork: true, cacheTimeout: -1 });
  safes = await deploySafes(url);
});
afterAll(async () => {
  safes.stop();
  node.destroy();
  await processes.stop();
  rmSync(directory, { recursive: true, force: true });
});

const newAddress = (): string => Wallet.createRandom().address;
/** The code of a contract that answers true to everything. */
const YES = '0x600160005260206000f3';

/** A scenario whose watcher watches a new Safe and a payee from the present block on. */
async function begun(options: NewSafe = {}) {
  const safe = await safes.newSafe(options);
  const payee = newAddress();
  const reader = evmReader(chainOf('anvil'), thrice(url));
  const watched = await watchedScenario(reader);
  const { scenario } = watched;
  const treasury = await scenario.makeWallet({ label: 'Safe', address: safe.address, chains: ['anvil'] });
  const cold = await scenario.makeWallet({ label: 'Cold', address: payee, chains: ['anvil'] });
  const rules = {
    large_transfer: { value_usd: { gte: '1000' } },
    outbound_only: {},
    authority_change: { kinds: ['owner_added', 'guard_changed', 'implementation_changed'] },
  };
  for (const [ruleType, conditions] of Object.entries(rules)) {
    await scenario.makeRule({ name: ruleType, ruleType, conditions, cooldownMinutes: 0 });
  }
  await watched.all({ start: (await node.getBlockNumber()) + 1 });
  return {
    ...watched,
    safe,
    payee,
    treasury,
    cold,
    reader,
    /** Scans the new blocks and evaluates the records of a transaction, which it returns by wallet. */
    async recorded(hash: string) {
      await watched.all();
      const records = await scenario.evaluation.transactions.byHash(scenario.organisation, hash);
      for (const record of records) await scenario.evaluate(record);
      return new Map(records.map((record) => [record.walletId, record]));
    },
    /** The wallets for which rules fired, by rule type. */
    async alerted(hash: string) {
      const events = (await scenario.events()).filter(({ transaction }) => transaction.hash === hash);
      const byType = Map.groupBy(events, ({ ruleType }) => ruleType);
      return new Map([...byType].map(([ruleType, own]) => [ruleType, own.map(({ walletId }) => walletId).sort()]));
    },
  };
}

const swapped = (subject: string, before: string, after: string) => ({
  kind: 'implementation_changed',
  subject,
  before,
  after,
});

describe('a watcher of a Safe', () => {
  // Scenario: a Safe with 150 ETH pays 100 ETH to another wallet and adds an owner, in one transaction.
  it('records a payment on both wallets, and the new owner on the Safe', async () => {
    const { safe, payee, treasury, cold, recorded, alerted } = await begun({ balance: '150' });
    const owner = newAddress();
    const pays = { to: payee, value: '100' };
    const hash = await safe.execute(safes.batch(pays, safe.own('addOwnerWithThreshold', owner, 2)));
    const records = await recorded(hash);
    const payment = { origin: 'call', from: safe.address, to: payee, asset: 'ETH', amount: '100' };
    expect([...records.keys()].sort()).toEqual([treasury.id, cold.id].sort());
    for (const record of records.values()) {
      expect(record).toMatchObject({ direction: 'internal', tokenSymbol: 'ETH', tokenAmount: '100', detail: 'full' });
      expect(record.transfers).toEqual([expect.objectContaining({ ...payment, direction: 'internal' })]);
    }
    const added = { kind: 'owner_added', subject: safe.address, before: null, after: owner };
    expect(records.get(treasury.id)?.authority).toEqual([added]);
    expect(records.get(cold.id)?.authority).toEqual([]);
    expect(await alerted(hash)).toEqual(
      new Map([
        ['large_transfer', [treasury.id, cold.id].sort()],
        ['authority_change', [treasury.id]],
      ]),
    );
  });

  it('records a payment to a stranger as outbound', async () => {
    const { safe, treasury, recorded, alerted } = await begun({ balance: '1' });
    const hash = await safe.execute({ to: newAddress(), value: '0.25' });
    expect((await recorded(hash)).get(treasury.id)).toMatchObject({
      direction: 'outbound',
      tokenAmount: '0.25',
      valueUsd: '750',
      authority: [],
    });
    expect(await alerted(hash)).toEqual(new Map([['outbound_only', [treasury.id]]]));
  });
});

describe('a watcher of a Safe with a guard of its modules', () => {
  it('records the guard, and the zero address when it is removed', async () => {
    const { safe, treasury, recorded, alerted } = await begun();
    const guard = newAddress();
    await node.send('anvil_setCode', [guard, YES]);
    for (const after of [guard, ZeroAddress]) {
      const hash = await safe.execute(safe.own('setModuleGuard', after));
      const change = { kind: 'guard_changed', subject: safe.address, before: null, after };
      expect((await recorded(hash)).get(treasury.id)?.authority).toEqual([change]);
      expect(await alerted(hash)).toEqual(new Map([['authority_change', [treasury.id]]]));
    }
  });
});

describe('a watcher of a Safe whose delegatecall overwrites slot 0', () => {
  it('records the change of implementation, which no event states', async () => {
    const { safe, treasury, reader, recorded, alerted } = await begun();
    const thief = newAddress();
    const hash = await safe.execute(safes.swap(thief));
    const change = swapped(safe.address, safes.singleton, thief);
    expect((await recorded(hash)).get(treasury.id)?.authority).toEqual([change]);
    expect(await alerted(hash)).toEqual(new Map([['authority_change', [treasury.id]]]));
    const looked = await reader.lookup(hash, AbortSignal.timeout(60_000));
    expect(looked?.authority).toEqual([change]);
  });

  it('records the change that a module makes in a transaction that does not name the Safe', async () => {
    const { safe, treasury, recorded } = await begun();
    await safe.execute(safe.own('enableModule', safes.relay));
    const thief = newAddress();
    const hash = await safe.executeByRelay(safes.swap(thief));
    expect((await recorded(hash)).get(treasury.id)?.authority).toEqual([swapped(safe.address, safes.singleton, thief)]);
  });

  it('records the change on the transaction that made it, among several in one block', async () => {
    const { safe, payee, treasury, recorded } = await begun({ balance: '2' });
    const pays = { to: payee, value: '1' };
    const [paid, hash, paidLater] = await safe.executeTogether(pays, safes.swap(safes.singletonL2), pays);
    const authority = async (of = '') => (await recorded(of)).get(treasury.id)?.authority;
    expect(await authority(hash)).toEqual([swapped(safe.address, safes.singleton, safes.singletonL2)]);
    expect(await authority(paid)).toEqual([]);
    expect(await authority(paidLater)).toEqual([]);
  });

  it('orphans the record and retracts its alert when a reorganisation removes the transaction', async () => {
    const { safe, scenario, treasury, all, recorded, records } = await begun();
    const hash = await safe.execute(safes.swap(newAddress()));
    expect((await recorded(hash)).get(treasury.id)).toMatchObject({
      reorged: false,
      authority: [{ before: safes.singleton }],
    });
    await node.send('anvil_reorg', [1, []]);
    await all();
    expect((await records()).get(hash)).toMatchObject({ reorged: true });
    expect(await scenario.events()).toEqual([
      expect.objectContaining({ ruleType: 'authority_change', retractedAt: expect.any(String) }),
    ]);
  });
});
