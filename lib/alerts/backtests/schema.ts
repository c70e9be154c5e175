import * as z from 'zod';
import { Job, JobStatus } from '../../platform/jobs/job-kind.ts';
import { ifValid } from '../../values/dependent-checks.ts';
import { Instant, InstantEndInput, InstantInput, ordered, paging } from '../../values/fields.ts';
import { Uuid } from '../../values/ids.ts';
import { DAY_MS } from '../../values/time.ts';
import { Severity } from '../events/severity.ts';
import { Reason } from '../rules/port/reason.ts';
import { storedSelector } from '../rules/port/wallet-selector.ts';
import { Conditions, TestedRule } from '../rules/schema.ts';
import { whichRule } from '../rules/test-rule-schema.ts';
import { RuleType } from '../rules/types/rule-types.ts';

/** The longest range. The answer has a number for each day of it. */
const MOST_DAYS = 366;

export const CreateBacktest = ordered(
  z.strictObject({
    rule: TestedRule.optional(),
    ruleId: Uuid.optional(),
    from: InstantInput,
    to: InstantEndInput,
    walletIds: z.array(Uuid).min(1).max(1000).optional().describe('Only the records of these wallets'),
  }),
)
  .refine(whichRule.check, whichRule.issue)
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS, {
    path: ['from'],
    message: `must be at most ${MOST_DAYS} days before \`to\``,
    when: ifValid('from', 'to'),
  })
  .meta({ id: 'CreateBacktest' });
export type CreateBacktest = z.output<typeof CreateBacktest>;

export const BacktestQuery = z.strictObject({ ...paging });

const Sample = z.object({ transactionId: Uuid, reasons: z.array(Reason) });

/** A job that tells what a rule would have done in a range of time, as the API answers it. */
export const Backtest = z
  .object({
    id: Uuid,
    status: JobStatus,
    ruleId: Uuid.nullable().describe('The stored rule; null for a rule that the request contained'),
    ruleName: z.string().nullable(),
    ruleType: RuleType,
    from: Instant,
    to: Instant,
    progress: z.number().describe('How much is read, from 0 to 1'),
    rows: z.int().describe('The records that are read so far'),
    total: z.int().describe('The records of the range when the backtest began'),
    matched: z.int().describe('Records that meet the conditions'),
    wouldFire: z.int().describe('Matches that would make an alert'),
    wouldSuppress: z
      .object({ cooldown: z.int(), muted: z.int() })
      .describe('Matches that would make no alert, by the reason'),
    perDay: z
      .array(z.object({ at: Instant, fired: z.int() }))
      .describe('For each day of the range (UTC, by block time), how many alerts there would be'),
    samples: z.array(Sample).describe('The newest matches that would fire, at most 50; empty until the end'),
    nearMisses: z
      .array(Sample)
      .describe('Records that fail a single condition, those of the largest value, at most 20; empty until the end'),
    error: z.string().nullable().describe('Why the backtest failed. Null unless it failed'),
    createdAt: Instant,
    finishedAt: Instant.nullable(),
  })
  .meta({ id: 'Backtest' });
export type Backtest = z.output<typeof Backtest>;

/** What a backtest keeps of the rule, so that a later change of the rule changes nothing. */
export const FrozenRule = z.object({
  /** Empty for a rule that is not stored. */
  id: z.string(),
  ruleType: RuleType,
  severity: Severity,
  conditions: Conditions,
  ...storedSelector,
  cooldownMinutes: z.number(),
  cooldownPer: z.enum(['wallet', 'rule']),
});
export type FrozenRule = z.output<typeof FrozenRule>;

const Explained = z.object({ samples: z.array(Sample), nearMisses: z.array(Sample) });
export type Explained = z.output<typeof Explained>;

/** Rule, checkpoint and samples are JSON text: conditions may hold numbers that the SDK of DynamoDB does not write. */
export const StoredBacktest = Backtest.omit({ progress: true, perDay: true, samples: true, nearMisses: true }).extend({
  ...Job.shape,
  /** The wallets that the request names; none: all wallets. */
  walletIds: z.array(z.string()),
  /** See `FrozenRule`. */
  rule: z.string(),
  /** How many alerts each day has. The first number is of the day of `from`. */
  firedPerDay: z.array(z.int()),
  /** How far the records are read. Null before the first of them. */
  position: z.string().nullable(),
  /** See `Checkpoint`. Null before the first page, and after the end. */
  checkpoint: z.string().nullable(),
  /** Whether all records are read. Then the samples are still to be explained. */
  isRead: z.boolean(),
  /** See `Explained`. Null until the end. */
  explained: z.string().nullable(),
});
export type StoredBacktest = z.output<typeof StoredBacktest>;

/** The first instant of the day. */
const dayOf = (at: string): number => Math.floor(Date.parse(at) / DAY_MS);

/** The place of a day among the days of a range that begins at `from`. */
export const dayIndex = (from: string, at: string): number => dayOf(at) - dayOf(from);

/** The backtest as the API answers it. */
export function shownBacktest({ firedPerDay, explained, ...job }: StoredBacktest): Backtest {
  const { from, rows, total, status } = job;
  const { samples, nearMisses } =
    explained === null ? { samples: [], nearMisses: [] } : Explained.parse(JSON.parse(explained));
  return Backtest.parse({
    ...job,
    progress: status === 'completed' || total === 0 ? 1 : Math.min(1, rows / total),
    perDay: firedPerDay.map((fired, n) => ({ at: new Date((dayOf(from) + n) * DAY_MS).toISOString(), fired })),
    samples,
    nearMisses,
  });
}
