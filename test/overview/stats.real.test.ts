import { beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { eventList } from '../../lib/alerts/events/event-list.ts';
import { eventRepo } from '../../lib/alerts/events/repo.ts';
import type { AlertEvent } from '../../lib/alerts/events/schema.ts';
import { deliveryList } from '../../lib/deliveries/delivery-list.ts';
import type { StoredDelivery } from '../../lib/deliveries/schema.ts';
import { statsOf } from '../../lib/overview/stats.ts';
import { Interval, type Stats, StatsQuery } from '../../lib/overview/stats-schema.ts';
import { compactList, recordList } from '../../lib/platform/lists/index.ts';
import { transact } from '../../lib/platform/table/write.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { transactionList } from '../../lib/transactions/transaction-list.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { paymentChain, readerOf } from '../../local/chains/recorded/payment-chain.ts';
import { FOREVER, SMALL } from '../platform/lists/list-model.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { putDelivery } from '../support/put-delivery.ts';
import { aDelivery, anEvent, aStoredTransaction, uuid } from '../support/records.ts';
import { runs } from '../support/sample.ts';
import { SENDER } from '../support/scenario.ts';
import { makeTable } from '../support/table.ts';
import { holding, payment } from '../watch/payments.ts';
import { watchedScenario } from '../watch/watched.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await makeTable());
});

const SEVERITIES = ['info', 'warning', 'critical'] as const;
const STATUSES = ['pending', 'retrying', 'delivered', 'failed'] as const;
const CHAINS = ['ethereum', 'base', 'solana'] as const;
const LAST = '9999-12-31T23:59:59.999Z';

/** Instants at and beside the ends of hours and days, so that many records have the same time. */
const time = fc
  .tuple(fc.nat({ max: 3 }), fc.nat({ max: 23 }), fc.constantFrom(-1, 0, 1, 1_800_000))
  .map(([day, hour, ms]) => new Date(Date.UTC(2026, 1, 27 + day, hour) + ms).toISOString());
const instant = fc.oneof({ weight: 9, arbitrary: time }, { weight: 1, arbitrary: fc.constant(LAST) });

interface Records {
  readonly transactions: readonly StoredTransaction[];
  readonly events: readonly AlertEvent[];
  readonly deliveries: readonly StoredDelivery[];
}

const many = <T extends { readonly id: string }>(record: fc.Arbitrary<T>) =>
  fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 20, size: 'max' });
const records: fc.Arbitrary<Records> = fc.record({
  transactions: many(
    fc
      .record({ id: fc.uuid(), blockTimestamp: instant, chain: fc.constantFrom(...CHAINS), reorged: fc.boolean() })
      .map(aStoredTransaction),
  ),
  events: many(
    fc
      .record({
        id: fc.uuid(),
        firedAt: instant,
        severity: fc.constantFrom(...SEVERITIES),
        retractedAt: fc.option(time),
      })
      .map(anEvent),
  ),
  deliveries: many(
    fc
      .record({
        id: fc.uuid(),
        createdAt: instant,
        status: fc.constantFrom(...STATUSES),
        webhookId: fc.constantFrom(null, uuid(1), uuid(2)),
      })
      .map(aDelivery),
  ),
});
const asked = fc
  .record({ ends: fc.tuple(time, instant), interval: fc.constantFrom(...Interval.options) })
  .map(({ ends, interval }) => {
    const [from, to = LAST] = ends.toSorted();
    // The last instant is thousands of years after the others, and a range has at most 744 buckets.
    return StatsQuery.parse({ from: to === LAST ? '9999-12-31' : from, to, interval });
  });

/** Stores the records. Compacts the lists in the middle when `merged`, so that a tree holds a part of the entries. */
async function stored({ transactions, events, deliveries }: Records, merged: boolean): Promise<OrganisationId> {
  const organisation = OrganisationId.parse(deps.newId());
  const store = (part: <T>(all: readonly T[]) => readonly T[]) =>
    Promise.all([
      ...part(transactions).map((each) => transactionRepo(deps).record(organisation, each)),
      ...part(events).map((each) => transact(deps.table, { writes: eventRepo(deps).creation(organisation, each) })),
      ...part(deliveries).map((each) => putDelivery(deps, { ...each, organisationId: organisation })),
    ]);
  await store((all) => all.slice(0, 14));
  for (const list of merged ? [transactionList, eventList, deliveryList] : []) {
    await compactList(deps, list, organisation, { until: FOREVER, sizes: SMALL });
  }
  await store((all) => all.slice(14));
  return organisation;
}

/** How many items have each value. */
const tally = (values: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, { length }]) => [value, length]));

/** What a bucket must count: the records within the range whose time begins like the start of the bucket. */
function expected({ transactions, events, deliveries }: Records, query: StatsQuery, at: string): Stats['buckets'][0] {
  const prefix = at.slice(0, query.interval === 'hour' ? 13 : 10);
  const isIn = (when: string) => when.startsWith(prefix) && (query.from ?? '') <= when && when <= (query.to ?? LAST);
  const alerts = tally(events.filter(({ firedAt }) => isIn(firedAt)).map(({ severity }) => severity));
  const shown = transactions.filter(({ blockTimestamp, reorged }) => !reorged && isIn(blockTimestamp));
  const states = tally(deliveries.filter(({ createdAt }) => isIn(createdAt)).map(({ status }) => status));
  const { delivered = 0, failed = 0, pending = 0, retrying = 0 } = states;
  return {
    at,
    alerts: { info: 0, warning: 0, critical: 0, ...alerts },
    transactions: tally(shown.map(({ chain }) => chain)),
    deliveries: { delivered, failed, other: pending + retrying },
  };
}

