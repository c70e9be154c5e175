import { startMeteredDynamoDb } from './dynamodb.ts';
import { reportGoals } from './goals.ts';
import { packedReads } from './packed-reads.ts';
import { watcherMemory } from './watcher-memory.ts';

// Measures the memory of watchers with many addresses, and what their memory of the last check of balances saves.
const dynamoDb = await startMeteredDynamoDb();
try {
  reportGoals([...(await watcherMemory(dynamoDb)), ...(await packedReads(dynamoDb))]);
} finally {
  await dynamoDb.stop();
}
