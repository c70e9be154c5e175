import { backtestRepo } from '../../../lib/alerts/backtests/backtest-job.ts';
import { backtestWork, type Strides } from '../../../lib/alerts/backtests/backtest-work.ts';
import { type Backtest, CreateBacktest, shownBacktest } from '../../../lib/alerts/backtests/schema.ts';
import { createBacktest } from '../../../lib/alerts/backtests/start-backtest.ts';
import { partySource } from '../../../lib/alerts/rules/party-source.ts';
import type { CountedRule } from '../../../lib/alerts/rules/schema.ts';
import { muteRepo } from '../../../lib/organisations/mutes/repo.ts';
import { runJob } from '../../../lib/platform/jobs/run-job.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { heldAssets } from '../../../lib/transactions/held-assets.ts';
import { transactionRepo } from '../../../lib/transactions/repo.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import type { Draft } from '../../../lib/transactions/store.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { walletRepo } from '../../../lib/wallets/repo.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { blockHash } from '../../support/records.ts';
import { makeScenario } from '../../support/scenario.ts';

/** A checkpoint after each two records, so that a short history has many steps. */
const SMALL: Strides = { step: 2, page: 2 };

/** How long after its block a record is written. */
const BLOCK_SECONDS = 12;

/** An organisation whose records the pipeline evaluates, and that tries rules on them afterwards. */
export async function backtesting(table: Table) {
  const deps: TestDeps = testDeps(table);
  const scenario = await makeScenario(deps);
  const { organisation } = scenario;
  const began = plusSeconds(deps.now(), -3600).toISOString();
  let n = 0;

  const workOn = (within: TestDeps, strides: Strides = SMALL) =>
    backtestWork(
      {
        now: deps.now,
        transactions: transactionRepo(within),
        wallets: walletRepo(within),
        parties: partySource(within, { stale: true }),
        heldAssets: heldAssets(within.table),
        mutes: muteRepo(within),
      },
      strides,
    );

  const create = (asked: object) =>
    createBacktest(
      { ...deps, jobs: { start: async () => {} }, transactions: transactionRepo(deps) },
      organisation,
      CreateBacktest.parse({ from: began, to: deps.now().toISOString(), ...asked }),
    );
  const run = (id: string, strides?: Strides) =>
    runJob(deps, backtestRepo(deps), workOn(deps, strides), organisation, id);
  const job = (id: string) => backtestRepo(deps).get(organisation, id);

  return {
    deps,
    scenario,
    organisation,
    workOn,
    create,
    run,
    job,
    shown: async (id: string): Promise<Backtest> => shownBacktest(await job(id)),

    /** Records a transaction as a watcher does, some seconds later than its block, and evaluates it. */
    async lived(seconds: number, more: Partial<Draft> = {}): Promise<StoredTransaction> {
      deps.advance(seconds);
      const blockTimestamp = plusSeconds(deps.now(), -BLOCK_SECONDS).toISOString();
      const record = await scenario.sight(++n, blockHash('a'), { blockTimestamp, ...more });
      await scenario.evaluate(record);
      return record;
    },

    /** Runs a backtest to its end. */
    async tried(asked: object, strides?: Strides): Promise<Backtest> {
      const { id } = await create(asked);
      await run(id, strides);
      return shownBacktest(await job(id));
    },

    /** The transactions of the alerts that the rule has made, the newest first. */
    async firedBy({ id }: Pick<CountedRule, 'id'>): Promise<string[]> {
      const events = (await scenario.events()).filter(({ ruleId }) => ruleId === id);
      const order = (event: (typeof events)[number]) => event.transaction.createdAt;
      return events.toSorted((a, b) => (order(a) < order(b) ? 1 : -1)).map(({ transactionId }) => transactionId);
    },
  };
}

export type Backtesting = Awaited<ReturnType<typeof backtesting>>;
