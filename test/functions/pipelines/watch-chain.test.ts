import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { mockedClient } from '../../support/mock-client.ts';
import { capturedLog } from '../../support/stderr.ts';

Object.assign(process.env, {
  STAGE: 'test',
  VERSION: '1.2.3',
  TABLE_NAME: 'none',
  RPC_SECRET_ARN: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:rpc-urls',
});
const secretsManager = mockedClient(SecretsManagerClient);
const table = mockedClient(DynamoDBDocumentClient);
const { handler } = await import('../../../functions/pipelines/watch-chain.ts');

describe('The watcher of a chain without a URL', () => {
  it('returns at once, reads no item, and logs the chain once', async () => {
    secretsManager.on(GetSecretValueCommand).resolves({ SecretString: '{"ethereum":["http://127.0.0.1:1/"]}' });
    const lines = capturedLog();
    for (let run = 1; run <= 3; run += 1) {
      await handler({ chain: 'sepolia' }, { getRemainingTimeInMillis: () => 150_000, memoryLimitInMB: '768' });
    }
    expect(table.calls()).toEqual([]);
    expect(lines).toMatchObject([{ level: 'warn', event: 'chain.without_url', chain: 'sepolia' }]);
  });
});
