import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { configuredChains } from '../../lib/chains/chain-wiring.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { mockedClient } from '../support/mock-client.ts';
import { quiet } from '../support/quiet.ts';
import { rpcNodes, thrice } from '../support/rpc-nodes.ts';

quiet();
const secretsManager = mockedClient(SecretsManagerClient);
const { answering } = rpcNodes();
const nodeAt = (head: string) => answering({ jsonrpc: '2.0', id: 1, result: head });
const never = new AbortController().signal;

beforeEach(() => {
  secretsManager.reset();
  process.env.RPC_SECRET_ARN = 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:rpc-urls';
});
afterAll(() => {
  delete process.env.RPC_SECRET_ARN;
});

const storeUrls = (urls: Readonly<Record<string, readonly string[]>>) =>
  secretsManager.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(urls) });
const loads = () => secretsManager.commandCalls(GetSecretValueCommand).length;

/** The chains of a process with a clock in seconds, which the test sets. */
function newProcess() {
  const clock = { seconds: 0 };
  const table = openTable('none');
  return { clock, chains: configuredChains({ table, now: () => new Date(clock.seconds * 1000) }) };
}

describe('The chains of a stage', () => {
  it('have a reader that asks the new URL a minute after operators changed the secret', async () => {
    const [before, after] = [await nodeAt('0x1'), await nodeAt('0x2')];
    storeUrls({ sepolia: thrice(before.url) });
    const { clock, chains } = newProcess();
    const reader = (await chains()).reader('sepolia');
    storeUrls({ sepolia: thrice(after.url) });
    const heads: number[] = [];
    for (clock.seconds of [0, 59, 60]) heads.push(await reader.head(never));
    expect(heads).toEqual([1, 1, 2]);
    expect(loads()).toBe(2);
  });

  it('keep what a reader learned about its nodes while the secret stays the same', async () => {
    const [broken, good] = [await answering('', 500), await nodeAt('0x1')];
    storeUrls({ sepolia: [broken.url, good.url] });
    const { clock, chains } = newProcess();
    for (clock.seconds of [0, 60]) await (await chains()).reader('sepolia').head(never);
    // The broken node rests for a second, so the second call does not ask it.
    expect([loads(), broken.requests, good.requests]).toEqual([2, 1, 2]);
  });

  it('have no node while nobody has filled in the secret, and a node within a minute afterwards', async () => {
    const missing = new ResourceNotFoundException({ message: 'no value', $metadata: {} });
    secretsManager.on(GetSecretValueCommand).rejects(missing);
    const { clock, chains } = newProcess();
    expect((await chains()).hasNode('sepolia')).toBe(false);
    storeUrls({ sepolia: ['http://127.0.0.1:1/'] });
    clock.seconds = 60;
    expect((await chains()).hasNode('sepolia')).toBe(true);
    expect((await chains()).hasNode('ethereum')).toBe(false);
  });

  it('keep their URLs while the new secret cannot be read', async () => {
    storeUrls({ sepolia: ['http://127.0.0.1:1/'] });
    const { clock, chains } = newProcess();
    await chains();
    secretsManager.on(GetSecretValueCommand).resolves({ SecretString: 'not JSON' });
    clock.seconds = 60;
    expect((await chains()).hasNode('sepolia')).toBe(true);
  });
});
