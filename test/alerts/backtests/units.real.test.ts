import { expect, it } from '@jest/globals';
import { compactPartition } from '../../../lib/operation/lists/counted-lists.ts';
import { listPartition } from '../../../lib/platform/table/counted-list-keys.ts';
import { withReadMeter } from '../../../lib/platform/table/metered-reads.ts';
import { transactionRepo } from '../../../lib/transactions/repo.ts';
import { mapConcurrent } from '../../../lib/values/concurrent.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { quiet } from '../../support/quiet.ts';
import { aStoredTransaction, aTransfer } from '../../support/records.ts';
import { makeTable } from '../../support/table.ts';
import { backtesting } from './backtesting.ts';

quiet();

const RECORDS = 600;
/** What a record may cost: the service promises it. */
const MOST_UNITS = 1.1;
/** The strides of the pipeline. */
const STRIDES = { step: 5_000, page: 200 };

it('a backtest reads at most 1.1 units for a record, with its samples and near misses', async () => {
  const world = await backtesting(await makeTable());
  const { deps, organisation, scenario } = world;
  const began = deps.now();
  deps.advance(7200);
  await mapConcurrent(
    Array.from({ length: RECORDS }, (_, n) => n),
    10,
    (n) => {
      const at = plusSeconds(began, n).toISOString();
      const valueUsd = String(n % 50);
      const record = aStoredTransaction({
        ...{ id: deps.newId(), walletId: scenario.wallet.id, blockTimestamp: at, createdAt: at, valueUsd },
        transfers: [aTransfer({ valueUsd })],
      });
      return transactionRepo(deps).record(organisation, record, { evaluate: false });
    },
  );
  await compactPartition(deps, listPartition(organisation, 'TX'));
  const rule = { ruleType: 'large_transfer', conditions: { value_usd: { gte: 40 } }, cooldownMinutes: 1 };
  let units = 0;
  const told = await withReadMeter(
    async (read) => {
      units += read;
    },
    () => world.tried({ rule }, STRIDES),
  );
  expect(told).toMatchObject({ status: 'completed', rows: RECORDS, matched: RECORDS / 5 });
  expect(told.nearMisses).toHaveLength(20);
  expect(units / RECORDS).toBeLessThanOrEqual(MOST_UNITS);
  expect(units / RECORDS).toBeGreaterThan(0.5);
});
