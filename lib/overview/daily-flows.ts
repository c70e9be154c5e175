import * as z from 'zod';
import type { TransactionRepo } from '../transactions/repo.ts';
import type { StoredTransaction } from '../transactions/schema.ts';
import { tookEffect } from '../transactions/took-effect.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { minus, sum } from '../values/decimal.ts';
import { Instant, InstantEndInput, InstantInput, ordered } from '../values/fields.ts';
import { type OrganisationId, Uuid } from '../values/ids.ts';
import { WalletTag } from '../wallets/schema.ts';
import { rangeOf } from './stats.ts';

/** Reading this many records, one by one, costs some 2,500 read units. */
const MOST_RECORDS = 5_000;
/** Records whose effects are read at a time. */
const AT_ONCE = 8;

export const FlowsQuery = ordered(
  z.strictObject({
    from: InstantInput.optional().describe('The default is 30 days. At most 744 days'),
    to: InstantEndInput.optional(),
    walletId: Uuid.optional(),
    walletTag: WalletTag.optional(),
  }),
);
export type FlowsQuery = z.output<typeof FlowsQuery>;

const Flow = z.object({
  at: Instant.describe('The start of the UTC day'),
  inUsd: z.string().describe('What came from outside'),
  outUsd: z.string().describe('What went outside'),
});

export const Flows = z
  .object({
    from: Instant.describe('Later than asked for when the range has more than 5,000 transactions: the newest count'),
    to: Instant,
    days: z.array(Flow).describe('Oldest first, with the empty ones'),
  })
  .meta({ id: 'Flows' });
export type Flows = z.output<typeof Flows>;

export interface FlowsDeps {
  readonly transactions: Pick<TransactionRepo, 'walk' | 'whole'>;
  now(): Date;
}

/**
 * What came into the wallets of an organisation and what left them, in USD, day by day. A transaction counts with what
 * it changed in all, so that a swap counts with its loss or gain alone. Transfers between own wallets, transfers
 * without a known price and fees do not count.
 * @throws ApiError `validation_failed` on `from`, or on a `walletTag` with too many records in the range.
 */
export async function flowsOf(
  { transactions, now }: FlowsDeps,
  organisationId: OrganisationId,
  { walletId, walletTag, ...query }: FlowsQuery,
): Promise<Flows> {
  const { from, to, starts } = rangeOf({ ...query, interval: 'day' }, now(), 'from');
  /** By transaction: several wallets of the organisation may have a record of the same transaction. */
  const nets = new Map<string, { readonly day: string; readonly values: string[] }>();
  let count = 0;
  let last = to;
  let first = from;
  const filters = { walletId, walletTag, from, to };
  for await (const { records } of transactions.walk(organisationId, filters, { isBounded: true })) {
    if (count >= MOST_RECORDS) {
      first = last;
      break;
    }
    const whole = await mapConcurrent(records, AT_ONCE, (record) => transactions.whole(organisationId, record));
    for (const record of whole) {
      const key = `${record.chain} ${record.hash}`;
      const net = nets.get(key) ?? { day: record.blockTimestamp.slice(0, 10), values: [] };
      nets.set(key, net);
      net.values.push(netOf(record));
    }
    count += records.length;
    last = records.at(-1)?.blockTimestamp ?? last;
  }
  const byDay = Map.groupBy(nets.values(), ({ day }) => day);
  return {
    from: first,
    to,
    days: starts
      .filter((at) => at.slice(0, 10) >= first.slice(0, 10))
      .map((at) => {
        const values = (byDay.get(at.slice(0, 10)) ?? []).map((net) => sum(net.values));
        const losses = values.filter((value) => value.startsWith('-'));
        return {
          at,
          inUsd: sum(values.filter((value) => !value.startsWith('-'))),
          outUsd: minus('0', sum(losses)),
        };
      }),
  };
}

/** What a record brought its wallet from outside, less what it took, in USD. */
function netOf(record: StoredTransaction): string {
  if (!tookEffect(record)) return '0';
  const valuesOf = (direction: StoredTransaction['direction']) =>
    record.transfers.flatMap((each) => (each.direction === direction ? (each.valueUsd ?? []) : []));
  return minus(sum(valuesOf('inbound')), sum(valuesOf('outbound')));
}
