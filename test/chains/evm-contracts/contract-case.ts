import { describe, expect, it } from '@jest/globals';
import { keccak256, parseUnits } from 'ethers';
import { evmReader } from '../../../lib/chains/evm/evm-reader.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import { NO_METHOD, rpcNodes, thrice } from '../../support/rpc-nodes.ts';
import { watchedScenario } from '../../watch/watched.ts';
import type { ContractNode } from './contract-node.ts';
import { type Outcome, RULE_TYPES, Seen } from './expected.ts';

/** A transaction that runs contracts, and all that a watcher must make of this transaction. */
export interface ContractCase {
  /** The watched addresses by label. */
  readonly watched: Readonly<Record<string, string>>;
  /** The signed transaction. */
  readonly transaction: string;
  /** By default `success`. */
  readonly status?: 'success' | 'failed';
  readonly traced: Outcome;
  /** Where no node traces: what receipt and logs prove. */
  readonly untraced: Outcome;
}

/** Tests each case on the node: with traces, with reorganisations, and without traces. Call this once per file. */
export function testCases(
  node: ContractNode,
  cases: Readonly<Record<string, (node: ContractNode) => Promise<ContractCase>>>,
): void {
  const { relay } = rpcNodes();
  const untraced = () => relay(node.url(), ({ method }) => (/^(debug|trace)_/.test(method) ? NO_METHOD : undefined));

  describe.each(Object.entries(cases))('%s', (_name, make) => {
    it('gives exact records and alerts, loses both in a reorganisation and has both again after the next', async () => {
      const made = await make(node);
      const { status = 'success' } = made;
      const { outcome, orphaned, explained, changes } = await watchingCase(node, made, await node.settle());
      await node.send(made.transaction, status);
      expect(await outcome()).toEqual(stated(made.traced, { detail: 'full', inclusion: 0, status }));
      expect(await explained()).toEqual(await changes());

      await node.reorganise();
      expect(await outcome()).toEqual({ records: [], alerts: {} });
      expect(await orphaned()).toEqual(Object.keys(made.traced.records).sort());
      expect(await explained()).toEqual(await changes());

      await node.reorganise(made.transaction);
      expect(await outcome()).toEqual(stated(made.traced, { detail: 'full', inclusion: 1, status }));
      expect(await orphaned()).toEqual([]);
      expect(await explained()).toEqual(await changes());
    });

    it('gives the records that receipt and logs prove, where no node traces', async () => {
      const made = await make(node);
      const urls = thrice((await untraced()).url);
      const { status = 'success' } = made;
      const { outcome } = await watchingCase(node, made, await node.settle(), urls);
      await node.send(made.transaction, status);
      // A failure takes every call back, so nobody has to trace it.
      const detail = status === 'failed' ? 'full' : 'logs';
      expect(await outcome()).toEqual(stated(made.untraced, { detail, inclusion: 0, status }));
    });
  });
}

/** The outcome of a case in the form that a test reads: the records by label, in the order of the labels. */
export const stated = (
  { records, alerts }: Outcome,
  more: { detail: string; inclusion: number; status?: ContractCase['status'] },
) => ({
  records: Object.entries(records)
    .map(([label, record]) => [label, { ...record, source: 'watch', status: 'success', ...more }])
    .sort(byLabel),
  alerts,
});

const byLabel = ([a]: readonly unknown[], [b]: readonly unknown[]): number => (String(a) < String(b) ? -1 : 1);

/**
 * A watcher of the addresses of a case, on a table of its own.
 * @param before the height of the last block that the watcher does not scan.
 */
export async function watchingCase(
  node: ContractNode,
  { watched, transaction }: ContractCase,
  before: number,
  urls = thrice(node.url()),
) {
  const watching = await watchedScenario(evmReader(chainOf('anvil'), urls));
  const { scenario, all, watcher } = watching;
  const { organisation, evaluation } = scenario;
  const labels = new Map<string, string>();
  // One after the other: under load, writers that meet at an item of the organisation may give up after some seconds.
  for (const [label, address] of Object.entries(watched)) {
    const { id } = await scenario.makeWallet({ label, address, chains: ['anvil'] });
    labels.set(id, label);
  }
  for (const ruleType of RULE_TYPES) await scenario.makeRule({ name: ruleType, ruleType, cooldownMinutes: 0 });
  await watcher.cursors.begin('anvil', before + 1);
  const hash = keccak256(transaction);

  /** Every record of the organisation, sorted by label. */
  const recorded = async (isReorged: boolean) => {
    const everything = { page: 1, pageSize: 100 };
    const page = await evaluation.transactions.page(organisation, { includeReorged: 'true' }, everything);
    const records = page.data.filter(({ reorged }) => reorged === isReorged);
    return records.map((record) => [labels.get(record.walletId) ?? '', record] as const).sort(byLabel);
  };
  /** The alert events that hold now, by the type of their rules. */
  const alerts = async () => {
    const counts: Record<string, number> = {};
    for (let page = 1, total = 1; total > (page - 1) * 100; page++) {
      const list = await evaluation.events.list(organisation, { page, pageSize: 100 });
      total = list.meta.total;
      for (const { ruleType, retractedAt } of list.data) {
        if (retractedAt === null) counts[ruleType] = (counts[ruleType] ?? 0) + 1;
      }
    }
    return counts;
  };

  return {
    ...watching,
    /** Scans the new blocks and evaluates every record, as the stream does. */
    async outcome() {
      await all();
      const records = await recorded(false);
      for (const [, record] of records) await scenario.evaluate(record);
      expect(records.map(([, record]) => record.hash)).toEqual(records.map(() => hash));
      const stated = records.map(([label, record]) => {
        const { detail, inclusion, source, status } = record;
        return [label, { ...Seen.parse(record), detail, inclusion, source, status }];
      });
      return { records: stated, alerts: await alerts() };
    },
    /** The labels of the wallets whose records are orphaned. */
    orphaned: async () => (await recorded(true)).map(([label]) => label),
    /** The change of the balance of each wallet, as its records state. */
    async explained() {
      const records = await recorded(false);
      return Object.entries(watched).map(([label, address]) => {
        const own = records.filter(([of]) => of === label).map(([, record]) => changeOf(address, record));
        return [label, own.reduce((sum, change) => sum + change, 0n)];
      });
    },
    /** The change of the balance of each wallet, as the node states. */
    changes: () =>
      Promise.all(
        Object.entries(watched).map(async ([label, address]) => [
          label,
          (await node.balance(address)) - (await node.balance(address, before)),
        ]),
      ),
  };
}

/** What a record adds to the balance of its wallet: the movements of ether, less the fee that the wallet paid. */
function changeOf(wallet: string, { transfers, sender, feeAmount }: StoredTransaction): bigint {
  const wei = (amount: string) => parseUnits(amount, 18);
  const moved = transfers.filter(({ standard }) => standard === 'native');
  return moved.reduce(
    (sum, { from, to, amount }) => sum + (to === wallet ? wei(amount) : 0n) - (from === wallet ? wei(amount) : 0n),
    sender === wallet ? -wei(feeAmount) : 0n,
  );
}
