import { JsonRpcProvider, toQuantity, Wallet, zeroPadValue } from 'ethers';
import { balanceChecker } from '../../lib/balances/check-balances.ts';
import { differenceRepo } from '../../lib/balances/difference-repo.ts';
import { balanceRepo } from '../../lib/balances/repo.ts';
import type { StoredDifference } from '../../lib/balances/schema.ts';
import { evmReader } from '../../lib/chains/evm/evm-reader.ts';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { blockRepo } from '../../lib/watch/block-records.ts';
import { thrice } from '../support/rpc-nodes.ts';
import type { Scenario } from '../support/scenario.ts';
import { watchedScenario, watching } from '../watch/watched.ts';

const { signal } = new AbortController();
const anvil = chainOf('anvil');

/** A contract that sends the value of each call to the address in the call's data. */
const FORWARDER = '0x6000600060006000346000355af100';

/** What a test does with a node that runs its own chain. */
export function onNode(url: string) {
  // No cache, because a cache would return an old height.
  const node = new JsonRpcProvider(url, 31337, { staticNetwork: true, cacheTimeout: -1 });
  const send = async (transaction: Record<string, unknown>): Promise<string> => {
    const hash: string = await node.send('eth_sendTransaction', [{ gas: toQuantity(1_000_000), ...transaction }]);
    await node.waitForTransaction(hash);
    return hash;
  };
  return {
    node,
    send,
    newAddress: () => Wallet.createRandom().address,
    /** A new address with this code. */
    async contract(code: string, balance = 0n): Promise<string> {
      const { address } = Wallet.createRandom();
      await node.send('anvil_setCode', [address, code]);
      if (balance > 0n) await node.send('anvil_setBalance', [address, toQuantity(balance)]);
      return address;
    },
    /** A stranger pays through a contract. Neither the transaction nor its logs name the receiver. */
    async payThrough(forwarder: string, to: string, value: bigint): Promise<string> {
      return send({ from: STRANGER, to: forwarder, value: toQuantity(value), data: zeroPadValue(to, 32) });
    },
    newForwarder: () => node.send('anvil_setCode', [FORWARDER_AT, FORWARDER]).then(() => FORWARDER_AT),
    mine: (blocks: number) => node.send('anvil_mine', [toQuantity(blocks)]),
    stop: () => node.destroy(),
  };
}

/** Accounts whose keys anvil holds. */
const STRANGER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const FORWARDER_AT = '0x00000000000000000000000000000000F0F0F0f0';

/** A scenario whose watcher scans the node and checks balances. */
export async function checkedScenario(url: string, reader: ChainReader = evmReader(anvil, thrice(url))) {
  const watched = await watchedScenario(reader);
  return { ...watched, ...checking(watched.deps, watched.scenario, reader) };
}

/** A watcher with checks on an existing table, like a second process. `table` may be a table that fails. */
function checking(
  deps: Parameters<typeof watching>[0],
  scenario: Scenario,
  reader: ChainReader,
  table: Table = deps.table,
) {
  const own = { ...deps, table };
  const watched = watching(deps, scenario, reader, 'anvil', table);
  const blocks = blockRepo(own);
  const repos = { balances: balanceRepo(own, blocks), differences: differenceRepo(own) };
  const check = balanceChecker({
    ...watched.watcher,
    ...scenario.evaluation,
    ...repos,
    queue: scenario.queue,
    blocks,
  });
  return {
    ...watched,
    ...repos,
    /** Scans all new blocks and checks the balances, as a run of the watcher does. */
    async run(every = 1, start?: number): Promise<void> {
      const { cursor } = await watched.all(start === undefined ? {} : { start });
      if (cursor) await check(cursor, { chain: anvil, every, signal, proceed: async () => true });
    },
    async differencesNow(): Promise<StoredDifference[]> {
      return (await repos.differences.page(scenario.organisation, { page: 1, pageSize: 100 })).data;
    },
  };
}
