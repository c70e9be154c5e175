import { eventList } from '../alerts/events/event-list.ts';
import { deliveryList } from '../deliveries/delivery-list.ts';
import { DeliveryStatus } from '../deliveries/schema.ts';
import type { Deps } from '../platform/deps.ts';
import { recordList } from '../platform/lists/index.ts';
import { transactionList } from '../transactions/transaction-list.ts';
import { invalidField, validationFailed } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { DAY_MS, HOUR_MS } from '../values/time.ts';
import { walletConditions } from '../wallets/wallet-condition.ts';
import { type Interval, MOST_RECIPIENTS, type Stats, type StatsQuery } from './stats-schema.ts';

/** The length of an interval, and how many buckets an answer has by default. */
const INTERVALS: Readonly<Record<Interval, { ms: number; usual: number }>> = {
  hour: { ms: HOUR_MS, usual: 48 },
  day: { ms: DAY_MS, usual: 30 },
};

/** The hours of 31 days. */
const MOST_BUCKETS = 744;

interface StatsRange {
  /** Both inclusive. */
  readonly from: string;
  readonly to: string;
  /** The start of each bucket. The first bucket may begin before the range. */
  readonly starts: readonly string[];
}

/**
 * The range of a query and its buckets, which are hours or days of UTC. By default the range ends now.
 * @param tooLong the parameter that is wrong when the range has too many buckets.
 * @throws ApiError `validation_failed` on `from` or on this parameter.
 */
export function rangeOf({ from, to, interval }: StatsQuery, now: Date, tooLong = 'interval'): StatsRange {
  const { ms, usual } = INTERVALS[interval];
  const startOf = (instant: string) => Math.floor(Date.parse(instant) / ms) * ms;
  const last = to ?? now.toISOString();
  const first = from ?? new Date(startOf(last) - (usual - 1) * ms).toISOString();
  // The schema compares the two only when both are given.
  if (first > last) throw validationFailed([{ path: 'from', message: 'must not be after `to`, which is now' }]);
  const begin = startOf(first);
  const count = (startOf(last) - begin) / ms + 1;
  if (count > MOST_BUCKETS) {
    const message = `the range has ${count} buckets, and ${MOST_BUCKETS} are allowed`;
    throw validationFailed([{ path: tooLong, message }]);
  }
  const starts = Array.from({ length: count }, (_, n) => new Date(begin + n * ms).toISOString());
  return { from: first, to: last, starts };
}

/**
 * Counts the alerts, transactions and deliveries of an organisation by hour or day. The sums of all buckets are the
 * totals of the lists in the same range. No delivery knows its wallet, so none counts for the tag of wallets.
 * @throws ApiError `validation_failed` on `from` or `interval`, or on a `walletTag` with too many records.
 */
export async function statsOf(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisation: OrganisationId,
  query: StatsQuery,
): Promise<Stats> {
  const { from, to, starts } = rangeOf(query, deps.now());
  const wallet = await walletConditions(deps).of(organisation, { walletTag: query.walletTag });
  const range = { from, to, refusal: tooMany };
  const [alerts, transactions, deliveries] = await Promise.all([
    recordList(deps, eventList).buckets(organisation, { ...range, filter: { wallet } }, ['severity'], starts),
    recordList(deps, transactionList).buckets(
      organisation,
      { ...range, filter: { wallet, reorged: '' } },
      ['chain'],
      starts,
    ),
    wallet === undefined
      ? recordList(deps, deliveryList).buckets(organisation, { ...range, filter: {} }, ['status', 'webhook'], starts)
      : null,
  ]);
  const buckets = starts.map((at, n) => ({
    at,
    alerts: bySeverity(alerts[n]),
    transactions: Object.fromEntries([...(transactions[n] ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))),
    deliveries: deliveries === null ? null : byResult(deliveries[n]),
  }));
  return { from, to, interval: query.interval, buckets, recipients: recipientsOf(deliveries ?? []) };
}

const tooMany = () =>
  invalidField('walletTag', 'would examine more than a million transactions or alerts: narrow `from` and `to`');

type Counts = ReadonlyMap<string, number>;

const NO_DELIVERIES = { pending: 0, retrying: 0, delivered: 0, failed: 0, summarised: 0, not_sent: 0 };

const bySeverity = (counts: Counts = new Map()) => ({
  info: counts.get('info') ?? 0,
  warning: counts.get('warning') ?? 0,
  critical: counts.get('critical') ?? 0,
});

/** The counts by status. A key is a status and a recipient, as `failed 5f…`. */
function byStatus(counts: Counts = new Map()): Record<DeliveryStatus, number> {
  const sums = { ...NO_DELIVERIES };
  for (const [key, n] of counts) sums[DeliveryStatus.parse(key.split(' ')[0])] += n;
  return sums;
}

function byResult(counts: Counts | undefined) {
  const { delivered, failed, pending, retrying, summarised, not_sent } = byStatus(counts);
  return { delivered, failed, other: pending + retrying + summarised + not_sent };
}

/** What became of the deliveries of all buckets, for each recipient. */
function recipientsOf(buckets: readonly Counts[]): Stats['recipients'] {
  const sums = new Map<string, Map<string, number>>();
  for (const [key, n] of buckets.flatMap((counts) => [...counts])) {
    const recipient = key.split(' ')[1] ?? '';
    const counts = sums.get(recipient) ?? new Map<string, number>();
    sums.set(recipient, counts.set(key, (counts.get(key) ?? 0) + n));
  }
  const total = (counts: Counts) => counts.values().reduce((sum, n) => sum + n, 0);
  return [...sums]
    .sort(([one, a], [other, b]) => total(b) - total(a) || (one < other ? -1 : 1))
    .slice(0, MOST_RECIPIENTS)
    .map(([id, counts]) => ({ id: id === '' ? null : id, deliveries: byStatus(counts) }));
}
