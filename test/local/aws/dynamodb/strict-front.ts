import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createBareTable } from '../../../../local/aws/bare-table.ts';
import { serveStrictly } from '../../../../local/aws/dynamodb/start-strict.ts';
import { AWS_LIMITS, type Strictness } from '../../../../local/aws/dynamodb/strictness.ts';

const AS_AWS: Strictness = { lenient: new Set(), seed: 1, lagMs: 0, dwellMs: 0, networkMs: 0, ...AWS_LIMITS };

/** Opens a front of the shared engine with a strictness of the test's own, and an empty table behind it. */
export async function openFront(strictness: Partial<Strictness> = {}) {
  const clock = { ms: 0, stepMs: 0 };
  const complete = { ...AS_AWS, ...strictness };
  const { endpoint, stop } = await serveStrictly(process.env.TEST_DYNAMODB_ENGINE ?? '', complete, {
    now: () => (clock.ms += clock.stepMs),
  });
  const client = new DynamoDBClient({ endpoint, maxAttempts: 1 });
  const { name, client: documents } = await createBareTable(client);
  /** The same table without the front. */
  const engine = new DynamoDBClient({ endpoint: process.env.TEST_DYNAMODB_ENGINE });
  return {
    documents,
    engine,
    /** The clock of lags and token buckets. The test moves the clock, or lets each look at the clock move it. */
    clock,
    name,
    async [Symbol.asyncDispose]() {
      client.destroy();
      engine.destroy();
      await stop();
    },
  };
}
