import { LRUCache } from 'lru-cache';
import { growingTo } from '../../values/memo.ts';
import { afterSuppressing, breaksThrough, type Cooldown } from './cooldown.ts';
import { type RuleMatch, scopeOf } from './rule-match.ts';

/** A cooldown takes some 400 bytes. */
const MOST_COOLDOWNS = 10_000;

/** For so long, a process may miss that an alert of another process has stated the largest suppressed value. */
const VALUES_KEPT_MS = 1000;

interface Remembered {
  readonly cooldown: Cooldown;
  readonly readAt: string;
  /** With another version of the rule, the cooldown may have been over. */
  readonly version: number;
}

/**
 * The last cooldowns that this process has seen, so that most matches within a cooldown need no read. While a cooldown
 * runs, no other cooldown of its scope begins, and the largest value that fired only grows. So a match that an old
 * entry covers is within the present cooldown. A match that may break through, or that may be the largest suppressed
 * match, is not covered.
 */
export function cooldowns() {
  const known = new LRUCache<string, Remembered>(growingTo(MOST_COOLDOWNS));
  const keyOf = (match: RuleMatch) => `${match.organisationId} ${match.rule.id} ${scopeOf(match)}`;

  return {
    remember: (match: RuleMatch, cooldown: Cooldown): void => {
      known.set(keyOf(match), { cooldown, readAt: match.decidedAt, version: match.rule.version });
    },

    /** The cooldown that suppresses the match; null when the table must be asked. */
    covering(match: RuleMatch): Cooldown | null {
      const { valueUsd, recordedAt, decidedAt, rule } = match;
      const remembered = known.get(keyOf(match));
      if (remembered === undefined || remembered.version !== rule.version) return null;
      const { cooldown, readAt } = remembered;
      const began = Date.parse(cooldown.startedAt);
      const [recorded, decided] = [Date.parse(recordedAt), Date.parse(decidedAt)];
      // Later, another match may have begun the next cooldown.
      const isPresent = recorded >= began && Math.max(recorded, decided) < began + rule.cooldownMinutes * 60_000;
      if (!isPresent || breaksThrough(match, cooldown.firedUsd)) return null;
      const isFresh = decided - Date.parse(readAt) < VALUES_KEPT_MS;
      return valueUsd === null || (isFresh && afterSuppressing(match, cooldown) === null) ? cooldown : null;
    },
  };
}

export type Cooldowns = ReturnType<typeof cooldowns>;
