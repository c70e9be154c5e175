import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import type { StoredTransaction, TransactionFilters } from '../../lib/transactions/schema.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { testDeps } from '../support/deps.ts';
import { aStoredTransaction } from '../support/records.ts';
import { runs } from '../support/sample.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

let table: Table;
let newId: () => string;
beforeAll(async () => {
  const { name } = await makeTable();
  table = openTable(name, inPagesOf(7, dynamoDb()));
  ({ newId } = testDeps(table));
});

/** DynamoDB ends a page of a query at 1 MB; a lower limit splits short lists into several pages, too. */
function inPagesOf(Limit: number, client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        next(commandName === 'QueryCommand' ? { ...args, input: { ...args.input, Limit } } : args),
    { step: 'initialize', name: 'pages' },
  );
  return client;
}

const WALLETS = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
/** Few times, so that many transactions have the same time. The list has the earliest and the latest possible time. */
const TIMES = [
  '0001-01-02T00:00:00.000Z',
  '2026-02-28T23:59:59.999Z',
  '2026-03-01T00:00:00.000Z',
  '2026-03-01T00:00:00.001Z',
  '2026-03-01T00:00:01.000Z',
  '2026-03-02T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
] as const;
const time = fc.constantFrom(...TIMES);
const chain = fc.constantFrom('ethereum', 'base');
const direction = fc.constantFrom('inbound', 'outbound', 'internal');

const transaction = fc
  .record({
    id: fc.uuid(),
    walletId: fc.constantFrom(...WALLETS),
    blockTimestamp: time,
    chain,
    direction,
    tokenSymbol: fc.constantFrom('ETH', 'USDC', 'usdc'),
    reorged: fc.boolean(),
  })
  .map(aStoredTransaction);

/** No range ends before its start, because the schema of the query refuses such a range. */
const filters: fc.Arbitrary<TransactionFilters> = fc
  .record(
    {
      walletId: fc.constantFrom(...WALLETS),
      chain,
      direction,
      tokenSymbol: fc.constantFrom('eth', 'UsdC', 'XRP'),
      from: time,
      to: time,
      includeReorged: fc.constantFrom('true', 'false'),
    },
    { requiredKeys: [] },
  )
  .filter(({ from, to }) => from === undefined || to === undefined || from <= to);

/**
 * The records that a list must show: the newest record first, then by id. Symbols match in any case, both ends of the
 * range are included, and orphaned records are listed only on request.
 */
function expected(all: readonly StoredTransaction[], wanted: TransactionFilters): StoredTransaction[] {
  return all
    .filter(
      (each) =>
        (wanted.includeReorged === 'true' || !each.reorged) &&
        (wanted.walletId ?? each.walletId) === each.walletId &&
        (wanted.chain ?? each.chain) === each.chain &&
        (wanted.direction ?? each.direction) === each.direction &&
        (wanted.tokenSymbol ?? each.tokenSymbol).toLowerCase() === each.tokenSymbol.toLowerCase() &&
        (wanted.from ?? each.blockTimestamp) <= each.blockTimestamp &&
        each.blockTimestamp <= (wanted.to ?? each.blockTimestamp),
    )
    .sort((a, b) =>
      a.blockTimestamp === b.blockTimestamp ? order(a.id, b.id) : order(b.blockTimestamp, a.blockTimestamp),
    );
}

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

async function stored(all: readonly StoredTransaction[]) {
  const organisation = OrganisationId.parse(newId());
  const transactions = transactionRepo({ table });
  await Promise.all(all.map((each) => transactions.record(organisation, each)));
  return { organisation, transactions };
}

describe('the list of transactions', () => {
  it('shows the same pages as sorting and filtering in memory, for any filters', async () => {
    const list = fc.uniqueArray(transaction, { selector: ({ id }) => id, maxLength: 40, size: 'max' });
    const pages = fc.record({ page: fc.integer({ min: 1, max: 5 }), pageSize: fc.integer({ min: 1, max: 30 }) });
    const queries = fc.array(fc.tuple(filters, pages), { minLength: 4, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(list, queries, async (all, asked) => {
        const { organisation, transactions } = await stored(all);
        for (const [wanted, { page, pageSize }] of asked) {
          const model = expected(all, wanted);
          const shown = await transactions.page(organisation, wanted, { page, pageSize });
          expect(shown.data).toEqual(model.slice((page - 1) * pageSize, page * pageSize));
          expect(shown.meta).toEqual({ total: model.length, page, pageSize });
        }
      }),
      { numRuns: runs(20, 50) },
    );
  });

  it('exports every match once in the same order, for any filters', async () => {
    const list = fc.uniqueArray(transaction, { selector: ({ id }) => id, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(list, filters, async (all, wanted) => {
        const { organisation, transactions } = await stored(all);
        const exported = await Array.fromAsync(transactions.all(organisation, wanted));
        expect(exported.flat()).toEqual(expected(all, wanted));
      }),
      { numRuns: 20 },
    );
  });
});

describe('countRecent', () => {
  it('counts the transactions of the wallet in the window with both ends and without orphaned records', async () => {
    const list = fc.uniqueArray(transaction, { selector: ({ id }) => id, minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(list, fc.constantFrom(1, 1440), async (all, minutes) => {
        const [first, ...others] = all;
        if (first === undefined) return;
        const last = { ...first, reorged: false };
        const { organisation, transactions } = await stored([last, ...others]);
        const from = new Date(Date.parse(last.blockTimestamp) - minutes * 60_000).toISOString();
        const window = { walletId: last.walletId, from, to: last.blockTimestamp };
        expect(await transactions.countRecent(organisation, last, minutes)).toBe(
          expected([last, ...others], window).length,
        );
      }),
      { numRuns: 20 },
    );
  });
});
