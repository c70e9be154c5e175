import * as z from 'zod';
import { compare } from '../../values/decimal.ts';
import { afterFiring, Cooldown, fires } from '../evaluation/cooldown.ts';
import type { FrozenRule, StoredBacktest } from './schema.ts';

/*
 * Sizes, so that the item of a job stays below 400 KB: a match takes some 210 bytes, a lane some 160.
 */

/** Matches that wait for matches that were recorded before them and stand later in the list. */
const MOST_WAITING = 500;
/** Cooldowns that run at the same time. */
const MOST_LANES = 1000;
const MOST_SAMPLES = 50;
const MOST_NEAR = 20;

/** A record that meets the conditions, and that no mute covers. */
const Match = z.object({
  id: z.string(),
  /** When the record was recorded: evaluation decides in this order, and cooldowns use this time. */
  at: z.string(),
  /** The day of the block. The days of the range count from 0. */
  day: z.int(),
  /** What has a cooldown of its own. */
  scope: z.string(),
  usd: z.string().nullable(),
});
export type Match = z.output<typeof Match>;

/** What decides whether later matches fire. */
const Lane = Cooldown.pick({ startedAt: true, firedUsd: true, late: true });

const Near = z.object({ id: z.string(), usd: z.string() });

/** What a backtest keeps between two pages of records. */
export const Checkpoint = z.object({
  /** In the order in which they were recorded. */
  waiting: z.array(Match),
  lanes: z.record(z.string(), Lane),
  /** The newest matches that fired. */
  fired: z.array(z.string()),
  /** Records that failed a single condition, those of the largest value first. */
  near: z.array(Near),
});
export type Checkpoint = z.output<typeof Checkpoint>;

export const EMPTY: Checkpoint = { waiting: [], lanes: {}, fired: [], near: [] };

type Counts = Pick<StoredBacktest, 'matched' | 'wouldFire' | 'wouldSuppress' | 'firedPerDay'>;

/** Decides matches as `decide` does, with cooldowns in memory. Changes no argument. */
export function deciding(
  { cooldownMinutes }: Pick<FrozenRule, 'cooldownMinutes'>,
  before: Checkpoint,
  { matched, wouldFire, wouldSuppress, firedPerDay }: Counts,
) {
  const { waiting, lanes, fired, near } = structuredClone(before);
  const counts = structuredClone({ matched, wouldFire, wouldSuppress, firedPerDay });
  const lengthMs = cooldownMinutes * 60_000;

  function decide(match: Match): void {
    const timed = { valueUsd: match.usd, recordedAt: match.at, rule: { cooldownMinutes } };
    const lane = lanes[match.scope];
    const cooldown = lane === undefined ? null : Cooldown.parse({ ...lane, suppressedUsd: null, ...UNUSED });
    if (lengthMs > 0 && !fires(timed, cooldown)) {
      counts.wouldSuppress.cooldown += 1;
      return;
    }
    if (lengthMs > 0) lanes[match.scope] = Lane.parse(afterFiring(timed, cooldown, 0, match.id));
    counts.wouldFire += 1;
    counts.firedPerDay[match.day] = (counts.firedPerDay[match.day] ?? 0) + 1;
    fired.push(match.id);
    if (fired.length > MOST_SAMPLES) fired.shift();
  }

  /** Forgets the cooldowns that are over: the next match of their scopes fires, as without them. */
  function forgetOver(at: string): void {
    for (const [scope, { startedAt, late }] of Object.entries(lanes)) {
      if (late === null && Date.parse(at) - Date.parse(startedAt) >= lengthMs) delete lanes[scope];
    }
  }

  function release(most: number): void {
    const due = waiting.splice(0, Math.max(0, waiting.length - most));
    for (const match of due) decide(match);
    const last = due.at(-1);
    if (last !== undefined) forgetOver(last.at);
  }

  return {
    addMuted(): void {
      counts.matched += 1;
      counts.wouldSuppress.muted += 1;
    },

    add(match: Match): void {
      counts.matched += 1;
      const place = waiting.findLastIndex(({ at }) => at <= match.at) + 1;
      waiting.splice(place, 0, match);
    },

    /** Decides all matches but the newest, before which another match may still come. */
    settle: (): void => release(MOST_WAITING),

    /** Decides the rest. */
    end: (): void => release(0),

    /** Whether a record of this value would be among the near misses. */
    isNear: (usd: string): boolean => near.length < MOST_NEAR || compare(usd, near.at(-1)?.usd ?? '0') > 0,

    addNear(id: string, usd: string): void {
      const place = near.findLastIndex((each) => compare(each.usd, usd) >= 0) + 1;
      near.splice(place, 0, { id, usd });
      near.splice(MOST_NEAR);
    },

    isTooLarge: (): boolean => Object.keys(lanes).length > MOST_LANES,

    /** What to store. */
    result: (): Counts & { checkpoint: string } => ({
      ...counts,
      checkpoint: JSON.stringify({ waiting, lanes, fired, near } satisfies Checkpoint),
    }),

    /** The records to explain. */
    shown: () => ({ fired: fired.toReversed(), near: near.map(({ id }) => id) }),
  };
}

/** What a cooldown of the pipeline has beside a lane. */
const UNUSED = { reported: 0, revision: 0 };
