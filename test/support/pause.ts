import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** A client that pauses before its nth call (from 1) until `goOn`. With 0 the client never pauses. */
export function pausing(client: DynamoDBClient, n: number) {
  const { promise: released, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: paused, resolve: reached } = Promise.withResolvers<void>();
  let calls = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      if (++calls === n) {
        reached();
        await released;
      }
      return next(args);
    },
    { step: 'initialize', name: 'pausing', priority: 'high' },
  );
  return {
    client,
    goOn,
    /** How many calls the client was asked for so far. */
    calls: () => calls,
    /** Begins, and comes back when it has stopped before the call or is done. Tells whether it stopped. */
    async until(run: () => Promise<unknown>): Promise<{ stopped: boolean; done: Promise<unknown> }> {
      const done = run();
      const stopped = await Promise.race([paused.then(() => true), done.then(() => false)]);
      return { stopped, done };
    },
  };
}
