import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { balanceChecks } from '../../lib/balances/balance-wiring.ts';
import { differenceRepo } from '../../lib/balances/difference-repo.ts';
import { heldSinceOn } from '../../lib/balances/held-since.ts';
import { balanceRepo } from '../../lib/balances/repo.ts';
import { walletBalances } from '../../lib/balances/wallet-balances.ts';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { type ChainId, chainOf } from '../../lib/chains/registry.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { fixedPrices } from '../../lib/prices/fixed.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { blockRepo } from '../../lib/watch/block-records.ts';
import { watchedScenario } from '../watch/watched.ts';

const { signal } = new AbortController();
const prices = fixedPrices('{}');

/** How a test watches accounts. */
interface Watching {
  readonly chain: ChainId;
  readonly reader: ChainReader;
  /** The first height of the scan. */
  readonly start: number;
  /** Blocks between two checks. */
  readonly every: number;
  readonly confirmations?: number;
}

/**
 * A scenario whose watcher scans a chain and checks the balances of its accounts. The organisation has a webhook for
 * differences.
 */
export async function accountChecks({ chain, reader, start, every, confirmations = 0 }: Watching) {
  const { deps, scenario, watcher, all, records } = await watchedScenario(reader, chain);
  const checksOn = (table: Table) => balanceChecks({ ...deps, table }, { reader, prices, queue: scenario.queue });
  const checks = checksOn(deps.table);
  Object.assign(watcher, { reportDeviations: checks.reportDeviations });
  const differences = differenceRepo(deps);
  const balances = balanceRepo(deps, blockRepo(deps));
  const transactions = transactionRepo(deps);
  const { organisation } = scenario;
  /** Scans all new blocks and then checks the balances, as a run of the watcher does. */
  async function runOf({ checkBalances }: typeof checks): Promise<void> {
    const { cursor } = await all({ start, confirmations });
    if (cursor) await checkBalances(cursor, { chain: chainOf(chain), every, signal, proceed: async () => true });
  }
  await scenario.makeWebhook('http://127.0.0.1:1/', { events: ['coverage.difference'] });
  return {
    table: deps.table,
    advance: deps.advance,
    organisation,
    scenario,
    watch: (address: string, more: { destinationTag?: number; watch?: boolean } = {}) =>
      scenario.makeWallet({ label: 'Treasury', address, chains: [chain], ...more }),
    /**
     * Scans all new blocks and then checks the balances, as a run of the watcher does.
     * @param table of a process of its own for the check, which may fail.
     */
    run: (table?: Table): Promise<void> => runOf(table === undefined ? checks : checksOn(table)),
    /** Starts another process on this table, which may fail. Returns its runs. */
    started(table: Table): () => Promise<void> {
      const own = checksOn(table);
      return () => runOf(own);
    },
    /** Evaluates every record, as the stream does. @param table may fail. */
    async evaluate(table = deps.table): Promise<void> {
      const own = { ...deps, table };
      const evaluating = { ...evaluationDeps(own, scenario.queue), heldSince: heldSinceOn(own) };
      for (const record of (await records()).values()) await scenario.evaluate(record, evaluating);
    },
    /** What told of a balance, the oldest first: a check, or the record of a transaction. */
    async told() {
      return (await scenario.allEvents())
        .toReversed()
        .map(({ transaction }) => (transaction === null ? ['check'] : ['record', transaction.hash]));
    },
    /** What the API answers as the balances of a wallet. */
    async balancesOf(wallet: Awaited<ReturnType<typeof scenario.makeWallet>>) {
      return walletBalances({ balances, differences, transactions, prices, now: deps.now }, organisation, wallet);
    },
    async found() {
      return (await differences.page(organisation, { page: 1, pageSize: 100 })).data;
    },
    async reports() {
      return (await scenario.deliveries()).filter(({ eventKind }) => eventKind === 'coverage.difference');
    },
  };
}
