import { LRUCache } from 'lru-cache';
import type { StateItem } from '../rules/rule-state.ts';
import type { RuleMatch } from './decide.ts';

/** A rule that fires often has one entry of some 300 bytes. */
const MOST_RULES = 10_000;

type Remembered = Pick<StateItem, 'version' | 'lastFiredAt' | 'lastFiredOn'>;

/**
 * The last cooldowns that this process has seen, so that a match within a known cooldown needs no read. A cooldown that
 * has begun never ends early, so an old entry is right. The decision checks the version.
 */
export function cooldowns() {
  const known = new LRUCache<string, Remembered>({ max: MOST_RULES });
  const keyOf = ({ organisationId, rule }: RuleMatch) => `${organisationId} ${rule.id}`;

  return {
    remember: (match: RuleMatch, { version, lastFiredAt, lastFiredOn }: StateItem): void => {
      known.set(keyOf(match), { version, lastFiredAt, lastFiredOn });
    },

    /** Whether the match was recorded within a cooldown that another transaction began. */
    covers(match: RuleMatch): boolean {
      const { rule, recordedAt, transactionId } = match;
      const { version, lastFiredAt = null, lastFiredOn } = known.get(keyOf(match)) ?? {};
      if (version !== rule.version || lastFiredAt === null || lastFiredOn === transactionId) return false;
      const after = Date.parse(recordedAt) - Date.parse(lastFiredAt);
      return after >= 0 && after < rule.cooldownMinutes * 60_000;
    },
  };
}

export type Cooldowns = ReturnType<typeof cooldowns>;
