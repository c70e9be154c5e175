import { setTimeout as sleep } from 'node:timers/promises';
import type { Gathered } from '../../deliveries/attempt.ts';
import { DELIVERY_LEASE_SECONDS } from '../../deliveries/delivery-states.ts';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { deliverySummaries } from '../../deliveries/summarise-delivery.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorFields, log } from '../../platform/log.ts';
import { optimistically } from '../../platform/table/optimistically.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { Channels } from '../channel-registry.ts';
import { alertDeliveryId, type Channel } from '../port/channel.ts';
import type { AlertNotice } from '../port/notice.ts';
import type { AlsoFired } from '../port/notice-transaction.ts';

/** An alert of a payment, as its decision knows it. */
export interface PaymentAlert extends AlsoFired {
  readonly eventId: string;
  /** The other end of a payment between own wallets has another record. */
  readonly transactionId: string;
  readonly deliveryIds: readonly string[];
}

/** The text of an alert without its recipient. */
export type FiredAlertNotice = AlertNotice & { readonly kind: 'alert.fired' };

export interface GatherPaymentDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly channels: Channels;
  readonly deliveries: Pick<DeliveryRepo, 'byIds'>;
  /**
   * The alerts that hold of the inclusion of a transaction that made the given alert, also those of the other end of a
   * payment between own wallets, the most severe first. The given alert is one of them. Empty when it does not hold any
   * more.
   */
  alertsOfPayment(organisationId: OrganisationId, transactionId: string, eventId: string): Promise<PaymentAlert[]>;
  /** Null when the alert is not stored any more. */
  firedNoticeOf(organisationId: OrganisationId, alert: PaymentAlert): Promise<FiredAlertNotice | null>;
}

/** The most alerts that a message tells of besides its first alert. Telegram has room for so many. */
export const MOST_OTHERS = 19;

/** An attempt that began longer ago has decided what it tells of, or has died. Only the number of messages depends. */
const GATHERING_MS = 3000;
/** Together 2.4 s. A loaded machine needed more than half a second to give a delivery back. */
const POLL_MS = 200;
const MOST_POLLS = 12;
const TRIES = 20;

/**
 * The alerts of a payment for one recipient become one message. The first attempt stores the text about all of them,
 * and ends the deliveries of the other alerts unsent in the same transaction. Their messages are duplicates from then
 * on. It takes no delivery of which an attempt is under way: this attempt may already send.
 *
 * Two attempts at once see each other's lease. The attempt for the less severe alert gives its delivery back, and the
 * other attempt waits a moment for this. Both go on alone if nothing happens: neither waits for a process that died.
 *
 * A payment that one rule matches costs one query, and no write.
 */
export function paymentGathering(deps: GatherPaymentDeps): (claimed: StoredDelivery) => Promise<Gathered> {
  const { tell } = deliverySummaries(deps);

  /** Null when the text cannot be made: each alert then has the message that is stored already. */
  async function textOf(
    organisationId: OrganisationId,
    channel: Channel,
    first: PaymentAlert,
    others: readonly PaymentAlert[],
  ): Promise<string | null> {
    try {
      const notice = await deps.firedNoticeOf(organisationId, first);
      // The title says already what happened at this end.
      const isSameEnd = ({ transactionId }: PaymentAlert) => transactionId === first.transactionId;
      const also = others.map((alert): AlsoFired => (isSameEnd(alert) ? { ...alert, summary: null } : alert));
      return notice && deps.channels.render(channel, { ...notice, also });
    } catch (error) {
      log.error('delivery.payment_text_failed', { event: first.eventId, ...errorFields(error) });
      return null;
    }
  }

  return async (delivery) => {
    const { organisationId, transactionId, eventId } = delivery;
    const alone = { kind: 'send', delivery } as const;
    if (transactionId === undefined || eventId === null) return alone;
    const channel = deps.channels.of(delivery);
    const key = channel.keyOf(delivery.channel);
    const alerts = (await deps.alertsOfPayment(organisationId, transactionId, eventId))
      .map((alert) => ({ ...alert, deliveryId: alertDeliveryId(alert.eventId, key) }))
      .filter(({ deliveryIds, deliveryId }) => deliveryIds.includes(deliveryId));
    if (alerts.length < 2) return alone;
    let polls = 0;
    return optimistically<Gathered>('the alerts of a payment', TRIES, async () => {
      const stored = await deps.deliveries.byIds(
        organisationId,
        alerts.map(({ deliveryId }) => deliveryId),
      );
      const place = stored.findIndex(({ id }) => id === delivery.id);
      const own = stored[place];
      if (own === undefined) return alone;
      if (own.leaseUntil !== delivery.leaseUntil) return { kind: 'superseded' };
      // The answer to the transaction below may have been lost.
      if (own.tells !== undefined) return { kind: 'send', delivery: own };
      const at = deps.now();
      if (stored.slice(0, place).some((each) => isGathering(each, at))) {
        return { kind: 'given back', seconds: 2 };
      }
      if (stored.slice(place + 1).some((each) => isGathering(each, at)) && polls < MOST_POLLS) {
        polls += 1;
        await sleep(POLL_MS);
        return undefined;
      }
      const mayTake = (each: StoredDelivery) => each.id !== own.id && isFree(each, at) && waitsNoShorter(each, own);
      const others = stored.filter(mayTake).slice(0, MOST_OTHERS);
      if (others.length === 0) return alone;
      const taken = new Set([own, ...others].map(({ id }) => id));
      const [first, ...also] = alerts.filter(({ deliveryId }) => taken.has(deliveryId));
      const body = first === undefined ? null : await textOf(organisationId, channel, first, also);
      if (first === undefined || body === null) return alone;
      const tells = [first, ...also].map((alert) => alert.eventId);
      const result = await tell(delivery, body, { tells, others });
      if (result === 'superseded') return { kind: 'superseded' };
      return result === 'stale' ? undefined : { kind: 'send', delivery: { ...delivery, body } };
    });
  };
}

/** No attempt of it was made, no message tells of it, and it tells of no other alert. */
const isUntold = ({ status, generation, attemptsMade, tells }: StoredDelivery): boolean =>
  status === 'pending' && generation === 1 && attemptsMade === 0 && tells === undefined;

/** A delivery with a reserved time at its destination is sent then. No delivery that may wait longer takes it. */
const waitsNoShorter = (other: StoredDelivery, own: StoredDelivery): boolean =>
  other.postponedUntil == null || own.postponedUntil != null;

const leaseEnd = ({ leaseUntil }: StoredDelivery): number => (leaseUntil === null ? 0 : Date.parse(leaseUntil));

const isFree = (delivery: StoredDelivery, at: Date): boolean => isUntold(delivery) && leaseEnd(delivery) < at.getTime();

/** An attempt has just begun, and may take other deliveries. */
const isGathering = (delivery: StoredDelivery, at: Date): boolean =>
  isUntold(delivery) && leaseEnd(delivery) > at.getTime() + DELIVERY_LEASE_SECONDS * 1000 - GATHERING_MS;
