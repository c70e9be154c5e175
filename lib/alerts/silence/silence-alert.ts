import { alertDeliveries } from '../../channels/plan-deliveries.ts';
import type { Write } from '../../platform/table/write.ts';
import { derivedId, type OrganisationId } from '../../values/ids.ts';
import { sanitise } from '../../values/untrusted-text.ts';
import type { StoredWallet } from '../../wallets/schema.ts';
import type { AlertDeps } from '../evaluation/alert-context.ts';
import { firedNotice } from '../evaluation/notices.ts';
import type { RuleMatch } from '../evaluation/rule-match.ts';
import type { AlertEvent } from '../events/schema.ts';
import type { SilenceConditions } from '../rules/port/silence-conditions.ts';
import type { StoredRule } from '../rules/schema.ts';

/** How far the records of a wallet are complete on a chain. */
export interface Covered {
  readonly chain: string;
  /** Block time, ISO 8601. Null when nobody can tell. */
  readonly to: string | null;
}

/** What the service has found out about a wallet that should not be silent. */
export interface Finding {
  readonly organisationId: OrganisationId;
  readonly rule: StoredRule;
  readonly conditions: SilenceConditions;
  readonly wallet: StoredWallet;
  /** `unknown`: whether anything came cannot be told. */
  readonly kind: 'silence' | 'unknown';
  readonly episode: number;
  /** Block times, ISO 8601: nothing came after `since` until `until`. */
  readonly since: string;
  readonly until: string;
  readonly covered: readonly Covered[];
}

/** Code points of a label in the sentence. */
const MAX_LABEL = 64;

/**
 * The finding as a match of the rule. Its id derives from the rule, the wallet and the episode, so that a repeated
 * finding makes no second alert.
 * @param level the write that notes what was told. The decision makes the write in its transaction.
 */
export async function silenceMatch(deps: AlertDeps, finding: Finding, level: Write): Promise<RuleMatch> {
  const { organisationId, rule, wallet, kind, episode } = finding;
  const decidedAt = deps.now().toISOString();
  const id = derivedId('event', rule.id, wallet.id, kind, String(episode));
  const { muteOf } = await deps.currentRules(organisationId);
  return {
    ...{ organisationId, rule, walletId: wallet.id, transactionId: id, inclusion: 0, pending: null, decidedAt },
    ...{ recordedAt: decidedAt, isVerified: true, isUnsolicited: false, valueUsd: null, isValuePending: false },
    mute: muteOf(rule, wallet.id, decidedAt),
    level: [level],
    async alert(suppressed) {
      const event = { ...eventOf(finding, id, decidedAt), suppressed };
      const [webhooks, { destinations }, settings] = await Promise.all([
        deps.webhooks.all(organisationId),
        deps.currentRules(organisationId),
        deps.settings.get(organisationId),
      ]);
      const audience = { webhooks, destinations, settings, rule };
      const notice = firedNotice(event, wallet, rule);
      return { event, deliveries: alertDeliveries(deps.channels, organisationId, notice, audience, wallet) };
    },
  };
}

function eventOf(
  { rule, conditions, wallet, kind, since, until, covered }: Finding,
  id: string,
  firedAt: string,
): Omit<AlertEvent, 'suppressed'> {
  const { direction = 'either', asset = null, hours } = conditions;
  const [chain = null, ...others] = wallet.chains;
  return {
    ...{ id, ruleId: rule.id, ruleName: rule.name, ruleType: rule.ruleType, severity: rule.severity, firedAt },
    ...{ status: 'open', walletId: wallet.id, transactionId: null, transaction: null },
    subject: { walletId: wallet.id, chain: others.length > 0 ? null : chain, asset, level: String(hours) },
    summary: sentenceOf(wallet, conditions, kind),
    reasons: [
      {
        condition: kind === 'silence' ? 'silence' : 'silence_unknown',
        expected: { direction, hours, ...(asset !== null && { asset }) },
        actual: { since, until },
        passed: true,
      },
      {
        condition: 'covered_to',
        expected: until,
        actual: Object.fromEntries(covered.map((each) => [each.chain, each.to])),
        passed: true,
      },
    ],
    ...{ acknowledgedAt: null, acknowledgedBy: null, acknowledgedByName: null, acknowledgementNote: null },
    ...{ resolvedAt: null, resolvedBy: null, resolvedByName: null, resolutionNote: null, retractedAt: null },
  };
}

/** `Payroll received nothing for 24 hours`. */
function sentenceOf({ label }: StoredWallet, { direction, asset, hours }: SilenceConditions, kind: Finding['kind']) {
  const name = sanitise(label, MAX_LABEL);
  const what = asset === undefined ? '' : asset === 'native' ? ' of the native coin' : ' of a token';
  const time = String(hours) === '1' ? '1 hour' : `${hours} hours`;
  const did = { inbound: 'received', outbound: 'sent', either: 'received or sent' }[direction ?? 'either'];
  return kind === 'silence'
    ? `${name} ${did} nothing${what} for ${time}`
    : `Nobody can tell whether ${name} ${did} anything${what} within ${time}, as the blocks are not read so far`;
}
