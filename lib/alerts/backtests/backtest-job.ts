import type { Deps } from '../../platform/deps.ts';
import { type JobKind, newJob } from '../../platform/jobs/job-kind.ts';
import { jobRepo } from '../../platform/jobs/job-repo.ts';
import { prefixes } from '../../platform/table/keys.ts';
import { asksForGroups } from '../rules/port/wallet-selector.ts';
import { dayIndex, type FrozenRule, StoredBacktest } from './schema.ts';

/** The most records of a backtest. */
export const MOST_RECORDS = 1_000_000;

/** Nobody reads records for the job any more. */
const CLEARED = { position: null, checkpoint: null } satisfies Partial<StoredBacktest>;

/** A job that tells what a rule would have done in a range of time. It writes nothing but itself. */
export const backtestJob: JobKind<StoredBacktest> = {
  name: 'backtest',
  due: 'JOB',
  schema: StoredBacktest,
  prefix: prefixes.backtests,
  slots: { attribute: 'runningBacktests', most: 3 },
  runsIn: 'run-jobs',
  runSeconds: 45,
  leaseSeconds: 75,
  listedSeconds: 7 * 86_400,
  ended: ({ at, reason }) => ({ finishedAt: at.toISOString(), error: reason }),
  cleared: CLEARED,
  audited: {
    resource: 'backtest',
    shown: ({ ruleId, ruleName, ruleType, from, to, walletIds }) => ({
      ...{ ruleId, ruleName, ruleType },
      ...{ from, to, walletIds },
    }),
  },
  counts: ({ rows, matched, wouldFire }) => ({ rows, matched, wouldFire }),
};

export const backtestRepo = (deps: Pick<Deps, 'table' | 'now' | 'newId'>) => jobRepo(backtestJob, deps);

type Asked = Pick<StoredBacktest, 'ruleName' | 'from' | 'to' | 'walletIds' | 'total'> & { readonly rule: FrozenRule };

export const newBacktest = (deps: Pick<Deps, 'now' | 'newId'>, { rule, ...asked }: Asked): StoredBacktest => ({
  ...newJob(deps),
  ...asked,
  ruleId: rule.id === '' ? null : rule.id,
  ruleType: rule.ruleType,
  rule: JSON.stringify(rule),
  rows: 0,
  matched: 0,
  wouldFire: 0,
  wouldSuppress: { cooldown: 0, muted: 0 },
  firedPerDay: Array.from({ length: dayIndex(asked.from, asked.to) + 1 }, () => 0),
  ...CLEARED,
  isRead: false,
  explained: null,
  error: null,
  finishedAt: null,
});

interface Filters {
  readonly from: string;
  readonly to: string;
  readonly walletId?: string;
}

/** The records to read. The list of one wallet is shorter than the list of all. */
export function filtersOf(
  { from, to, walletIds }: Pick<StoredBacktest, 'from' | 'to' | 'walletIds'>,
  rule: FrozenRule,
): Filters {
  const named = walletIds.length > 0 || asksForGroups(rule) ? walletIds : rule.walletIds;
  const [only, ...others] = named;
  return { from, to, ...(only !== undefined && others.length === 0 && { walletId: only }) };
}
