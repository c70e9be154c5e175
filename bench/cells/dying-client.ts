import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** A process died in the middle of its work. */
class Died extends Error {}

/**
 * The client of a process that dies at its call number `calls`: this call and all later calls do nothing. Calls that
 * were on their way still arrive.
 */
export function dyingClient(client: DynamoDBClient, calls: number): DynamoDBClient {
  let made = 0;
  const death = { step: 'initialize', name: 'death' } as const;
  client.middlewareStack.add(
    (next) => async (args) => {
      made += 1;
      if (made >= calls) throw new Died(`died at call ${calls}`);
      return next(args);
    },
    death,
  );
  return client;
}

/** Runs a process, and a new process when it has died, as often as there are lives. Returns the number of deaths. */
export async function lives(calls: readonly number[], run: (dieAt: number) => Promise<void>): Promise<number> {
  let deaths = 0;
  for (const dieAt of [...calls, Number.POSITIVE_INFINITY]) {
    try {
      await run(dieAt);
      return deaths;
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      deaths += 1;
    }
  }
  return deaths;
}
