import * as z from 'zod';
import type { TransactionRepo } from '../transactions/repo.ts';
import type { StoredTransaction } from '../transactions/schema.ts';
import { tookEffect } from '../transactions/took-effect.ts';
import { minus, sum } from '../values/decimal.ts';
import { Instant, InstantEndInput, InstantInput, ordered } from '../values/fields.ts';
import { type OrganisationId, Uuid } from '../values/ids.ts';
import { rangeOf } from './stats.ts';

/** The records are read one by one: so many cost some 2,500 read units. */
const MOST_RECORDS = 5_000;

export const FlowsQuery = ordered(
  z.strictObject({
    from: InstantInput.optional().describe('The default is 30 days'),
    to: InstantEndInput.optional(),
    walletId: Uuid.optional(),
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
  readonly transactions: Pick<TransactionRepo, 'walk'>;
  now(): Date;
}

/**
 * What came into the wallets of an organisation and what left them, in USD, day by day. A transaction counts with what
 * it changed in all, so that a swap counts with its loss or gain alone. Transfers between own wallets, transfers
 * without a known price and fees do not count.
 * @throws ApiError `validation_failed` on `from`.
 */
export async function flowsOf(
  { transactions, now }: FlowsDeps,
  organisationId: OrganisationId,
  { walletId, ...query }: FlowsQuery,
): Promise<Flows> {
  const { from, to, starts } = rangeOf({ ...query, interval: 'day' }, now());
  const byDay = new Map<string, { readonly gains: string[]; readonly losses: string[] }>();
  let count = 0;
  let oldest: string | null = null;
  for await (const { records } of transactions.walk(organisationId, { walletId, from, to })) {
    for (const record of records) {
      const day = record.blockTimestamp.slice(0, 10);
      const flows = byDay.get(day) ?? { gains: [], losses: [] };
      byDay.set(day, flows);
      const { gain, loss } = netOf(record);
      flows.gains.push(gain);
      flows.losses.push(loss);
    }
    count += records.length;
    oldest = records.at(-1)?.blockTimestamp ?? oldest;
    if (count >= MOST_RECORDS) break;
  }
  const first = count >= MOST_RECORDS && oldest !== null ? oldest : from;
  return {
    from: first,
    to,
    days: starts
      .filter((at) => at.slice(0, 10) >= first.slice(0, 10))
      .map((at) => {
        const { gains, losses } = byDay.get(at.slice(0, 10)) ?? { gains: [], losses: [] };
        return { at, inUsd: sum(gains), outUsd: sum(losses) };
      }),
  };
}

/** What a transaction brought the organisation from outside, or took from it, in USD. One of the two is 0. */
function netOf(record: StoredTransaction): { readonly gain: string; readonly loss: string } {
  const none = { gain: '0', loss: '0' };
  if (!tookEffect(record)) return none;
  const valuesOf = (direction: StoredTransaction['direction']) =>
    record.transfers.flatMap((each) => (each.direction === direction ? (each.valueUsd ?? []) : []));
  const net = minus(sum(valuesOf('inbound')), sum(valuesOf('outbound')));
  return net.startsWith('-') ? { ...none, loss: net.slice(1) } : { ...none, gain: net };
}
