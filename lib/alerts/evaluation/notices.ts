import { ruleSentence, type ToldRule } from '../../../sdk/rule-sentence.ts';
import { ChainId, chainOf } from '../../chains/registry.ts';
import type { AlertNotice, AlertWallet, ReviewNotice, SummaryNotice } from '../../channels/port/notice.ts';
import type { NoticeChain } from '../../channels/port/notice-transaction.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import type { StoredWallet } from '../../wallets/schema.ts';
import type { EventRepo, Step } from '../events/repo.ts';
import { type AlertEvent, chainOfEvent, type RetractedEvent } from '../events/schema.ts';
import { type StoredSelector, shownSelector } from '../rules/port/wallet-selector.ts';

/** A rule may name a thousand addresses. The sentence of a message has room for fewer. */
export const MOST_NAMED = 25;

/** What the sentence of a rule is made of, as it is stored. */
export type FiredRule = StoredSelector & Pick<ToldRule, 'ruleType' | 'conditions'>;

/**
 * The notice of an alert that fired. Channels get the chain from here, so that they need no chain registry.
 * @param rule in the version that fired. Its sentence names no wallet but that of the alert, which is at hand.
 * @param labels of the addresses that the rule names.
 */
export const firedNotice = (
  event: AlertEvent,
  wallet: StoredWallet,
  rule: FiredRule,
  labels: ReadonlyMap<string, string> = new Map(),
): AlertNotice & { kind: 'alert.fired' } => {
  const firesWhen = ruleSentence(
    { ...rule, ...shownSelector(rule) },
    (id) => (id === wallet.id ? wallet.label : undefined),
    (address) => labels.get(address),
  );
  return noticeOfFired(event, wallet, firesWhen, labels);
};

/** The same with the sentence about the rule. */
export const noticeOfFired = (
  event: AlertEvent,
  wallet: StoredWallet,
  firesWhen: string,
  labels: ReadonlyMap<string, string>,
): AlertNotice & { kind: 'alert.fired' } => ({
  kind: 'alert.fired',
  event,
  firesWhen,
  labels,
  wallet: noticeWallet(wallet),
  chain: noticeChain(event),
});

export const retractedNotice = (
  event: RetractedEvent,
  wallet: StoredWallet,
): AlertNotice & { kind: 'alert.retracted' } => ({
  kind: 'alert.retracted',
  event,
  wallet: noticeWallet(wallet),
  chain: noticeChain(event),
});

export const reviewNotice = (event: AlertEvent, { event: step, reviewer, note }: Step): ReviewNotice => ({
  kind: step === 'acknowledge' ? 'alert.acknowledged' : 'alert.resolved',
  event,
  chain: noticeChain(event),
  reviewedAt: reviewer.at.toISOString(),
  by: reviewer.name,
  note,
});

/** An event keeps the id of its chain as text. A chain that the registry no longer knows has its id as name. */
function noticeChain(event: AlertEvent): NoticeChain {
  const chain = chainOfEvent(event);
  if (chain === null) return { name: 'all chains of the wallet', explorer: null };
  const known = ChainId.safeParse(chain);
  return known.success ? chainOf(known.data) : { name: chain, explorer: null };
}

/** An alert with its chain. Null when it is not stored any more. */
export const alertOf =
  ({ find }: Pick<EventRepo, 'find'>) =>
  async (organisationId: OrganisationId, eventId: string): Promise<SummaryNotice['largest']> => {
    const event = await find(organisationId, eventId);
    return event && { event, chain: noticeChain(event) };
  };

/** The wallet of an alert, which stays stored when somebody deletes it. */
export async function walletOf(
  { wallets }: { readonly wallets: Pick<WalletRepo, 'byId'> },
  organisationId: OrganisationId,
  { walletId }: Pick<AlertEvent, 'walletId'>,
): Promise<StoredWallet> {
  const wallet = (await wallets.byId(organisationId, [walletId])).get(walletId);
  if (wallet === undefined) throw new Error(`wallet ${walletId} is not stored`);
  return wallet;
}

const noticeWallet = ({ id, label, address, tags, externalId }: StoredWallet): AlertWallet => ({
  id,
  label,
  address,
  tags,
  externalId,
});