/** What the answer must say of each recipient that has a delivery in the range. */
function expectedRecipients({ deliveries }: Records, { from = '', to = LAST }: StatsQuery): unknown[] {
  const shown = deliveries.filter(({ createdAt }) => from <= createdAt && createdAt <= to);
  const none = { delivered: 0, failed: 0, retrying: 0, pending: 0, not_sent: 0, summarised: 0 };
  return [...Map.groupBy(shown, ({ webhookId }) => webhookId)]
    .sort(([one, a], [other, b]) => b.length - a.length || ((one ?? '') < (other ?? '') ? -1 : 1))
    .map(([id, of]) => ({ id, deliveries: { ...none, ...tally(of.map(({ status }) => status)) } }));
}

/** The sums of all buckets, in the order of `totalsOf`. */
const sumsOf = ({ buckets }: Stats) => {
  const sum = (count: (bucket: Stats['buckets'][0]) => number) => buckets.reduce((n, bucket) => n + count(bucket), 0);
  return {
    transactions: CHAINS.map((chain) => sum(({ transactions }) => transactions[chain] ?? 0)),
    alerts: SEVERITIES.map((severity) => sum(({ alerts }) => alerts[severity])),
    deliveries: (['delivered', 'failed', 'other'] as const).map((result) =>
      sum((bucket) => bucket.deliveries?.[result] ?? 0),
    ),
  };
};

/** The totals that the lists show for the same range. */
async function totalsOf(organisation: OrganisationId, { from, to }: StatsQuery) {
  const one = { page: 1, pageSize: 1 };
  const total = async (list: Promise<{ meta: { total: number } }>) => (await list).meta.total;
  const deliveries = (...statuses: readonly string[]) =>
    recordList(deps, deliveryList).count(organisation, { filter: { status: { in: statuses } }, from, to });
  return {
    transactions: await Promise.all(
      CHAINS.map((chain) => total(transactionRepo(deps).page(organisation, { chain, from, to }, one))),
    ),
    alerts: await Promise.all(
      SEVERITIES.map((severity) => total(eventRepo(deps).list(organisation, { severity, from, to, ...one }))),
    ),
    deliveries: [await deliveries('delivered'), await deliveries('failed'), await deliveries('pending', 'retrying')],
  };
}

describe('The statistics of an organisation', () => {
  it('count like a model in each bucket, and in sum like the lists, for any records and range', async () => {
    const queries = fc.array(asked, { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(records, fc.boolean(), queries, async (all, merged, wanted) => {
        const organisation = await stored(all, merged);
        for (const query of wanted) {
          const stats = await statsOf(deps, organisation, query);
          expect(stats.buckets).toEqual(stats.buckets.map(({ at }) => expected(all, query, at)));
          expect(stats.recipients).toEqual(expectedRecipients(all, query));
          expect(sumsOf(stats)).toEqual(await totalsOf(organisation, query));
        }
      }),
      // A run takes seconds, so the property reports the first failure without shrinking.
      { numRuns: runs(4, 60), endOnFailure: true },
    );
  });

  it('end with the present instant, by default', async () => {
    const now = '2026-03-01T12:00:00.000Z';
    const times = ['2026-01-30T23:59:59.999Z', '2026-01-31T00:00:00.000Z', now, '2026-03-01T12:00:00.001Z'];
    const transactions = times.map((blockTimestamp) => aStoredTransaction({ id: deps.newId(), blockTimestamp }));
    const organisation = await stored({ transactions, events: [], deliveries: [] }, false);
    const { buckets, recipients, ...range } = await statsOf({ ...deps, now: () => new Date(now) }, organisation, {
      interval: 'day',
    });
    expect(recipients).toEqual([]);
    expect(range).toEqual({ from: '2026-01-31T00:00:00.000Z', to: now, interval: 'day' });
    const counted = buckets.filter((bucket) => Object.keys(bucket.transactions).length > 0);
    expect(counted.map(({ at, transactions: counts }) => [at, counts])).toEqual([
      ['2026-01-31T00:00:00.000Z', { ethereum: 1 }],
      ['2026-03-01T00:00:00.000Z', { ethereum: 1 }],
    ]);
  });

  it('count a payment to two receivers once, and lists find it by the worth of the sum', async () => {
    const other = '0x2222222222222222222222222222222222222222';
    const chain = paymentChain(holding(payment(1, { from: SENDER, amount: '2', others: [other] })), holding());
    const { deps: own, scenario, all } = await watchedScenario(readerOf(chain));
    await scenario.makeWallet({ label: 'Payer', address: SENDER, chains: ['anvil'] });
    await all();
    const { organisation } = scenario;
    const list = async (minValueUsd: string) => {
      const page = await transactionRepo(own).page(organisation, { minValueUsd }, { page: 1, pageSize: 10 });
      return page.data.map(({ direction, tokenAmount, valueUsd, transfers }) => [
        ...[direction, tokenAmount, valueUsd],
        transfers.map(({ valueUsd }) => valueUsd),
      ]);
    };
    // Ether is worth 3,000 USD: more than each leg, and no more than both.
    expect(await list('12000')).toEqual([['outbound', '4', '12000', ['6000', '6000']]]);
    expect(await list('12000.01')).toEqual([]);
    const { buckets } = await statsOf(own, organisation, StatsQuery.parse({ from: '2026-03-01', to: '2026-03-01' }));
    expect(buckets.map(({ transactions }) => transactions)).toEqual([{ anvil: 1 }]);
  });
});
