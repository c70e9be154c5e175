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
import { type ContractNode, newAddress } from '../chains/evm-contracts/contract-node.ts';
import { ether } from '../chains/evm-contracts/expected.ts';
import { payer } from '../chains/evm-contracts/payer.ts';
import type { TestDeps } from '../support/deps.ts';
import { thrice } from '../support/rpc-nodes.ts';
import type { Scenario } from '../support/scenario.ts';
import { watchedScenario, watching } from './watched.ts';

const anvil = chainOf('anvil');

/**
 * A stranger calls a third contract, which pays a contract wallet 1 ether. The wallet passes it on. Neither the
 * transaction nor a log names the wallet, and its balance stays.
 */
async function passingOn(node: ContractNode) {
  const [stranger, third, wallet, payee] = [await node.account(), newAddress(), newAddress(), newAddress()];
  await node.put(third, { code: payer([{ to: wallet, value: parseEther('1') }]), ether: '100' });
  await node.put(wallet, { code: payer([{ to: payee, value: 'received' }]) });
  const send = async () => node.send(await node.signed(stranger, { to: third, data: '0x01' }));
  const movements = [ether('call', third, wallet, '1', 'inbound'), ether('call', wallet, payee, '1', 'outbound')];
  return { wallet, payee, send, movements };
}

/** A process that watches, checks balances and evaluates, on a table that other processes may have written. */
function running(node: ContractNode, deps: TestDeps, scenario: Scenario, { urls, traceBlocks, every }: Given) {
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
        ...{ chain: anvil, reconcileEvery: every, confirmations: 0, traceBlocks, memoryMb: 10_240 },
        ...{ until: plusSeconds(deps.now(), 60), signal: never, stopping: stopping.signal },
      },
    );
  }

  return {
    cursor,
    /** Scans all blocks of the node, and checks the balances after the last if each block is checked. */
    async caughtUp(): Promise<void> {
      const head = Number(await node.ask('eth_blockNumber', []));
      const reached = every === 1 ? async () => lastCheck('anvil', head) : cursor;
      await runUntil(async () => ((await reached())?.height ?? -1) >= head);
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
export function findings(deps: TestDeps, { organisation, evaluation, evaluate, events }: Scenario) {
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

interface Given {
  readonly urls: readonly string[];
  readonly traceBlocks?: TraceBlocks;
  /** Blocks between two checks of balances. */
  readonly every: number;
}

/** Wallets and their watchers on a node. */
export const onNode = (node: ContractNode) => ({
  passingOn: () => passingOn(node),
  /** A process of its own on a new table, and an organisation that watches the address. */
  async begun(address: string, given: Partial<Given> = {}) {
    const asked = { urls: thrice(node.url()), every: 1, ...given };
    await node.settle();
    const { deps, scenario } = await watchedScenario(evmReader(anvil, asked.urls));
    await watchedBy(scenario, address);
    return {
      deps,
      scenario,
      ...running(node, deps, scenario, asked),
      ...findings(deps, scenario),
      /** Another process on the same table. */
      another: (more: Partial<Given> = {}) => running(node, deps, scenario, { ...asked, ...more }),
    };
  },
});

/** Lets an organisation watch the address, with a rule that fires on every transfer. */
export async function watchedBy(scenario: Scenario, address: string): Promise<void> {
  await scenario.makeWallet({ label: 'Watched', address, chains: ['anvil'] });
  await scenario.makeRule({ cooldownMinutes: 0 });
}
