import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { newLists } from '../../lib/operation/lists/counted-lists.ts';
import { compactList, recountList } from '../../lib/platform/lists/index.ts';
import { listPartition } from '../../lib/platform/table/counted-list-keys.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { transact } from '../../lib/platform/table/write.ts';
import { itemOf } from '../../lib/transactions/item.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { transactionList } from '../../lib/transactions/transaction-list.ts';
import type { TransactionFilters } from '../../lib/transactions/transaction-query.ts';
import { compare } from '../../lib/values/decimal.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { aMemo, aStoredTransaction, aTransfer, blockHash, OURS, THEIRS } from '../support/records.ts';
import { runs } from '../support/sample.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

const SPENDER = '0xde709f2102306220921060314715629080e2fb77';

let table: Table;
let deps: TestDeps;
beforeAll(async () => {
  const { name } = await makeTable();
  table = openTable(name, inPagesOf(7, dynamoDb()));
  deps = testDeps(table);
});

/** DynamoDB ends a page of a query at 1 MB; a lower limit splits short tails into several pages, too. */
function inPagesOf(most: number, client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        const { Limit = most } = { Limit: undefined, ...args.input };
        const input = { ...args.input, Limit: Math.min(most, Limit) };
        return next(commandName === 'QueryCommand' ? { ...args, input } : args);
      },
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
const status = fc.constantFrom('success', 'failed');
const txType = fc.constantFrom('transfer', 'contract_call');
const tag = fc.constantFrom('payroll', 'tax 2026');
const memo = fc.constantFrom('Invoice 1', 'Invoice 12').map((value) => ({ ...aMemo, value }));
const party = fc.constantFrom(OURS, THEIRS, SPENDER);

const transaction = fc
  .record({
    id: fc.uuid(),
    walletId: fc.constantFrom(...WALLETS),
    blockTimestamp: time,
    chain,
    direction,
    status,
    txType,
    fromAddress: party,
    transfers: fc.array(
      party.map((to) => aTransfer({ from: THEIRS, to })),
      { maxLength: 2 },
    ),
    tags: fc.uniqueArray(tag),
    valueUsd: fc.constantFrom(null, '0.5', '100', '1000000.01'),
    tokenSymbol: fc.constantFrom('ETH', 'USDC', 'usdc'),
    reorged: fc.boolean(),
    destinationTag: fc.constantFrom(null, 0, 1, 12),
    references: fc.array(memo, { maxLength: 2 }),
    blockHash: fc.constant(blockHash('a')),
  })
  .map(aStoredTransaction);

/** No range ends before its start, because the schema of the query refuses such a range. */
const filters: fc.Arbitrary<TransactionFilters> = fc
  .record(
    {
      walletId: fc.constantFrom(...WALLETS),
      chain,
      direction,
      status,
      txType,
      tokenSymbol: fc.constantFrom('eth', 'UsdC', 'XRP'),
      tag,
      counterparty: fc.constantFrom(OURS.toLowerCase(), THEIRS, SPENDER),
      destinationTag: fc.constantFrom('none', '0', '1', '2'),
      reference: fc.constantFrom('Invoice 1', 'Invoice 12', 'Invoice', ''),
      minValueUsd: fc.constantFrom('0', '100', '100.01'),
      from: time,
      to: time,
      includeReorged: fc.constantFrom('true', 'false'),
      sort: fc.constantFrom('blockTimestamp', '-blockTimestamp'),
    },
    { requiredKeys: [] },
  )
  .filter(({ from, to }) => from === undefined || to === undefined || from <= to);

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const sameAddress = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase();

/** Whether a list must show a record. Symbols match in any case, and orphaned records are listed only on request. */
const isWanted = (each: StoredTransaction, wanted: TransactionFilters): boolean =>
  (wanted.includeReorged === 'true' || !each.reorged) &&
  (wanted.walletId ?? each.walletId) === each.walletId &&
  (wanted.chain ?? each.chain) === each.chain &&
  (wanted.direction ?? each.direction) === each.direction &&
  (wanted.status ?? each.status) === each.status &&
  (wanted.txType ?? each.txType) === each.txType &&
  (wanted.tag === undefined || each.tags.includes(wanted.tag)) &&
  (wanted.destinationTag === undefined || wanted.destinationTag === String(each.destinationTag ?? 'none')) &&
  (wanted.reference === undefined || each.references.some(({ value }) => value === wanted.reference)) &&
  (wanted.minValueUsd === undefined || (each.valueUsd !== null && compare(each.valueUsd, wanted.minValueUsd) >= 0)) &&
  (wanted.counterparty === undefined || partiesOf(each).some((end) => sameAddress(end, wanted.counterparty ?? ''))) &&
  (wanted.tokenSymbol ?? each.tokenSymbol).toLowerCase() === each.tokenSymbol.toLowerCase() &&
  (wanted.from ?? each.blockTimestamp) <= each.blockTimestamp &&
  each.blockTimestamp <= (wanted.to ?? each.blockTimestamp);

