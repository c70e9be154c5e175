import type { components } from '../../../sdk/index.ts';

type Schemas = components['schemas'];
type Alert = Pick<Schemas['AlertEvent'], 'id' | 'firedAt'> & {
  /** Null when no transaction caused the alert. */
  readonly transaction: Pick<Schemas['Transaction'], 'blockTimestamp' | 'createdAt' | 'source'> | null;
};
type Delivery = Pick<
  Schemas['Delivery'],
  'eventId' | 'event' | 'createdAt' | 'deliveredAt' | 'replayId' | 'summaryId'
> & { readonly attempts: readonly Pick<Schemas['Attempt'], 'at' | 'error' | 'durationMs'>[] };

/** How long a step took, in seconds: half of the alerts within `half`, 95 of 100 within `most`. */
export interface Latency {
  readonly step: string;
  readonly count: number;
  readonly half: number;
  readonly most: number;
}

/** A record of an older block is that of a backfill or of a wallet added later, and was never on time. */
const OLD_MS = 24 * 60 * 60_000;

/**
 * How long the newest alerts took from their block to their receivers, step by step. Leaves out imports and old blocks,
 * which nobody watched, and alerts without a transaction. Steps without an alert have no line.
 */
export function latencyOf(alerts: readonly Alert[], deliveries: readonly Delivery[]): readonly Latency[] {
  const watched = watchedOf(alerts);
  const arrived = watchedDeliveries(watched, deliveries).flatMap(({ alert, delivery }) => {
    const deliveredAt = firstDeliveredAt(delivery);
    return deliveredAt === null ? [] : [{ alert, createdAt: delivery.createdAt, deliveredAt }];
  });
  return [
    lineOf(
      'Block to record',
      watched.map(({ transaction }) => between(transaction.blockTimestamp, transaction.createdAt)),
    ),
    lineOf(
      'Record to alert',
      watched.map(({ transaction, firedAt }) => between(transaction.createdAt, firedAt)),
    ),
    lineOf(
      'Alert to delivery',
      arrived.map(({ createdAt, deliveredAt }) => between(createdAt, deliveredAt)),
    ),
    lineOf(
      'Block to delivery',
      arrived.map(({ alert, deliveredAt }) => between(alert.transaction.blockTimestamp, deliveredAt)),
    ),
  ].flatMap((line) => line ?? []);
}

/** Whether the alerts have deliveries, but replays leave none of them with a time of its first delivery. */
export function areAllReplayed(alerts: readonly Alert[], deliveries: readonly Delivery[]): boolean {
  const replayed = watchedDeliveries(watchedOf(alerts), deliveries).filter(
    ({ delivery }) => delivery.replayId !== null,
  );
  const lines = latencyOf(alerts, deliveries);
  return replayed.length > 0 && !lines.some(({ step }) => step === 'Alert to delivery');
}

const watchedOf = (alerts: readonly Alert[]) =>
  alerts.flatMap(({ transaction, ...alert }) => {
    if (transaction === null) return [];
    const { source, blockTimestamp, createdAt } = transaction;
    const isOnTime = source === 'watch' && between(blockTimestamp, createdAt) < OLD_MS / 1000;
    return isOnTime ? [{ ...alert, transaction }] : [];
  });

/** The deliveries of the alerts, each with its alert. */
function watchedDeliveries<T extends Pick<Alert, 'id'>>(alerts: readonly T[], deliveries: readonly Delivery[]) {
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  return deliveries.flatMap((delivery) => {
    const { eventId, event } = delivery;
    const alert = eventId === null || event !== 'alert.fired' ? undefined : byId.get(eventId);
    return alert === undefined ? [] : [{ alert, delivery }];
  });
}

/**
 * When the service delivered by itself; null when this is not known. A person chooses the time of a replay. The first
 * of several attempts was before the replay, and arrived if it has no error. Any later success may be that of a replay.
 */
function firstDeliveredAt({ deliveredAt, replayId, summaryId, attempts }: Delivery): string | null {
  if (replayId === null) return deliveredAt;
  const [first, second] = attempts;
  // What another message told had no attempt before its replay.
  if (first === undefined || second === undefined || first.error !== null || summaryId !== null) return null;
  return new Date(Date.parse(first.at) + first.durationMs).toISOString();
}

/** Blocks state whole seconds, and their producers' clocks differ: nothing takes less than no time. */
const between = (from: string, to: string): number => Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);

function lineOf(step: string, seconds: readonly number[]): Latency | undefined {
  const sorted = seconds.toSorted((a, b) => a - b);
  const within = (share: number) => sorted[Math.ceil(share * sorted.length) - 1];
  const [half, most] = [within(0.5), within(0.95)];
  return half === undefined || most === undefined ? undefined : { step, count: sorted.length, half, most };
}

/** `0.4 s`, `12 s`, `2 min 38 s`, `3 h 5 min`. */
export function secondsText(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
