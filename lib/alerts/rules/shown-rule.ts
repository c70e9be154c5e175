import { muteShown, type StoredMute } from '../../organisations/mutes/schema.ts';
import type { CountedRule, RuleState, StoredRule } from './schema.ts';

/** The response for a rule, with its counts and its mute. */
export function shownRule(
  rule: StoredRule,
  { mutedCount, ...state }: RuleState,
  mute: StoredMute | undefined,
  now: Date,
): CountedRule {
  const suppressedByReason = { cooldown: state.suppressedCount - mutedCount, muted: mutedCount };
  return { ...rule, ...state, suppressedByReason, ...muteShown(mute, now) };
}
