import type { Gathered } from '../../deliveries/attempt.ts';
import { pendingDelivery } from '../../deliveries/pending-delivery.ts';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { deliverySummaries } from '../../deliveries/summarise-delivery.ts';
import { optimistically } from '../../platform/table/optimistically.ts';
import { compare } from '../../values/decimal.ts';
import { derivedId, type OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import { summaryTitle } from '../notice-text/summary-text.ts';
import type { Channel } from '../port/channel.ts';
import type { SummaryNotice } from '../port/notice.ts';
import { BURST_SECONDS, type Burst, type BurstOf, burstRepo, mostAlone, type SummarisedAlert } from './burst-item.ts';
import { type GatherPaymentDeps, paymentGathering } from './gather-payment.ts';

export interface GatherDeps extends GatherPaymentDeps {
  readonly deliveries: Pick<DeliveryRepo, 'creations' | 'find' | 'byIds'>;
  /** An alert with its chain. Null when the alert is not stored any more. */
  alertOf(organisationId: OrganisationId, eventId: string): Promise<SummaryNotice['largest']>;
}

/** Many alerts of one rule, or reviews of one reviewer, for one recipient change the same item. */
const TRIES = 20;

/** The body of a summary until its minute is over. */
const NO_TEXT = '';

/**
 * More than twenty alerts of one rule within a minute become one message for each recipient that is people. The first
 * twenty are sent, because nobody knows beforehand how many will follow. The next one makes the delivery of the
 * summary, which is due when the minute is over, and ends unsent; so do those that follow, until the summary has its
 * text. Each of these steps is one transaction with the delivery that takes it, so a step that is repeated counts once.
 * A delivery that is sent alone tells of the other alerts of its payment, too (`gather-payment.ts`), and is counted in
 * no summary from then on. Retries and replays are sent. Nothing is read or written for other channels.
 *
 * The reviews of a reviewer with the same note become one message in the same way, but for the first: somebody who
 * acknowledges two hundred alerts at once must not flood a chat.
 */
export function gathering(deps: GatherDeps): (claimed: StoredDelivery, n: number) => Promise<Gathered> {
  const bursts = burstRepo(deps);
  const { summarise, writeBody } = deliverySummaries(deps);
  const ofPayment = paymentGathering(deps);

  /** The text is stored in the transaction that ends the minute: all attempts send the same, and no alert is lost. */
  const withText = (delivery: StoredDelivery, of: BurstOf): Promise<Gathered> =>
    optimistically('a burst of alerts', TRIES, async () => {
      const burst = await bursts.find(of);
      const own = burst?.summaryId === delivery.id ? burst : null;
      // The answer to the transaction below may have been lost.
      const stored = own === null ? await deps.deliveries.find(delivery.organisationId, delivery.id) : null;
      if (stored !== null && stored.body !== NO_TEXT) return toSend(delivery, stored);
      const notice = await noticeOf(deps, delivery, of, own);
      const body = deps.channels.render(deps.channels.of(delivery), notice);
      const at = deps.now().toISOString();
      const told = { body, alertSummary: summaryTitle(notice) };
      const result = await writeBody(delivery, told, at, own === null ? [] : [bursts.summaryEnds(of, own)]);
      if (result === 'superseded') return { kind: 'superseded' };
      return result === 'stale' ? undefined : toSend(delivery, { body, postponedSince: at });
    });

  /** Ends a delivery unsent, as a part of the summary of its minute. Undefined when the burst has changed meanwhile. */
  async function summarised(
    delivery: StoredDelivery,
    of: BurstOf,
    burst: Burst,
    alert: SummarisedAlert,
  ): Promise<Gathered | undefined> {
    const { summaryId } = burst;
    const began = summaryId === undefined ? newSummary(deps.now(), delivery, of, burst) : null;
    const result = await summarise(
      delivery,
      summaryId ?? summaryIdOf(delivery),
      began === null
        ? [bursts.summaryAdds(of, burst, alert, isLarger(alert.valueUsd, burst.largestUsd ?? null))]
        : [
            bursts.summaryBegins(of, burst, began.id, alert),
            ...deps.deliveries.creations(delivery.organisationId, [began]),
          ],
    );
    if (result === 'superseded') return { kind: 'superseded' };
    return result === 'stale' ? undefined : { kind: 'summarised', began };
  }

  return async (delivery, n) => {
    const { organisationId, eventKind, eventId, generation } = delivery;
    const alone = { kind: 'send', delivery } as const;
    const of = burstOf(deps.channels.of(delivery), delivery);
    if (of === null) return alone;
    if (eventKind === 'alert.summary') return delivery.body === NO_TEXT ? withText(delivery, of) : alone;
    if (eventId === null || n > 1 || generation > 1) return alone;
    if (delivery.tells !== undefined) return alone;
    const gathered = await optimistically<Gathered>('a burst of alerts', TRIES, async () => {
      if (await bursts.begin(of, delivery.id)) return alone;
      const burst = await bursts.find(of);
      if (burst === null) return undefined;
      if (burst.alone.has(delivery.id)) return alone;
      if (await bursts.sendAlone(of, burst, delivery.id)) return alone;
      if (burst.summaryId === undefined && burst.alone.size < mostAlone(of)) return undefined;
      const valueUsd = (await deps.alertOf(organisationId, eventId))?.event.transaction?.valueUsd ?? null;
      return summarised(delivery, of, burst, { eventId, valueUsd });
    });
    return gathered.kind === 'send' && eventKind === 'alert.fired' ? ofPayment(delivery) : gathered;
  };
}

/** What is counted together with the delivery, and for whom. Null for a delivery that is always sent alone. */
function burstOf(
  channel: Channel,
  { organisationId, eventKind, ruleId, review, unsigned, channel: address }: StoredDelivery,
): BurstOf | null {
  if (!channel.isForPeople) return null;
  const recipient = channel.keyOf(address);
  if (review !== undefined) return { organisationId, recipient, of: { review } };
  if (ruleId === null || (eventKind !== 'alert.fired' && eventKind !== 'alert.summary')) return null;
  // Strangers can make any number of transactions that the wallet did not sign, and must hide no other among them.
  return { organisationId, recipient: `${recipient}${unsigned ? ' unsigned' : ''}`, of: { ruleId } };
}

/** A summary has waited for its minute, and not for its turn at the destination. */
const toSend = (
  delivery: StoredDelivery,
  { body, postponedSince }: Pick<StoredDelivery, 'body' | 'postponedSince'>,
): Gathered => ({ kind: 'send', delivery: { ...delivery, body, postponedSince, postponedUntil: null } });

/** One delivery begins one summary. */
const summaryIdOf = ({ id }: StoredDelivery): string => derivedId('summary', id);

function newSummary(at: Date, delivery: StoredDelivery, { of }: BurstOf, { until }: Burst): StoredDelivery {
  const { organisationId, channel, url, webhookId, unsigned } = delivery;
  const createdAt = at.toISOString();
  const pending = pendingDelivery(organisationId, {
    ...{ id: summaryIdOf(delivery), eventKind: 'alert.summary', channel, url, body: NO_TEXT, createdAt },
    ...{ ...of, webhookId },
  });
  const waiting = { nextAttemptAt: until, postponedSince: createdAt, postponedUntil: until };
  return { ...pending, ...waiting, ...(unsigned && { unsigned }) };
}

async function noticeOf(
  { alertOf }: GatherDeps,
  { organisationId, createdAt }: StoredDelivery,
  { of }: BurstOf,
  burst: Burst | null,
): Promise<SummaryNotice> {
  const { count = 1, until = createdAt, largestEventId } = burst ?? {};
  return {
    kind: 'alert.summary',
    of,
    count,
    before: mostAlone({ of }),
    since: plusSeconds(new Date(until), -BURST_SECONDS).toISOString(),
    largest: largestEventId == null ? null : await alertOf(organisationId, largestEventId),
  };
}

const isLarger = (value: string | null, than: string | null): boolean =>
  value !== null && (than === null || compare(value, than) > 0);