const partiesOf = ({ fromAddress, toAddress, transfers }: StoredTransaction) => [
  fromAddress,
  toAddress,
  ...transfers.flatMap(({ from, to }) => [from, to]),
];

/** The records that a list must show: the newest record first, then by id, unless the caller sorts by time. */
function expected(all: readonly StoredTransaction[], wanted: TransactionFilters): StoredTransaction[] {
  const shown = all
    .filter((each) => isWanted(each, wanted))
    .sort((a, b) => order(b.blockTimestamp, a.blockTimestamp) || order(a.id, b.id));
  return wanted.sort === 'blockTimestamp' ? shown.reverse() : shown;
}

const compacted = (organisation: OrganisationId) =>
  compactList(deps, transactionList, organisation, {
    until: new Date('2099-01-01T00:00:00.000Z'),
    sizes: { run: 5, runs: 2, leaf: 4, node: 3 },
  });

let made = 0;

/** Every second organisation is new. The others are from before lists were divided: only a recount divides theirs. */
async function stored(all: readonly StoredTransaction[]) {
  const organisation = OrganisationId.parse(deps.newId());
  if (made++ % 2 === 0) await transact(table, { lists: newLists(deps)(organisation) });
  const transactions = transactionRepo(deps);
  await Promise.all(all.map((each) => transactions.record(organisation, each)));
  return { organisation, transactions };
}

const records = fc.uniqueArray(transaction, { selector: ({ id }) => id, maxLength: 40, size: 'max' });

describe('the list of transactions', () => {
  it('shows the same pages as sorting and filtering in memory, for any filters', async () => {
    const pages = fc.record({ page: fc.integer({ min: 1, max: 5 }), pageSize: fc.integer({ min: 1, max: 30 }) });
    const queries = fc.array(fc.tuple(filters, pages), { minLength: 4, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(records, queries, fc.boolean(), async (all, asked, isCompacted) => {
        const { organisation, transactions } = await stored(all);
        if (isCompacted) await compacted(organisation);
        for (const [wanted, { page, pageSize }] of asked) {
          const model = expected(all, wanted);
          const shown = await transactions.page(organisation, wanted, { page, pageSize });
          expect(shown.data).toEqual(model.slice((page - 1) * pageSize, page * pageSize));
          expect(shown.meta).toMatchObject({ total: model.length, page, pageSize });
          expect(shown.meta.next === null).toBe(page * pageSize >= model.length);
          expect(await transactions.count(organisation, wanted)).toBe(model.length);
        }
      }),
      { numRuns: runs(5, 50) },
    );
  });

  it('shows each record once along the cursors while records arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        records,
        records,
        filters,
        fc.integer({ min: 1, max: 7 }),
        async (all, later, wanted, pageSize) => {
          const { organisation, transactions } = await stored(all);
          const arriving = later.filter(({ id }) => all.every((each) => each.id !== id));
          const seen: StoredTransaction[] = [];
          for (let cursor: string | undefined; ; ) {
            const { data, meta } = await transactions.page(organisation, wanted, { pageSize, cursor });
            seen.push(...data);
            if (meta.next === null) break;
            cursor = meta.next;
            const [next] = arriving.splice(0, 1);
            if (next !== undefined) await transactions.record(organisation, next);
          }
          expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
          const ids = new Set(all.map(({ id }) => id));
          expect(seen.filter(({ id }) => ids.has(id))).toEqual(expected(all, wanted));
        },
      ),
      { numRuns: runs(4, 50) },
    );
  });

  it('shows each change of a record at once', async () => {
    const change = fc.oneof(
      fc.record({ kind: fc.constant('annotate' as const), n: fc.nat(), tags: fc.uniqueArray(tag), notes: fc.string() }),
      fc.record({ kind: fc.constant('orphan' as const), n: fc.nat() }),
      fc.record({ kind: fc.constant('move' as const), n: fc.nat(), status, hash: fc.constantFrom('b', 'c') }),
      fc.record({ kind: fc.constant('compact' as const) }),
    );
    const steps = fc.array(fc.tuple(change, filters), { minLength: 5, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(transaction, { selector: ({ id }) => id, minLength: 3, maxLength: 15 }),
        steps,
        async (all, taken) => {
          const { organisation, transactions } = await stored(all);
          for (const [step, wanted] of taken) {
            if (step.kind === 'compact') await compacted(organisation);
            else {
              const record = all[step.n % all.length];
              if (record === undefined) continue;
              const { id } = record;
              const now = await transactions.get(organisation, id);
              if (step.kind === 'annotate') await transactions.annotate(organisation, id, step);
              else if (step.kind === 'orphan') await transactions.orphan(organisation, id, now.blockHash ?? '');
              else {
                const moved = {
                  ...now,
                  source: 'watch',
                  status: step.status,
                  blockHash: blockHash(step.hash),
                } as const;
                await transactions.record(organisation, moved);
              }
            }
            const present = await transactions.findAll(all.map(({ id }) => ({ organisation, id })));
            const { data, meta } = await transactions.page(organisation, wanted, { pageSize: 100 });
            expect(data).toEqual(expected(present, wanted));
            expect(meta.total).toBe(data.length);
          }
        },
      ),
      { numRuns: runs(4, 100) },
    );
  });

  it('exports every match once in the same order, for any filters', async () => {
    await fc.assert(
      fc.asyncProperty(records, filters, async (all, wanted) => {
        const { organisation, transactions } = await stored(all);
        const exported = await Array.fromAsync(transactions.all(organisation, wanted));
        expect(exported.flat()).toEqual(expected(all, wanted));
      }),
      { numRuns: runs(4, 50) },
    );
  });
});

