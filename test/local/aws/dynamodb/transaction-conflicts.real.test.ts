import { setTimeout as sleep } from 'node:timers/promises';
import {
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Reply } from '../../../../local/aws/dynamodb/db-request.ts';
import { transactionConflicts } from '../../../../local/aws/dynamodb/transaction-conflicts.ts';
import { openFront } from './strict-front.ts';

const keyOf = (sk: string) => ({ pk: 'P', sk });

/** A front on which a transaction on the item `held` is in flight while `run` runs. */
async function whileHeld<T>(
  front: Awaited<ReturnType<typeof openFront>>,
  run: () => Promise<T>,
): Promise<PromiseSettledResult<T>> {
  const TransactItems = [
    { Put: { TableName: front.name, Item: keyOf('put') } },
    {
      ConditionCheck: { TableName: front.name, Key: keyOf('checked'), ConditionExpression: 'attribute_not_exists(pk)' },
    },
  ];
  const transaction = front.documents.send(new TransactWriteCommand({ TransactItems }));
  // The front holds the items as soon as the request arrives, which is before a later request of the same client.
  await front.documents.send(new GetCommand({ TableName: front.name, Key: keyOf('other') }));
  const [outcome] = await Promise.allSettled([run()]);
  await transaction;
  return outcome;
}

/** Transactions take this long, so that a test meets them in flight. */
const LONG = { dwellMs: 2000, seed: 3 };
const CONFLICT = { name: 'TransactionConflictException' };

describe('While a transaction is in flight', () => {
  it('a transaction on the same item is cancelled with a reason for each part', async () => {
    await using front = await openFront(LONG);
    const parts = ['free', 'put', 'checked'].map((sk) => ({ Delete: { TableName: front.name, Key: keyOf(sk) } }));
    const outcome = await whileHeld(front, () =>
      front.documents.send(new TransactWriteCommand({ TransactItems: parts })),
    );
    expect(outcome).toMatchObject({
      reason: {
        name: 'TransactionCanceledException',
        CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }, { Code: 'TransactionConflict' }],
      },
    });
  });

  it.each(['put', 'checked'])('a single write of the item that it %s conflicts', async (sk) => {
    await using front = await openFront(LONG);
    const target = { TableName: front.name, Key: keyOf(sk) };
    const outcomes = await whileHeld(front, () =>
      Promise.allSettled([
        front.documents.send(new PutCommand({ TableName: front.name, Item: keyOf(sk) })),
        front.documents.send(new UpdateCommand({ ...target, UpdateExpression: 'REMOVE a' })),
        front.documents.send(new DeleteCommand(target)),
      ]),
    );
    expect(outcomes).toMatchObject({ value: [{ reason: CONFLICT }, { reason: CONFLICT }, { reason: CONFLICT }] });
  });

  it('a batch returns its items as unprocessed, and writes the other items', async () => {
    await using front = await openFront(LONG);
    const requests = ['put', 'free'].map((sk) => ({ PutRequest: { Item: keyOf(sk) } }));
    const outcome = await whileHeld(front, () =>
      front.documents.send(new BatchWriteCommand({ RequestItems: { [front.name]: requests } })),
    );
    expect(outcome).toMatchObject({ value: { UnprocessedItems: { [front.name]: [requests[0]] } } });
    const { Item } = await front.documents.send(new GetCommand({ TableName: front.name, Key: keyOf('free') }));
    expect(Item).toEqual(keyOf('free'));
  });

  it('reads and writes of other items are not affected', async () => {
    await using front = await openFront(LONG);
    const outcome = await whileHeld(front, async () => {
      await front.documents.send(new PutCommand({ TableName: front.name, Item: keyOf('free') }));
      return front.documents.send(new GetCommand({ TableName: front.name, Key: keyOf('put') }));
    });
    expect(outcome.status).toBe('fulfilled');
  });

  it('nothing conflicts when conflicts are switched off', async () => {
    await using front = await openFront({ ...LONG, lenient: new Set(['conflicts']) });
    const outcome = await whileHeld(front, () =>
      front.documents.send(new PutCommand({ TableName: front.name, Item: keyOf('put') })),
    );
    expect(outcome.status).toBe('fulfilled');
  });
});

describe('Of any transactions', () => {
  const table = { name: 't', index: undefined, identify: () => ({ item: '', partition: '' }) };
  const partOf = (item: number) => ({
    action: 'Put' as const,
    table,
    item: `${item}`,
    partition: 'p',
    attributes: {},
    indexChange: undefined,
  });
  const DONE: Reply = { answer: { status: 200, body: '{}' }, consumed: [] };

  it('no two wait on one item, and an item is free after the last', async () => {
    const transaction = fc.record({
      items: fc.uniqueArray(fc.nat({ max: 4 }), { minLength: 1 }),
      starts: fc.nat({ max: 8 }),
      dwells: fc.nat({ max: 4 }),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 12 }), async (transactions) => {
        const waited: { readonly items: readonly number[]; readonly from: number; readonly to: number }[] = [];
        let step = 0;
        let started = 0;
        const behaviour = transactionConflicts(() => transactions[started++]?.dwells ?? 0);
        const request = (items: readonly number[]) => ({
          operation: 'TransactWriteItems' as const,
          writes: true,
          json: {},
          body: '{}',
          tables: [table],
          parts: items.map(partOf),
          index: undefined,
        });
        const run = async ({ items, starts, fails }: (typeof transactions)[number]) => {
          await sleep(starts);
          const from = step++;
          await behaviour(request(items), async () => {
            waited.push({ items, from, to: step++ });
            if (fails) throw new Error('planned');
            return DONE;
          }).catch((error: Error) => {
            if (error.message !== 'planned') throw error;
          });
        };
        await Promise.all(transactions.map(run));
        const together = waited.filter(({ items, from, to }) =>
          waited.some(
            (other) => other.from > from && other.from < to && other.items.some((item) => items.includes(item)),
          ),
        );
        expect(together).toEqual([]);
        expect(await behaviour(request([0, 1, 2, 3, 4]), async () => DONE)).toBe(DONE);
      }),
      { numRuns: 50 },
    );
  });
});
