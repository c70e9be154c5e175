import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from '@jest/globals';
import { sdkTimeouts } from '../../../lib/platform/sdk/sdk-timeouts.ts';
import { rpcNodes } from '../../support/rpc-nodes.ts';
import { isIn, matching } from '../../support/sources.ts';

const { node } = rpcNodes();
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

/** A client of a service at this URL whose requests may take 50 ms. */
const clientOf = (endpoint: string) =>
  new SecretsManagerClient({ endpoint, region: 'eu-west-1', credentials, ...sdkTimeouts(50) });

describe('A client of the SDK', () => {
  it('repeats a request whose answer does not begin in time', async () => {
    const service = await node((_request, response) => {
      if (service.requests > 1) response.end('{"SecretString":"a"}');
    });
    const answer = await clientOf(service.url).send(new GetSecretValueCommand({ SecretId: 'key' }));
    expect(answer.SecretString).toBe('a');
    expect(service.requests).toBe(2);
  });

  it('fails with a TimeoutError when no answer comes', async () => {
    const service = await node(() => undefined);
    const asking = clientOf(service.url).send(new GetSecretValueCommand({ SecretId: 'key' }));
    await expect(asking).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(service.requests).toBe(3);
  });

  it('does not wait for the rest of an answer that stops', async () => {
    const service = await node((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"SecretString":');
    });
    await expect(clientOf(service.url).send(new GetSecretValueCommand({ SecretId: 'key' }))).rejects.toThrow();
  });

  it('has one second for a connection and three for an answer', () => {
    expect(sdkTimeouts().requestHandler).toMatchObject({ connectionTimeout: 1_000, requestTimeout: 3_000 });
  });

  it('is made with these time-outs everywhere in lib and functions', () => {
    const without = /new (?:DynamoDB|Lambda|S3|SQS|Scheduler|SESv2|SecretsManager)Client\((?![^)]*sdkTimeouts\()/;
    expect(matching(/new \w+Client\(/, (file) => isIn(file, 'infra', 'local')).length).toBeGreaterThan(5);
    expect(matching(without, (file) => isIn(file, 'infra', 'local'))).toEqual([]);
  });
});
