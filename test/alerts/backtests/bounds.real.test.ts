import { beforeAll, expect, it } from '@jest/globals';
import { CreateBacktest, shownBacktest } from '../../../lib/alerts/backtests/schema.ts';
import { createBacktest } from '../../../lib/alerts/backtests/start-backtest.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { quiet } from '../../support/quiet.ts';
import { makeTable } from '../../support/table.ts';
import { backtesting } from './backtesting.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

const any = { rule: { ruleType: 'any_transfer' }, from: '2026-02-01', to: '2026-02-02' };

it('a backtest of more than a million records is refused before it begins', async () => {
  const { deps, organisation } = await backtesting(table);
  const create = (total: number) =>
    createBacktest(
      { ...deps, jobs: { start: async () => {} }, transactions: { count: async () => total } },
      organisation,
      CreateBacktest.parse(any),
    );
  await expect(create(1_000_001)).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [{ path: 'from', message: 'gives 1000001 records, and a backtest reads at most 1000000' }],
  });
  expect(await create(1_000_000)).toMatchObject({ status: 'running', total: 1_000_000 });
});

it('a backtest ends with a reason when records arrive until it has read more than a million', async () => {
  const { deps, organisation, create, workOn, job } = await backtesting(table);
  const { id } = await create(any);
  const step = await workOn(deps).step(organisation, { ...(await job(id)), rows: 1_000_001 }, deps.now());
  expect(step).toEqual({ fail: 'It has more than 1000000 records: choose a shorter range.' });
});

it('a fourth backtest waits until another has ended, and a range ends at the present', async () => {
  const { create, run, shown, deps } = await backtesting(table);
  const first = await create(any);
  await create(any);
  const third = await create({ ...any, to: '2026-12-31' });
  expect(shownBacktest(third).to).toBe(deps.now().toISOString());
  await expect(create(any)).rejects.toMatchObject({ code: 'conflict' });
  await run(first.id);
  expect(await shown(first.id)).toMatchObject({ status: 'completed', rows: 0, progress: 1 });
  await create(any);
});
