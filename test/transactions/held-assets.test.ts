import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from '@jest/globals';
import { openTable } from '../../lib/platform/table/table.ts';
import { heldAssets } from '../../lib/transactions/held-assets.ts';
import { mockedClient } from '../support/mock-client.ts';
import { aStoredTransaction, aTokenTransfer, NFT, organisation, USDC } from '../support/records.ts';

const dynamoDb = mockedClient(DynamoDBDocumentClient);

it('A token that a process has just noted is held, although a stale read does not show the token yet', async () => {
  const table = openTable('a-table', new DynamoDBClient({ region: 'eu-central-1' }));
  dynamoDb.on(PutCommand).resolves({}).on(BatchGetCommand).resolves({ Responses: {} });
  const held = heldAssets(table);
  const signed = aStoredTransaction({ transfers: [aTokenTransfer({ tokenAddress: USDC })] });
  await held.note(organisation, signed);
  expect(await held.among(organisation, signed, [USDC, NFT])).toEqual(new Set([USDC]));
});
