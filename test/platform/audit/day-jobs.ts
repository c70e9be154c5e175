import { CreateBacktest } from '../../../lib/alerts/backtests/schema.ts';
import { createBacktest } from '../../../lib/alerts/backtests/start-backtest.ts';
import { CreateBackfill } from '../../../lib/backfill/schema.ts';
import { createExport } from '../../../lib/exports/start-export.ts';
import type { Changer } from '../../../lib/platform/audit/acting.ts';
import { newReplay } from '../../../lib/replays/replay-job.ts';
import { CreateReplay } from '../../../lib/replays/schema.ts';
import type { Day } from './day.ts';

/** What somebody does. `n` chooses a record, and `text` is what the caller writes. */
export interface Doing {
  readonly by: Changer;
  readonly n: number;
  readonly text: string;
}

export type Do = (day: Day, act: Doing) => Promise<unknown>;
export const nth = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];

/** Does something to one of the records, if there is any. */
export const to =
  <T>(all: (day: Day) => Promise<readonly T[]>, change: (day: Day, record: T, act: Doing) => Promise<unknown>): Do =>
  async (day, act) => {
    const record = nth(await all(day), act.n);
    if (record !== undefined) await change(day, record, act);
  };

export const ALL = { page: 1, pageSize: 100 };
const exportJobs = async (day: Day) => (await day.parts.exports.list(day.organisation, ALL)).data;
const backtests = async (day: Day) => (await day.parts.backtests.list(day.organisation, ALL)).data;
const replays = async (day: Day) => (await day.parts.replays.list(day.organisation, ALL)).data;
const backfills = async (day: Day) => (await day.parts.backfills.list(day.organisation, 'base', ALL)).data;
const SPAN = { from: '2026-02-01', to: '2026-02-02' };

/** What somebody does with jobs. */
export const jobActs = {
  'create an export': ({ parts, organisation }, { n }) =>
    createExport(parts, organisation, n % 2 === 0 ? {} : { chain: 'base' }),
  'cancel an export': to(exportJobs, ({ parts, organisation }, { id }) => parts.exports.cancel(organisation, id)),
  'create a backtest': ({ parts, organisation }, { text }) =>
    createBacktest(
      { ...parts, transactions: { count: async () => 0 } },
      organisation,
      CreateBacktest.parse({ rule: { name: text, ruleType: 'any_transfer' }, ...SPAN }),
    ),
  'cancel a backtest': to(backtests, ({ parts, organisation }, { id }) => parts.backtests.cancel(organisation, id)),
  'create a backfill': ({ deps, parts, organisation }, { n }) =>
    parts.backfills.create(
      organisation,
      'base',
      CreateBackfill.parse({ walletId: deps.newId(), fromHeight: n, toHeight: 2 * n, evaluateRules: n % 2 === 0 }),
    ),
  'cancel a backfill': to(backfills, ({ parts, organisation }, { id }) =>
    parts.backfills.cancel(organisation, 'base', id),
  ),
  'resume a backfill': to(backfills, ({ parts, organisation }, { id }) =>
    parts.backfills.restart(organisation, 'base', id),
  ),
  'create a replay': ({ deps, parts, organisation }) =>
    parts.replays.create(organisation, newReplay(deps, CreateReplay.parse({ status: 'failed' }))),
  'cancel a replay': to(replays, ({ parts, organisation }, { id }) => parts.replays.cancel(organisation, id)),
  'resume a replay': to(replays, ({ parts, organisation }, { id }) => parts.replays.resume(organisation, id)),
} satisfies Record<string, Do>;
