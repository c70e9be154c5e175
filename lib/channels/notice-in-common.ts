import type { StoredDelivery } from '../deliveries/schema.ts';
import { derivedId, type OrganisationId } from '../values/ids.ts';
import { within } from './notice-text/escaped-within.ts';
import { alertDeliveryId } from './port/channel.ts';
import type { AlertNotice, Notice, ReviewNotice } from './port/notice.ts';

/** Characters of a sentence in the list of deliveries. More would cost writes. */
const MAX_SUMMARY = 200;
/** UTF-16 units of a note. Messages show no more. */
const MAX_NOTE = 400;

interface InCommon {
  readonly createdAt: string;
  readonly eventId?: string;
  readonly ruleId?: string;
  /** Of an alert that fired. */
  readonly transactionId?: string;
  /** What happened, if the notice is about an alert. */
  readonly alertSummary?: string;
  readonly review?: StoredDelivery['review'];
  /** The id of the delivery to the recipient with this key. */
  idOf(key: string): string;
}

/** What the deliveries of a notice have in common. Their ids never change, so that no notice is sent twice. */
export function inCommon(organisationId: OrganisationId, notice: Notice): InCommon {
  switch (notice.kind) {
    case 'alert.fired': {
      const ids = alertOf(notice);
      const { firedAt: createdAt, transactionId } = notice.event;
      const ofPayment = transactionId === null ? {} : { transactionId };
      return { ...ids, ...ofPayment, createdAt, idOf: (key) => alertDeliveryId(ids.eventId, key) };
    }
    case 'alert.retracted': {
      const ids = alertOf(notice);
      const idOf = (key: string) => derivedId('delivery', ids.eventId, key, 'retracted');
      return { ...ids, createdAt: notice.event.retractedAt, idOf };
    }
    case 'alert.acknowledged':
    case 'alert.resolved': {
      const ids = alertOf(notice);
      // An event is acknowledged once and resolved once.
      const idOf = (key: string) => derivedId('delivery', ids.eventId, key, notice.kind);
      return { ...ids, createdAt: notice.reviewedAt, review: reviewOf(notice), idOf };
    }
    case 'audit.checkpoint':
      return { createdAt: notice.signedAt, idOf: (key) => derivedId('delivery', notice.checkpoint.id, key) };
    case 'coverage.difference':
      return { createdAt: notice.occurredAt, idOf: (key) => derivedId('delivery', notice.id, key) };
    case 'wallet.throttled': {
      const { chainId, since } = notice;
      return {
        createdAt: since,
        idOf: (key) => derivedId('delivery', organisationId, chainId, 'throttled', since, key),
      };
    }
    case 'alert.summary':
      throw new Error('a summary is planned by the attempt of an alert');
    case 'mute.ended':
      return { createdAt: notice.endedAt, idOf: (key) => derivedId('delivery', notice.id, 'ended', key) };
    case 'destination.disabled': {
      const { id, disabledAt } = notice.destination;
      return { createdAt: disabledAt, idOf: (key) => derivedId('delivery', id, 'disabled', disabledAt, key) };
    }
    case 'address_list.failed': {
      const { id, failedAt, run } = notice.list;
      return { createdAt: failedAt, idOf: (key) => derivedId('delivery', id, 'list failed', run, key) };
    }
    case 'configuration.changed':
      return { createdAt: notice.at, idOf: (key) => derivedId('delivery', notice.id, 'changed', key) };
    case 'ping':
      throw new Error('a test of a destination is planned by its request');
    case 'webhook.disabled': {
      const { id, disabledAt } = notice.webhook;
      return { createdAt: disabledAt, idOf: (key) => derivedId('delivery', id, 'disabled', disabledAt, key) };
    }
  }
}

const reviewOf = ({ kind: step, by, note }: ReviewNotice) => ({
  step,
  by,
  note: note === null ? null : within(note, MAX_NOTE),
});

const alertOf = ({ event: { id, ruleId, summary } }: AlertNotice | ReviewNotice) => ({
  eventId: id,
  ruleId,
  alertSummary: within(summary, MAX_SUMMARY),
});
