import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { JsonRpcProvider, toQuantity, Wallet, zeroPadValue } from 'ethers';
import * as z from 'zod';
import { balanceChecks } from '../../lib/balances/balance-wiring.ts';
import { differenceRepo } from '../../lib/balances/difference-repo.ts';
import { balanceRepo } from '../../lib/balances/repo.ts';
import type { StoredDifference } from '../../lib/balances/schema.ts';
import { evmReader } from '../../lib/chains/evm/evm-reader.ts';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import type { Queue } from '../../lib/deliveries/delivery-queue.ts';
import type { StoredDelivery } from '../../lib/deliveries/schema.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { blockRepo } from '../../lib/watch/block-records.ts';
import type { Budgets } from '../../lib/watch/touches.ts';
import { receiptOf } from '../../local/chains/mined.ts';
import { Processes } from '../../local/processes/child-processes.ts';
import { DataDir } from '../../local/processes/data-dir.ts';
import { startAnvil } from '../../local/processes/emulators.ts';
import type { TestDeps } from '../support/deps.ts';
import { thrice } from '../support/rpc-nodes.ts';
import { makeScenario, type Scenario } from '../support/scenario.ts';
import { watchedScenario, watching } from '../watch/watched.ts';
import { allNatives } from './all-balances.ts';

const { signal } = new AbortController();
const anvil = chainOf('anvil');

/** Accounts whose keys anvil holds. */
export const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const STRANGER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** A contract that sends the value of each call to the address in the call's data. */
const FORWARDER = '0x6000600060006000346000355af100';
const FORWARDER_AT = '0x00000000000000000000000000000000F0F0F0f0';
/** A contract that pays the amount in the second word of the call's data to the address in the first word. */
export const PAYER = '0x60006000600060006020356000355af100';
/** A contract that refuses every call. */
export const REFUSER = '0x60006000fd';

/** What a test does with a node that runs its own chain. */
function onNode(url: string) {
  // No cache, because a cache would return an old height.
  const node = new JsonRpcProvider(url, 31337, { staticNetwork: true, cacheTimeout: -1, pollingInterval: 20 });
  const sent = (transaction: Record<string, unknown>): Promise<string> =>
    node.send('eth_sendTransaction', [{ gas: toQuantity(1_000_000), ...transaction }]);
  const send = async (transaction: Record<string, unknown>): Promise<string> => {
    const hash = await sent(transaction);
    await mined(hash);
    return hash;
  };
  const mined = (hash: string) => receiptOf(node, hash);
  const mine = (blocks: number): Promise<unknown> => node.send('anvil_mine', [toQuantity(blocks)]);
  const forwarding = (to: string, value: bigint) => ({
    from: STRANGER,
    to: FORWARDER_AT,
    value: toQuantity(value),
    data: zeroPadValue(to, 32),
  });
  return {
    url,
    node,
    send,
    mine,
    forwarding,
    newAddress: () => Wallet.createRandom().address,
    setBalance: (address: string, wei: bigint) => node.send('anvil_setBalance', [address, toQuantity(wei)]),
    /** A new address with this code. */
    async contract(code: string): Promise<string> {
      const { address } = Wallet.createRandom();
      await node.send('anvil_setCode', [address, code]);
      return address;
    },
    /** A stranger pays through a contract. Neither the transaction nor its logs name the receiver. */
    payThrough: (to: string, value: bigint): Promise<string> => send(forwarding(to, value)),
    /** Sends several transactions in one block. */
    async together(...transactions: readonly Record<string, unknown>[]): Promise<string[]> {
      await node.send('evm_setAutomine', [false]);
      const hashes: string[] = [];
      for (const transaction of transactions) hashes.push(await sent(transaction));
      await mine(1);
      await node.send('evm_setAutomine', [true]);
      for (const hash of hashes) await mined(hash);
      return hashes;
    },
    /** Replaces the last blocks by as many blocks. `transactions` are signed texts or requests, with their blocks. */
    reorg: (depth: number, transactions: readonly (readonly [unknown, number])[] = []) =>
      node.send('anvil_reorg', [depth, transactions]),
    signed: async (hash: string): Promise<string> =>
      z.string().parse(await node.send('eth_getRawTransactionByHash', [hash])),
  };
}

export type OwnNode = ReturnType<typeof onNode>;