/** Deletes the list of an organisation and leaves the records. */
async function forgetList(organisation: OrganisationId): Promise<void> {
  const pk = listPartition(organisation, transactionList.definition.name);
  for (;;) {
    const { Items = [] } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
      }),
    );
    if (Items.length === 0) return;
    for (const { sk } of Items) await table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));
  }
}

/** Recounts the list in parts of at most so many records. */
async function recounted(organisation: OrganisationId, most?: number) {
  const sums = { records: 0, repaired: 0 };
  for (let after: string | null = ''; after !== null; ) {
    const part: Awaited<ReturnType<typeof recountList>> = await recountList(deps, transactionList, organisation, {
      after,
      most,
    });
    sums.records += part.records;
    sums.repaired += part.repaired;
    after = part.next;
  }
  return sums;
}

describe('a recount', () => {
  it('makes a list again that is lost, also when records changed since', async () => {
    const changed = fc.array(fc.tuple(fc.nat(), fc.uniqueArray(tag)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        records,
        records,
        changed,
        filters,
        fc.boolean(),
        fc.integer({ min: 1, max: 20 }),
        async (old, later, changes, wanted, isCompacted, most) => {
          const { organisation, transactions } = await stored(old);
          await forgetList(organisation);
          const added = later.filter(({ id }) => old.every((each) => each.id !== id));
          for (const each of added) await transactions.record(organisation, each);
          for (const [n, tags] of changes) {
            const record = old[n % Math.max(1, old.length)];
            if (record !== undefined) await transactions.annotate(organisation, record.id, { tags });
          }
          if (isCompacted) await compacted(organisation);
          await recounted(organisation, most);
          await compacted(organisation);
          const present = await transactions.findAll([...old, ...added].map(({ id }) => ({ organisation, id })));
          const { data, meta } = await transactions.page(organisation, wanted, { pageSize: 100 });
          expect(data).toEqual(expected(present, wanted));
          expect(meta.total).toBe(data.length);
          expect(await recounted(organisation, most)).toEqual({ records: present.length, repaired: 0 });
        },
      ),
      { numRuns: runs(4, 50) },
    );
  });

  it('removes the entry of a record that is gone and repairs an entry that is wrong', async () => {
    const [gone, wrong, right] = ['1', '2', '3'].map((n) =>
      aStoredTransaction({ id: deps.newId(), hash: `0x${n.repeat(64)}`, walletId: WALLETS[0] }),
    );
    if (gone === undefined || wrong === undefined || right === undefined) throw new Error('there are three records');
    const { organisation, transactions } = await stored([gone, wrong, right]);
    await table.client.send(
      new DeleteCommand({ TableName: table.name, Key: { ...keys.transaction(organisation, gone.id) } }),
    );
    const Item = itemOf(organisation, { ...wrong, chain: 'base' });
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
    // In the list, and in the list of the wallet.
    expect(await recounted(organisation)).toEqual({ records: 2, repaired: 4 });
    expect(await transactions.count(organisation, {})).toBe(2);
    expect(await transactions.count(organisation, { chain: 'base' })).toBe(1);
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
        const wanted = expected([last, ...others], window).length;
        expect(await transactions.countRecentOfStored(organisation, last, minutes)).toBe(wanted);
        expect(await transactions.countRecent(organisation, last, minutes)).toBe(wanted);
        const another = { ...last, id: deps.newId() };
        expect(await transactions.countRecent(organisation, another, minutes)).toBe(wanted + 1);
      }),
      { numRuns: runs(4, 50) },
    );
  });
});
