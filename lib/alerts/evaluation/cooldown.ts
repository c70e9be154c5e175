import * as z from 'zod';
import { compare, multiply } from '../../values/decimal.ts';
import { Instant } from '../../values/fields.ts';
import type { RuleMatch } from './rule-match.ts';

/** The last alert that fired in a cooldown. Cooldowns that began before this field existed lack it. */
const StandingAlert = z.string().nullable().default(null);

/**
 * A cooldown: when it began, what fired in it, and what it suppressed since the last alert. USD values are decimal
 * strings. Each change of the item counts the revision up.
 */
export const Cooldown = z.object({
  /** When the match that began the cooldown was recorded. */
  startedAt: Instant,
  /** The largest value that fired in the cooldown, with which the value of a later match is compared. */
  firedUsd: z.string(),
  /** The last late match that fired, and the largest value that fired within one cooldown of this match. */
  late: z.object({ at: Instant, firedUsd: z.string(), eventId: StandingAlert }).nullable(),
  /** The largest value that was suppressed since the last alert. Null when no value is known. */
  suppressedUsd: z.string().nullable(),
  /** How many of the suppressed matches of this cooldown earlier alerts have stated. */
  reported: z.number().int(),
  revision: z.number().int(),
  eventId: StandingAlert,
});
export type Cooldown = z.output<typeof Cooldown>;

type Valued = Pick<RuleMatch, 'valueUsd'>;
type Timed = Valued & {
  readonly recordedAt: string;
  readonly rule: Pick<RuleMatch['rule'], 'cooldownMinutes'>;
};

/**
 * Where a match stands: it begins a cooldown, is within the cooldown, or is late. A match is late when later batches
 * were evaluated before its batch, because its batch failed at first. A late match was recorded at least one cooldown
 * before the match that began the present cooldown. Two late matches must also be one cooldown apart.
 */
function placeOf({ recordedAt, rule }: Timed, cooldown: Cooldown | null): 'begins' | 'within' | 'late' | 'within late' {
  if (cooldown === null) return 'begins';
  const length = rule.cooldownMinutes * 60_000;
  const after = (instant: string) => Date.parse(recordedAt) - Date.parse(instant);
  if (after(cooldown.startedAt) >= length) return 'begins';
  if (after(cooldown.startedAt) > -length) return 'within';
  return cooldown.late === null || Math.abs(after(cooldown.late.at)) >= length ? 'late' : 'within late';
}

/** A match below this value breaks through no cooldown: dust makes no alert. */
const LEAST_USD = '1';
const TIMES_LARGER = '10';

/** Whether a match fires within a cooldown, because it is much larger than all that fired in the cooldown. */
function breaksThrough({ valueUsd }: Valued, firedUsd: string): boolean {
  if (valueUsd === null || compare(valueUsd, LEAST_USD) < 0) return false;
  return compare(valueUsd, multiply(firedUsd, TIMES_LARGER)) >= 0;
}

/** The largest value after the match has fired; an unknown value counts as 0. */
const raised = (firedUsd: string, { valueUsd }: Valued): string =>
  valueUsd !== null && compare(valueUsd, firedUsd) > 0 ? valueUsd : firedUsd;

/** Whether the match fires. */
export function fires(match: Timed, cooldown: Cooldown | null): boolean {
  const place = placeOf(match, cooldown);
  if (cooldown === null || place === 'begins' || place === 'late') return true;
  const { firedUsd } = place === 'within' ? cooldown : (cooldown.late ?? cooldown);
  return breaksThrough(match, firedUsd);
}

/**
 * The cooldown after the match has fired. A match within the cooldown fires and leaves its beginning as it is.
 * @param suppressed how many matches the cooldown has suppressed until now.
 * @param eventId the alert of the match.
 */
export function afterFiring(match: Timed, cooldown: Cooldown | null, suppressed: number, eventId: string): Cooldown {
  const place = placeOf(match, cooldown);
  const { recordedAt } = match;
  const firedUsd = raised('0', match);
  if (cooldown === null || place === 'begins') {
    const revision = (cooldown?.revision ?? 0) + 1;
    const late = cooldown?.late ?? null;
    return { startedAt: recordedAt, firedUsd, late, suppressedUsd: null, reported: 0, revision, eventId };
  }
  const reported = { suppressedUsd: null, reported: suppressed, revision: cooldown.revision + 1 };
  const { late } = cooldown;
  if (place === 'within') return { ...cooldown, ...reported, firedUsd: raised(cooldown.firedUsd, match), eventId };
  if (place === 'late' || late === null)
    return { ...cooldown, ...reported, late: { at: recordedAt, firedUsd, eventId } };
  return { ...cooldown, ...reported, late: { ...late, firedUsd: raised(late.firedUsd, match), eventId } };
}

/** The alert that stands for a match which the cooldown suppresses. */
export const standingFor = (match: Timed, cooldown: Cooldown): string | null =>
  placeOf(match, cooldown) === 'within' ? cooldown.eventId : (cooldown.late?.eventId ?? cooldown.eventId);

/** The cooldown after it has suppressed the match; null when this changes nothing but the count. */
export function afterSuppressing({ valueUsd }: Timed, cooldown: Cooldown): Cooldown | null {
  const { suppressedUsd, revision } = cooldown;
  if (valueUsd === null || (suppressedUsd !== null && compare(valueUsd, suppressedUsd) <= 0)) return null;
  return { ...cooldown, suppressedUsd: valueUsd, revision: revision + 1 };
}
