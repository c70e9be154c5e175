import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { dynamoDb } from './table.ts';

/** Starts `n` at once, waits for all, and tells what came of them. */
export async function settled<T>(n: number, fn: (i: number) => Promise<T>) {
  const outcomes = await Promise.allSettled(Array.from({ length: n }, (_, i) => fn(i)));
  return {
    fulfilled: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    rejected: outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : [])),
  };
}

/** The same table, on which the first `n` reads of an item are all done before any of them is answered. */
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
