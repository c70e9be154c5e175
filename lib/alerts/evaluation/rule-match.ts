import { within } from '../../channels/notice-text/escaped-within.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import type { StoredMute } from '../../organisations/mutes/schema.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Check, Write } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { AlertEvent, Suppressed } from '../events/schema.ts';
import type { StoredRule } from '../rules/schema.ts';
import type { Decision, OwnPayment, SuppressedBy } from './decision.ts';

/** A rule whose conditions a transaction, or the state of a wallet, meets. */
export interface RuleMatch {
  readonly organisationId: OrganisationId;
  readonly rule: StoredRule;
  readonly walletId: string;
  readonly inclusion: number;
  /**
   * When this inclusion of the transaction was recorded, or the state was judged. Cooldowns use this time, because
   * evaluations may run late.
   */
  readonly recordedAt: string;
  /** Without a transaction, the id of the event. */
  readonly transactionId: string;
  readonly decidedAt: string;
  /** The largest USD value of what matched, a decimal string. Null when no value is known. */
  readonly valueUsd: string | null;
  /** Whether what matched waits for a price, so that the value may become known. */
  readonly isValuePending: boolean;
  /** Whether a node or a block has stated the transaction. A caller alone may state anything. */
  readonly isVerified: boolean;
  /** Whether a stranger can make such a match at will. */
  readonly isUnsolicited: boolean;
  /** Whether an alert about the same was retracted, which no earlier inclusion of a transaction shows. */
  readonly isBack?: boolean;
  /** The mute that covers the match. */
  readonly mute: StoredMute | null;
  /** Holds while the inclusion is to be evaluated. Null when no transaction causes the match. */
  readonly pending: Check | null;
  /**
   * The change of a state that the rule has judged: the decision makes it in its transaction. Null for a rule about the
   * transaction alone.
   */
  readonly level: readonly Write[] | null;
  /** The event and its deliveries. Only a rule that fires needs them. */
  alert(suppressed: Suppressed): Promise<Alert>;
}

export interface Alert {
  readonly event: AlertEvent;
  readonly deliveries: readonly StoredDelivery[];
  /** The sentence about the rule. */
  readonly firesWhen: string;
  readonly ownPayment?: OwnPayment;
}

export const decisionKeyOf = ({ organisationId, rule, inclusion, transactionId }: RuleMatch) =>
  keys.decision(organisationId, transactionId, inclusion, rule.id);

const decisionOf = (
  { rule, inclusion, transactionId, decidedAt }: RuleMatch,
  more: Omit<Decision, 'ruleId' | 'ruleName' | 'transactionId' | 'inclusion' | 'decidedAt' | 'retraction'>,
): Decision => ({
  ...{ ruleId: rule.id, ruleName: rule.name, transactionId, inclusion, decidedAt, retraction: null },
  ...more,
});

/** Characters of each sentence in a decision, which should stay small. */
const MAX_SENTENCE = 250;

export const firedDecision = (match: RuleMatch, { event, deliveries, firesWhen, ownPayment }: Alert): Decision =>
  decisionOf(match, {
    ...{ outcome: 'fired', reason: null, eventId: null, muteId: null },
    severity: event.severity,
    firesWhen: within(firesWhen, MAX_SENTENCE),
    ...(ownPayment && { ownPayment: { ...ownPayment, summary: within(ownPayment.summary, MAX_SENTENCE) } }),
    deliveryIds: deliveries.map(({ id }) => id),
  });

/** @param because why the match makes no alert: an alert stands for the match, or a mute covers the match. */
export const suppressedDecision = (
  match: RuleMatch,
  because: Pick<Decision, 'eventId' | 'muteId'> & { readonly reason: SuppressedBy },
): Decision =>
  decisionOf(match, { outcome: match.isVerified ? 'suppressed' : 'provisional', ...because, deliveryIds: [] });

type Scoped = Pick<RuleMatch, 'walletId' | 'isVerified' | 'isUnsolicited'> & {
  readonly rule: Pick<StoredRule, 'cooldownPer'>;
};

/**
 * What has a cooldown of its own: the wallet, or all wallets of the rule. Matches that strangers can make at will, and
 * matches that a caller alone has stated, have cooldowns of their own, so that they suppress no other match.
 */
export const scopeOf = (match: Scoped): string =>
  `${laneOf(match)}#${match.rule.cooldownPer === 'rule' ? 'RULE' : match.walletId}`;

const laneOf = ({ isVerified, isUnsolicited }: Scoped): string => {
  if (!isVerified) return 'STATED';
  return isUnsolicited ? 'UNSOLICITED' : 'SOLICITED';
};
