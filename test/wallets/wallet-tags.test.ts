import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it } from '@jest/globals';
import { keys } from '../../lib/platform/table/keys.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { walletTags } from '../../lib/wallets/account-wallets.ts';
import { organisation, uuid } from '../support/records.ts';

it('walletTags reads each wallet once, also for requests that have a table object of their own', async () => {
  let reads = 0;
  const wallet = { ...keys.wallet(organisation, uuid(1)), id: uuid(1), destinationTag: 7 };
  const table = openTable('wallets', new DynamoDBClient({ region: 'eu-central-1' }));
  table.client.middlewareStack.add(
    () => async () => {
      reads++;
      return { response: {}, output: { $metadata: {}, Responses: { wallets: [wallet] } } };
    },
    { step: 'initialize', priority: 'low' },
  );
  const ofRequest = () => ({ ...table, creation: { isDone: false, done: () => Promise.reject(new Error('unused')) } });
  for (const each of [table, ofRequest(), ofRequest()]) {
    const tagOf = await walletTags(each)([{ organisationId: organisation, walletId: uuid(1) }]);
    expect(tagOf(uuid(1))).toBe(7);
  }
  expect(reads).toBe(1);
});
