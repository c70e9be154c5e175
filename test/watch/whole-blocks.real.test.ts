import { describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { balanceChecks } from '../../lib/balances/balance-wiring.ts';
import { differenceRepo } from '../../lib/balances/difference-repo.ts';
import { balanceRepo } from '../../lib/balances/repo.ts';
import { evmReader } from '../../lib/chains/evm/evm-reader.ts';
import type { TraceBlocks } from '../../lib/chains/port/chain-entry.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import { walletCoverageOf } from '../../lib/overview/coverage/wallet-coverage.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { blockRepo } from '../../lib/watch/block-records.ts';
import { watch } from '../../lib/watch/watch.ts';
import { contractNode, newAddress } from '../chains/evm-contracts/contract-node.ts';
import { ether } from '../chains/evm-contracts/expected.ts';
import { payer } from '../chains/evm-contracts/payer.ts';
import type { TestDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { type Call, NO_METHOD, rpcNodes, thrice } from '../support/rpc-nodes.ts';
import { makeScenario, type Scenario } from '../support/scenario.ts';
import { watchedScenario, watching } from './watched.ts';

quiet();
const node = contractNode();
const { relay } = rpcNodes();
const anvil = chainOf('anvil');

const isBlockTrace = ({ method }: Pick<Call, 'method'>) => /^(debug_traceBlockByHash|trace_block)$/.test(method);

/**
 * A stranger calls a third contract, which pays a contract wallet 1 ether. The wallet passes it on. Neither the
 * transaction nor a log names the wallet, and its balance stays.
 */
async function passingOn() {
  const [stranger, third, wallet, payee] = [await node.account(), newAddress(), newAddress(), newAddress()];
  await node.put(third, { code: payer([{ to: wallet, value: parseEther('1') }]), ether: '100' });
  await node.put(wallet, { code: payer([{ to: payee, value: 'received' }]) });
  const send = async () => node.send(await node.signed(stranger, { to: third, data: '0x01' }));
  const movements = [ether('call', third, wallet, '1', 'inbound'), ether('call', wallet, payee, '1', 'outbound')];
  return { wallet, payee, send, movements };
}

/** A process that watches, checks balances and evaluates, on a table that other processes may have written. */
function running(deps: TestDeps, scenario: Scenario, urls: readonly string[], traceBlocks?: TraceBlocks) {
  const reader = evmReader(anvil, urls);
  const { watcher, cursor } = watching(deps, scenario, reader);
  const { checkBalances, watchesCode } = balanceChecks(deps, {
    reader,
    prices: watcher.prices,
    queue: scenario.queue,
  });
  const { lastCheck } = balanceRepo(deps, blockRepo(deps));
  const never = new AbortController().signal;

  /** Runs the watcher until the condition holds. The clock of the run stands still. */
  async function runUntil(isDone: () => Promise<boolean>): Promise<void> {
    const stopping = new AbortController();
    const wait = async () => {
      if (await isDone()) stopping.abort();
    };
    await watch(
      { ...watcher, checkBalances, watchesCode, wait },
      {
        ...{ chain: anvil, reconcileEvery: 1, confirmations: 0, traceBlocks, memoryMb: 10_240 },
        ...{ until: plusSeconds(deps.now(), 60), signal: never, stopping: stopping.signal },
      },
    );
  }

  return {
    cursor,
    /** Scans all blocks of the node, and checks the balances after the last. */
    async caughtUp(): Promise<void> {
      const head = Number(await node.ask('eth_blockNumber', []));
      await runUntil(async () => ((await lastCheck('anvil', head))?.height ?? -1) >= head);
    },
    /** What the API says about the inner payments of a wallet that has been watched from the first scan on. */
    async innerPayments() {
      const { innerPayments, innerPaymentsFrom } = walletCoverageOf({
        ...{ chain: 'anvil', cursor: await cursor(), spans: [{ from: null, to: null }], backfilled: [] },
        ...{ recordedTo: null, reconciledTo: null, openDifferences: 0, throttledSince: null, detail: 'full' },
      });
      return [innerPayments, innerPaymentsFrom];
    },
  };
}

/** What an organisation has. */
function findings(deps: TestDeps, { organisation, evaluation, evaluate, events }: Scenario) {
  const everything = { page: 1, pageSize: 100 };
  const recorded = async () => (await evaluation.transactions.page(organisation, {}, everything)).data;
  return {
    recorded,
    async alerts() {
      for (const record of await recorded()) await evaluate(record);
      return events();
    },
    differences: async () => (await differenceRepo(deps).page(organisation, everything)).data,
  };
}

/** A process of its own on a new table, and an organisation that watches the address. */
async function begun(address: string, { urls = thrice(node.url()), traceBlocks }: Partial<Given> = {}) {
  await node.settle();
  const { deps, scenario } = await watchedScenario(evmReader(anvil, urls));
  await watchedBy(scenario, address);
  return { deps, scenario, ...running(deps, scenario, urls, traceBlocks), ...findings(deps, scenario) };
}

interface Given {
  readonly urls: readonly string[];
  readonly traceBlocks: TraceBlocks;
}

async function watchedBy(scenario: Scenario, address: string): Promise<void> {
  await scenario.makeWallet({ label: 'Watched', address, chains: ['anvil'] });
  await scenario.makeRule({ cooldownMinutes: 0 });
}

describe('a contract wallet that receives and passes on the same amount inside the transaction of a stranger', () => {
  it('has a record with both movements and an alert at once, because the watcher traces whole blocks', async () => {
    const { wallet, send, movements } = await passingOn();
    const { caughtUp, recorded, alerts, differences, innerPayments } = await begun(wallet);
    await caughtUp();
    const hash = await send();
    const height = Number(await node.ask('eth_blockNumber', []));
    await caughtUp();
    const [record, ...others] = await recorded();
    expect(others).toEqual([]);
    expect(record).toMatchObject({ hash, source: 'watch', detail: 'full', transfers: movements });
    expect(await alerts()).toHaveLength(1);
    expect(await differences()).toEqual([]);
    expect(await innerPayments()).toEqual(['at_once', height]);
  });

  it('has neither a record nor a difference where the stage never traces, and its coverage says so', async () => {
    const { wallet, send } = await passingOn();
    const { caughtUp, recorded, differences, innerPayments } = await begun(wallet, { traceBlocks: 'never' });
    await caughtUp();
    await send();
    await caughtUp();
    expect([await recorded(), await differences()]).toEqual([[], []]);
    expect(await innerPayments()).toEqual(['by_balances', null]);
  });

  it('has no record where no node traces. The nodes are asked once, and the coverage says so', async () => {
    const { wallet, send } = await passingOn();
    const asked: string[] = [];
    const { url } = await relay(node.url(), ({ method }) => {
      if (!/^(debug|trace)_/.test(method)) return undefined;
      asked.push(method);
      return NO_METHOD;
    });
    const { caughtUp, recorded, innerPayments } = await begun(wallet, { urls: [url] });
    await caughtUp();
    for (let n = 0; n < 3; n++) {
      await send();
      await caughtUp();
    }
    expect(await recorded()).toEqual([]);
    await node.settle();
    await caughtUp();
    expect(await innerPayments()).toEqual(['by_balances', null]);
    expect(asked.filter((method) => isBlockTrace({ method })).sort()).toEqual([
      'debug_traceBlockByHash',
      'trace_block',
    ]);
  });

  it('has its record in the first scan of a new process, because the process before traced', async () => {
    const { wallet, send } = await passingOn();
    const { deps, scenario, caughtUp, recorded } = await begun(wallet);
    await caughtUp();
    await send();
    await caughtUp();
    const hash = await send();
    await running(deps, scenario, thrice(node.url())).caughtUp();
    expect((await recorded()).find((record) => record.hash === hash)).toMatchObject({ source: 'watch' });
  });

  it('has its record from the check of balances on that first includes the wallet', async () => {
    const { wallet, send } = await passingOn();
    const later = newAddress();
    const { caughtUp, scenario, recorded, innerPayments } = await begun(later);
    await caughtUp();
    expect(await innerPayments()).toEqual(['by_balances', null]);
    await watchedBy(scenario, wallet);
    await node.settle();
    await caughtUp();
    const hash = await send();
    await caughtUp();
    expect(await recorded()).toMatchObject([{ hash, source: 'watch' }]);
  });
});

describe('the contract wallet of an organisation', () => {
  it('lets another organisation see the inner payments of its own address at once, and nothing else', async () => {
    const { wallet, payee, send } = await passingOn();
    const { deps, caughtUp, recorded } = await begun(wallet);
    const other = await makeScenario(deps);
    await watchedBy(other, payee);
    await caughtUp();
    const hash = await send();
    await caughtUp();
    expect(await recorded()).toMatchObject([{ hash, source: 'watch', direction: 'inbound' }]);
    const of = findings(deps, other);
    expect(await of.recorded()).toMatchObject([{ hash, source: 'watch', direction: 'inbound', tokenAmount: '1' }]);
    expect(await of.alerts()).toHaveLength(1);
    expect(await of.differences()).toEqual([]);
  });
});

describe('traces of whole blocks', () => {
  it('are not asked for while no watched address has code', async () => {
    const asked: string[] = [];
    const { url } = await relay(node.url(), ({ method }) => {
      asked.push(method);
      return undefined;
    });
    const { caughtUp, innerPayments } = await begun(newAddress(), { urls: [url] });
    await caughtUp();
    await (await passingOn()).send();
    await caughtUp();
    expect(asked).toContain('eth_getBlockReceipts');
    expect(asked.filter((method) => isBlockTrace({ method }))).toEqual([]);
    expect(await innerPayments()).toEqual(['by_balances', null]);
  });

  it('are asked for while a watched account delegates to a contract (EIP-7702)', async () => {
    const account = newAddress();
    await node.put(account, { code: `0xef0100${newAddress().slice(2)}` });
    const { caughtUp, innerPayments } = await begun(account);
    await caughtUp();
    await (await passingOn()).send();
    await caughtUp();
    expect(await innerPayments()).toEqual(['at_once', Number(await node.ask('eth_blockNumber', []))]);
  });

  it.each<[string, () => Promise<object> | object]>([
    ['that never come', () => new Promise<object>(() => undefined)],
    ['that are larger than a scan reads', () => ({ result: ['a'.repeat(20 * 1024 * 1024)] })],
  ])(
    '%s hold up no block for longer than seconds, and the coverage tells that the blocks were not traced',
    async (_what, hostile) => {
      const { wallet, send } = await passingOn();
      const { url } = await relay(node.url(), (call) => (isBlockTrace(call) ? hostile() : undefined));
      const { caughtUp, cursor, recorded, innerPayments } = await begun(wallet, { urls: [url] });
      await caughtUp();
      for (let n = 0; n < 10; n++) await send();
      await caughtUp();
      expect(await recorded()).toEqual([]);
      expect((await cursor())?.height).toBe(Number(await node.ask('eth_blockNumber', [])));
      expect(await innerPayments()).toEqual(['by_balances', null]);
    },
  );
});
