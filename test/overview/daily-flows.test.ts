import { describe, expect, it } from '@jest/globals';
import { flowsOf } from '../../lib/overview/daily-flows.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { aStoredTransaction, aTransfer, organisation } from '../support/records.ts';

type Direction = StoredTransaction['direction'];

let hashes = 0;
const moved = (at: string, ...transfers: readonly (readonly [Direction, string | null])[]) =>
  aStoredTransaction({
    blockTimestamp: at,
    hash: `0x${hashes++}`,
    transfers: transfers.map(([direction, valueUsd]) => aTransfer({ direction, valueUsd })),
  });

const flows = (
  records: readonly StoredTransaction[],
  query: { from?: string; to?: string } = {},
  /** The records with all of their effects. */
  all: ReadonlyMap<StoredTransaction, StoredTransaction> = new Map(),
) =>
  flowsOf(
    {
      transactions: {
        whole: async (_: unknown, record: StoredTransaction) => all.get(record) ?? record,
        async *walk() {
          for (let n = 0; n < records.length; n += 200) yield { records: records.slice(n, n + 200), last: '' };
        },
      },
      now: () => new Date('2026-03-02T12:00:00.000Z'),
    },
    organisation,
    { from: '2026-03-01T00:00:00.000Z', ...query },
  );

describe('The flows of an organisation', () => {
  it('add up what came and what went on each day, and have the days without a transaction', async () => {
    const { days } = await flows(
      [
        moved('2026-03-02T10:00:00.000Z', ['inbound', '1000.5']),
        moved('2026-03-02T09:00:00.000Z', ['inbound', '2']),
        moved('2026-03-02T08:00:00.000Z', ['outbound', '300']),
      ],
      { to: '2026-03-03T00:00:00.000Z' },
    );
    expect(days).toEqual([
      { at: '2026-03-01T00:00:00.000Z', inUsd: '0', outUsd: '0' },
      { at: '2026-03-02T00:00:00.000Z', inUsd: '1002.5', outUsd: '300' },
      { at: '2026-03-03T00:00:00.000Z', inUsd: '0', outUsd: '0' },
    ]);
  });

  it('count a swap with its difference alone', async () => {
    const at = '2026-03-01T10:00:00.000Z';
    const { days } = await flows([
      moved(at, ['outbound', '1000'], ['inbound', '998']),
      moved(at, ['outbound', '50'], ['inbound', '60']),
    ]);
    expect(days[0]).toMatchObject({ inUsd: '10', outUsd: '2' });
  });

  it('count a transaction once in which one wallet pays and another receives', async () => {
    const at = '2026-03-01T10:00:00.000Z';
    const paid = moved(at, ['outbound', '100000']);
    const { days } = await flows([paid, { ...moved(at, ['inbound', '99900']), hash: paid.hash }]);
    expect(days[0]).toMatchObject({ inUsd: '0', outUsd: '100' });
  });

  it('count the transfers that a record leaves out', async () => {
    const at = '2026-03-01T10:00:00.000Z';
    const record = moved(at, ['outbound', '1']);
    const { days } = await flows([record], {}, new Map([[record, moved(at, ['outbound', '1'], ['outbound', '2'])]]));
    expect(days[0]).toMatchObject({ outUsd: '3' });
  });

  it('count no transfer between own wallets, none without a price, and no failed transaction', async () => {
    const at = '2026-03-01T10:00:00.000Z';
    const { days } = await flows([
      moved(at, ['internal', '1000']),
      moved(at, ['inbound', null]),
      { ...aStoredTransaction({ blockTimestamp: at, transfers: [], approvals: [], authority: [] }), status: 'failed' },
    ]);
    expect(days[0]).toMatchObject({ inUsd: '0', outUsd: '0' });
  });

  it('begin with the oldest of the newest 5,000 transactions, and say so', async () => {
    const records = Array.from({ length: 6_000 }, (_, n) =>
      moved(`2026-03-0${n < 4_000 ? 2 : 1}T10:00:00.000Z`, ['inbound', '1']),
    );
    const { from, days } = await flows(records, { from: '2026-02-01T00:00:00.000Z' });
    expect(from).toBe('2026-03-01T10:00:00.000Z');
    expect(days.map(({ inUsd }) => inUsd)).toEqual(['1000', '4000']);
  });
});