/** A node of this file alone, because the tests set balances and reorganise the chain. Call this once per file. */
export function ownNode(): () => OwnNode {
  const processes = new Processes();
  const directory = mkdtempSync(join(tmpdir(), 'chainwatch-balances-'));
  let made: OwnNode | undefined;
  beforeAll(async () => {
    const onDeath = (message: string) => process.stderr.write(message);
    made = onNode(await startAnvil({ dataDir: new DataDir(directory), processes, onDeath }));
    await made.node.send('anvil_setCode', [FORWARDER_AT, FORWARDER]);
  });
  afterAll(async () => {
    made?.node.destroy();
    await processes.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  return () => {
    if (made === undefined) throw new Error('the node has not started');
    return made;
  };
}

/** A reader of these nodes, or of one node three times. */
export const readerAt = (...urls: readonly string[]): ChainReader =>
  evmReader(anvil, urls.length === 1 ? thrice(urls[0] ?? '') : urls);

/** A scenario whose watcher scans the chain and checks balances. */
export async function checkedScenario(reader: ChainReader) {
  const { deps, scenario } = await watchedScenario(reader);
  return { deps, scenario, ...checking(deps, scenario, reader) };
}

/** A scenario with a watched wallet and every kind of notice, from the block after the present block on. */
export async function begun(chain: OwnNode, reader = readerAt(chain.url), address = chain.newAddress()) {
  const checked = await checkedScenario(reader);
  const start = (await chain.node.getBlockNumber()) + 1;
  await chain.mine(1);
  await checked.run({ start });
  const wallet = await notified(checked.scenario, address);
  return { ...checked, address, wallet };
}

/** The same after the first check of the balance. */
export async function checkedOnce(...on: Parameters<typeof begun>) {
  const checked = await begun(...on);
  await on[0].mine(1);
  await checked.run();
  return checked;
}

/** A wallet, a rule for every transfer, a webhook and an e-mail address. */
export async function notified(scenario: Scenario, address: string) {
  const wallet = await scenario.makeWallet({ label: 'Treasury', address, chains: ['anvil'] });
  await scenario.makeRule({ cooldownMinutes: 0 });
  await scenario.makeWebhook('http://127.0.0.1:1/', {
    events: ['alert.fired', 'alert.retracted', 'coverage.difference'],
  });
  await scenario.evaluation.settings.change(scenario.organisation, { emails: ['ops@example.com'] });
  return wallet;
}

export interface CheckRun {
  /** Blocks between two checks. */
  readonly every?: number;
  /** The first height of a new chain. */
  readonly start?: number;
  /** Balances of one request. */
  readonly atOnce?: number;
  /** Requests of one stretch. */
  readonly requests?: number;
  /** Whether the run may go on; always true by default. */
  proceed?(): Promise<boolean>;
}

/** What of a process may fail, and how much its watcher may record. */
interface Failing {
  readonly table?: Table;
  readonly queue?: Queue;
  readonly budgets?: Budgets;
}

/** A watcher with checks on an existing table, like a second process. */
export function checking(
  deps: TestDeps,
  scenario: Scenario,
  reader: ChainReader,
  { table = deps.table, queue = scenario.queue, budgets }: Failing = {},
) {
  const watched = watching(deps, scenario, reader, 'anvil', { table, budgets });
  const { prices } = watched.watcher;
  const { checkBalances, watchesCode } = balanceChecks({ ...deps, table }, { reader, prices, queue });
  const stored = balanceRepo(deps, blockRepo(deps));
  return {
    ...watched,
    checkBalances,
    watchesCode,
    balances: stored,
    /** Scans all new blocks and checks the balances, as a run of the watcher does. */
    async run({ every = 1, start, atOnce, requests, proceed = async () => true }: CheckRun = {}): Promise<void> {
      const { cursor } = await watched.all({ start });
      const chain = { ...anvil, accountsPerRequest: atOnce ?? anvil.accountsPerRequest };
      if (cursor) await checkBalances(cursor, { chain, every, requests, signal, proceed });
    },
    /** The stored native balances by address in match form. */
    async amounts(): Promise<Record<string, string | undefined>> {
      const all = await allNatives(stored, 'anvil');
      return Object.fromEntries(all.map(({ sk, amount }) => [sk.slice('NATIVE#'.length), amount]));
    },
    ...findings(deps, scenario),
  };
}

/** What the checks have found for the organisation of a scenario. */
function findings(deps: TestDeps, scenario: Scenario) {
  const { organisation, evaluation } = scenario;
  /** Every record, the oldest first, including orphaned records. */
  const recorded = async (): Promise<StoredTransaction[]> => {
    const all = { includeReorged: 'true' } as const;
    const { data } = await evaluation.transactions.page(organisation, all, { page: 1, pageSize: 100 });
    return data.toSorted((a, b) => a.blockNumber - b.blockNumber || a.hash.localeCompare(b.hash));
  };
  return {
    recorded,
    async found(): Promise<StoredDifference[]> {
      const { data } = await differenceRepo(deps).page(organisation, { page: 1, pageSize: 100 });
      return data.toSorted((a, b) => a.fromHeight - b.fromHeight || a.id.localeCompare(b.id));
    },
    /** Evaluates every record, as the stream does. Returns the events. */
    async evaluated() {
      for (const record of await recorded()) await scenario.evaluate(record);
      return scenario.events();
    },
    /** The deliveries that report differences. */
    async reports(): Promise<StoredDelivery[]> {
      return (await scenario.deliveries()).filter(({ eventKind }) => eventKind === 'coverage.difference');
    },
  };
}

/** Another organisation on the same table that watches an address. */
export async function anotherOrganisation(deps: TestDeps, address: string) {
  const scenario = await makeScenario(deps);
  const wallet = await notified(scenario, address);
  return { scenario, wallet, ...findings(deps, scenario) };
}
