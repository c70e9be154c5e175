import type { StoredMute } from '../../organisations/mutes/schema.ts';
import type { StoredRule } from './schema.ts';

/** The mute that covers the alerts of a rule about a wallet at this time (ISO 8601); null without one. */
export type Muting = (rule: MutedRule, walletId: string, at: string) => StoredMute | null;

type MutedRule = Pick<StoredRule, 'id' | 'severity' | 'ruleType'>;

/** Where both the rule and the wallet are muted, the mute that ends last counts the matches. */
export function mutingBy(mutes: readonly StoredMute[]): Muting {
  const byTarget = new Map(mutes.map((mute) => [`${mute.of} ${mute.targetId}`, mute]));
  return (rule, walletId, at) => {
    const found = [byTarget.get(`rule ${rule.id}`), byTarget.get(`wallet ${walletId}`)].flatMap((mute) => mute ?? []);
    return found
      .filter((mute) => at < mute.until && (mute.critical || !needsCritical(rule)))
      .reduce<StoredMute | null>((last, mute) => (last === null || mute.until > last.until ? mute : last), null);
  };
}

/** Whether only a mute that says so silences the alerts of the rule. */
const needsCritical = ({ severity, ruleType }: Pick<StoredRule, 'severity' | 'ruleType'>): boolean =>
  severity === 'critical' || ruleType === 'authority_change';
