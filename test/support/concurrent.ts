import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { dynamoDb } from './table.ts';

/** Starts `n` calls at the same time, waits for all of them, and returns their results and errors. */
export async function settled<T>(n: number, fn: (i: number) => Promise<T>) {
  const outcomes = await Promise.allSettled(Array.from({ length: n }, (_, i) => fn(i)));
  return {
    fulfilled: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    rejected: outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : [])),
  };
}

/** The same table with a barrier: the first `n` reads of items return only after all of them are done. */
export function readTogether(table: Table, n: number): Table {
  const { promise: allRead, resolve } = Promise.withResolvers<void>();
  let reads = 0;
  const client = dynamoDb();
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = await next(args);
        if (commandName === 'GetItemCommand') {
          if (++reads === n) resolve();
          await allRead;
        }
        return answer;
      },
    { step: 'initialize', name: 'readTogether' },
  );
  return openTable(table.name, client);
}
