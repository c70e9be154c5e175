import { alertDeliveries } from '../../channels/plan-deliveries.ts';
import type { Write } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { StoredWallet } from '../../wallets/schema.ts';
import { walletSummary } from '../../wallets/wallet-response.ts';
import { type AlertEvent, NOT_REVIEWED } from '../events/schema.ts';
import { walletReason } from '../rules/compile-rule.ts';
import type { StoredRule } from '../rules/schema.ts';
import type { AlertDeps } from './alert-context.ts';
import { firedNotice } from './notices.ts';
import type { RuleMatch } from './rule-match.ts';

/** What a rule has found about the state of a wallet, which no transaction caused. */
export interface StateFinding {
  readonly organisationId: OrganisationId;
  readonly rule: StoredRule;
  readonly wallet: StoredWallet;
  /** Derives from what was found, so that a repeated finding makes no second alert. */
  readonly id: string;
  readonly told: Pick<AlertEvent, 'subject' | 'summary' | 'reasons'>;
  /** Whether the same was told and retracted before. */
  readonly isBack?: boolean;
}

/**
 * The finding as a match of the rule.
 * @param level the writes that note what was found. The decision makes them in its transaction.
 */
export async function stateMatch(deps: AlertDeps, finding: StateFinding, level: readonly Write[]): Promise<RuleMatch> {
  const { organisationId, rule, wallet, id, isBack = false } = finding;
  const decidedAt = deps.now().toISOString();
  const { muteOf } = await deps.currentRules(organisationId);
  return {
    organisationId,
    rule,
    walletId: wallet.id,
    transactionId: id,
    inclusion: 0,
    pending: null,
    decidedAt,
    recordedAt: decidedAt,
    isVerified: true,
    isUnsolicited: false,
    isBack,
    valueUsd: null,
    isValuePending: false,
    mute: muteOf(rule, wallet.id, decidedAt),
    level,
    async alert(suppressed) {
      const event = { ...eventOf(finding, decidedAt), suppressed };
      const [webhooks, { destinations }, settings] = await Promise.all([
        deps.webhooks.all(organisationId),
        deps.currentRules(organisationId),
        deps.settings.get(organisationId),
      ]);
      const audience = { webhooks, destinations, settings, rule };
      const notice = firedNotice(event, wallet, rule);
      const deliveries = alertDeliveries(deps.channels, organisationId, notice, audience, wallet);
      return { event, deliveries, firesWhen: notice.firesWhen };
    },
  };
}

const eventOf = ({ rule, wallet, id, told }: StateFinding, firedAt: string): Omit<AlertEvent, 'suppressed'> => ({
  id,
  ruleId: rule.id,
  ruleName: rule.name,
  ruleType: rule.ruleType,
  severity: rule.severity,
  firedAt,
  status: 'open',
  walletId: wallet.id,
  wallet: walletSummary(wallet),
  transactionId: null,
  transaction: null,
  ...told,
  reasons: [...walletReason(rule, wallet.id, wallet), ...told.reasons],
  ...NOT_REVIEWED,
});
