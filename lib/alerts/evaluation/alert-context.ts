import { addressesIn } from '../../../sdk/reason-words.ts';
import type { BookLabels } from '../../address-book/book-labels.ts';
import { anyMatchForm } from '../../chains/any-address.ts';
import type { Channels } from '../../channels/channel-registry.ts';
import { alertDeliveries } from '../../channels/plan-deliveries.ts';
import type { StoredDestination } from '../../channels/port/destination.ts';
import type { SettingsRepo } from '../../channels/settings/repo.ts';
import type { Check, Write } from '../../platform/table/write.ts';
import { bounded, fits } from '../../transactions/bounded.ts';
import type { Entry } from '../../transactions/entry-ranks.ts';
import type { OutboxEntry } from '../../transactions/item.ts';
import { type StoredTransaction, Transaction } from '../../transactions/schema.ts';
import { transactionResponses } from '../../transactions/transaction-response.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { rememberedWallets } from '../../wallets/remembered-wallets.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import type { StoredWallet } from '../../wallets/schema.ts';
import type { WebhookRepo } from '../../webhooks/repo.ts';
import { type AlertEvent, NOT_REVIEWED } from '../events/schema.ts';
import type { Verdict } from '../rules/compile-rule.ts';
import type { CurrentRules } from '../rules/current-rules.ts';
import type { Muting } from '../rules/muting.ts';
import type { StoredRule } from '../rules/schema.ts';
import { eventIdOf, type OwnPayment } from './decision.ts';
import type { Weight } from './match-weight.ts';
import { firedNotice, MOST_NAMED, walletOf } from './notices.ts';
import type { RuleMatch } from './rule-match.ts';
import type { ToldLevel } from './told-level.ts';

export interface AlertDeps {
  readonly webhooks: Pick<WebhookRepo, 'all'>;
  readonly settings: Pick<SettingsRepo, 'get'>;
  readonly wallets: Pick<WalletRepo, 'byId' | 'owned'>;
  readonly labelsOf?: BookLabels;
  readonly currentRules: CurrentRules;
  readonly channels: Channels;
  now(): Date;
}

/** An inclusion of a transaction that rules match. */
interface Matching {
  readonly organisationId: OrganisationId;
  /** With all its effects. */
  readonly transaction: StoredTransaction;
  readonly entry: OutboxEntry;
  /** Holds while the inclusion is to be evaluated. */
  readonly pending: Check;
  readonly context: () => Promise<AlertContext>;
}

/** Why a rule matches, and the entries of the transaction that met its conditions. */
interface Why {
  readonly reasons: Verdict['reasons'];
  readonly matched: readonly Entry[];
  /** What a rule about a state has measured. */
  readonly told: ToldLevel | null;
}

/** What the alerts of a transaction show and who gets them. */
export interface AlertContext {
  readonly webhooks: Awaited<ReturnType<WebhookRepo['all']>>;
  readonly destinations: readonly StoredDestination[];
  readonly settings: Awaited<ReturnType<SettingsRepo['get']>>;
  readonly wallet: StoredWallet;
  readonly response: Transaction;
}

export async function contextOf(
  deps: AlertDeps,
  organisationId: OrganisationId,
  transaction: StoredTransaction,
): Promise<AlertContext> {
  const wallets = rememberedWallets(deps.wallets);
  const [webhooks, { destinations }, settings, wallet] = await Promise.all([
    deps.webhooks.all(organisationId),
    deps.currentRules(organisationId),
    deps.settings.get(organisationId),
    walletOf({ wallets }, organisationId, transaction),
  ]);
  const names = { ...wallets, owned: deps.wallets.owned, labelsOf: deps.labelsOf };
  const [response] = await transactionResponses(names, organisationId, [transaction]);
  if (response === undefined) throw new Error(`transaction ${transaction.id} has no response`);
  return { webhooks, destinations, settings, wallet, response };
}

/** The match of a rule. Its alert is built when the rule fires. */
export function matchOf(
  deps: Pick<AlertDeps, 'channels' | 'labelsOf' | 'now'>,
  { organisationId, transaction, entry, pending, context }: Matching,
  rule: StoredRule,
  why: Why,
  weight: Weight,
  muteOf: Muting,
  level: readonly Write[] | null,
): RuleMatch {
  const { id: transactionId, inclusion, walletId, verified: isVerified } = transaction;
  const { recordedAt } = entry;
  const decidedAt = deps.now().toISOString();
  return {
    ...{ organisationId, rule, walletId, inclusion, recordedAt, transactionId, pending, decidedAt, isVerified },
    ...weight,
    mute: muteOf(rule, walletId, decidedAt),
    level,
    async alert(suppressed) {
      const event = { ...eventOf(transaction, await context(), rule, why, decidedAt), suppressed };
      const named = addressesIn([rule.conditions, why.reasons], MOST_NAMED);
      const labels = await deps.labelsOf?.(organisationId, named);
      const { wallet, ...records } = await context();
      const notice = firedNotice(event, wallet, rule, labels);
      const deliveries = alertDeliveries(deps.channels, organisationId, notice, { ...records, rule }, wallet);
      const { unsigned } = transaction;
      const marked = deliveries.map((delivery) => ({ ...delivery, ...(unsigned && { unsigned }) }));
      const ownPayment = ownPaymentOf(transaction, wallet, event.summary);
      return { event, deliveries: marked, firesWhen: notice.firesWhen, ...(ownPayment && { ownPayment }) };
    },
  };
}

function ownPaymentOf(
  { chain, hash, direction, fromAddress }: StoredTransaction,
  { address }: StoredWallet,
  summary: string,
): OwnPayment | null {
  if (direction !== 'internal') return null;
  return { chain, hash, isSender: anyMatchForm(fromAddress) === anyMatchForm(address), summary };
}

const eventOf = (
  transaction: StoredTransaction,
  { response, wallet }: AlertContext,
  rule: StoredRule,
  { reasons, matched, told }: Why,
  firedAt: string,
): Omit<AlertEvent, 'suppressed'> => ({
  id: eventIdOf({ ruleId: rule.id, transactionId: transaction.id, inclusion: transaction.inclusion }),
  ruleId: rule.id,
  ruleName: rule.name,
  ruleType: rule.ruleType,
  severity: rule.severity,
  status: 'open',
  firedAt,
  transactionId: transaction.id,
  walletId: transaction.walletId,
  wallet: response.wallet,
  subject: told?.subject ?? null,
  transaction: fits(transaction) ? response : { ...response, ...shownTo(transaction, matched) },
  summary: told?.sentence(wallet.label) ?? response.summary,
  reasons,
  ...NOT_REVIEWED,
});

const Shown = Transaction.pick({ transfers: true, approvals: true, authority: true, omitted: true });

/**
 * What the alert of a rule shows of a transaction with more effects than a record holds: first what the rule matched.
 * The record may lack these entries, because the rule may be younger.
 */
const shownTo = (whole: StoredTransaction, matched: readonly Entry[]) =>
  Shown.parse(bounded(whole, { matched: [matched], names: () => false }));
