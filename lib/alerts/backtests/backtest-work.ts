import type { MuteRepo } from '../../organisations/mutes/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobWork, Step } from '../../platform/jobs/run-job.ts';
import type { TransactionRepo } from '../../transactions/repo.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { filtersOf, MOST_RECORDS } from './backtest-job.ts';
import { Checkpoint, deciding, EMPTY } from './checkpoint.ts';
import { type JudgeDeps, type RecordJudge, recordJudge } from './record-judge.ts';
import { type Explained, FrozenRule, type StoredBacktest } from './schema.ts';

/** Records of a step: after each step, the progress is stored, and a cancelled job ends. */
const STEP = 5_000;
/** Records that are read at a time, by two requests. */
const PAGE = 200;
/** Some rules read the table for a record. */
const AT_ONCE = 10;

export interface BacktestDeps extends Pick<Deps, 'now'>, JudgeDeps {
  readonly transactions: Pick<TransactionRepo, 'walk' | 'findAll'> & JudgeDeps['transactions'];
  readonly mutes: Pick<MuteRepo, 'all'>;
}

/** How many records a step reads. The tests have smaller steps. */
export interface Strides {
  readonly step: number;
  readonly page: number;
}

/**
 * Reads the records of the range, oldest first, and decides what the rule would have done. A step that dies is done
 * again from the last checkpoint.
 */
export const backtestWork = (
  deps: BacktestDeps,
  strides: Strides = { step: STEP, page: PAGE },
): JobWork<StoredBacktest> => ({
  stuck: 'Its records could not be read, for a reason on our side.',

  async step(organisationId, job, until): Promise<Step<StoredBacktest>> {
    const rule = FrozenRule.parse(JSON.parse(job.rule));
    const mutes = await deps.mutes.all(organisationId);
    const judge = recordJudge(deps, organisationId, rule, { from: job.from, mutes });
    const checkpoint = job.checkpoint === null ? EMPTY : Checkpoint.parse(JSON.parse(job.checkpoint));
    const decisions = deciding(rule, checkpoint, job);
    if (job.isRead) {
      const explained = await explainedOf(deps, organisationId, judge, decisions.shown());
      return { complete: { explained: JSON.stringify(explained) } };
    }
    if (job.rows > MOST_RECORDS) return { fail: `It has more than ${MOST_RECORDS} records: choose a shorter range.` };
    const read = await readOn(deps, organisationId, judge, decisions, job, filtersOf(job, rule), until, strides);
    if (decisions.isTooLarge()) {
      return { fail: 'More than 1,000 wallets had a cooldown at once: choose fewer wallets or a shorter cooldown.' };
    }
    return { store: { ...read, ...decisions.result() } };
  },
});

/** Reads and judges the next records. */
async function readOn(
  { transactions, now }: Pick<BacktestDeps, 'transactions' | 'now'>,
  organisationId: OrganisationId,
  judge: RecordJudge,
  decisions: ReturnType<typeof deciding>,
  job: StoredBacktest,
  filters: ReturnType<typeof filtersOf>,
  until: Date,
  { step, page }: Strides,
): Promise<Pick<StoredBacktest, 'rows' | 'position' | 'isRead'>> {
  const asked = job.walletIds.length === 0 ? null : new Set(job.walletIds);
  let { rows, position } = job;
  const walk = { after: position ?? undefined, step: page };
  for await (const { records, last } of transactions.walk(
    organisationId,
    { ...filters, sort: 'blockTimestamp' },
    walk,
  )) {
    const own = asked === null ? records : records.filter(({ walletId }) => asked.has(walletId));
    await judgeAll(judge, decisions, own);
    rows += records.length;
    position = last;
    if (rows - job.rows >= step || now() >= until) return { rows, position, isRead: false };
  }
  decisions.end();
  return { rows, position, isRead: true };
}

async function judgeAll(
  judge: RecordJudge,
  decisions: ReturnType<typeof deciding>,
  records: readonly StoredTransaction[],
): Promise<void> {
  const judged = await mapConcurrent(records, AT_ONCE, judge.judge);
  for (const [n, record] of records.entries()) {
    const match = judged[n];
    if (match === 'muted') decisions.addMuted();
    else if (match !== undefined && match !== 'no match') decisions.add(match);
    else if (decisions.isNear(record.valueUsd ?? '0') && (await judge.isNearMiss(record))) {
      decisions.addNear(record.id, record.valueUsd ?? '0');
    }
  }
  decisions.settle();
}

/** The reasons of the samples. A record that was deleted meanwhile is left out. */
async function explainedOf(
  { transactions }: Pick<BacktestDeps, 'transactions'>,
  organisation: OrganisationId,
  judge: RecordJudge,
  { fired, near }: { readonly fired: readonly string[]; readonly near: readonly string[] },
): Promise<Explained> {
  const records = await transactions.findAll([...fired, ...near].map((id) => ({ organisation, id })));
  const byId = new Map(records.map((record) => [record.id, record]));
  const explain = (ids: readonly string[]) =>
    mapConcurrent(
      ids.flatMap((id) => byId.get(id) ?? []),
      AT_ONCE,
      judge.explain,
    );
  return { samples: await explain(fired), nearMisses: await explain(near) };
}
