import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { routes } from '../../../functions/routes.ts';
import { type LocalStack, startStack } from '../../../local/cli/local-stack.ts';
import { startOptions } from '../../../local/cli/start-options.ts';
import { close, listen } from '../../../local/processes/servers.ts';
import { newActor } from '../../support/anvil.ts';
import { type ApiClient, api } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';

const TREASURY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

// Scenario: a stack with a node of a main net, which never answers, and a double of DefiLlama, whose ether is worth
// 1,800 USD. The fixed price would be 2,500 USD.
const dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-live-'));
const asked: string[] = [];
let double: Awaited<ReturnType<typeof listen>>;
let stack: LocalStack;
let client: ApiClient;
beforeAll(async () => {
  double = await listen((request, response) => {
    asked.push(request.url ?? '');
    response.end(JSON.stringify({ coins: { 'coingecko:ethereum': { price: 1800, confidence: 0.99 } } }));
  }, 0);
  const options = startOptions([
    ...['--port', '0', '--data-dir', dataDir, '--rpc', 'ethereum=http://127.0.0.1:1'],
    ...['--vendor', `defillama=http://127.0.0.1:${double.port}`],
  ]);
  stack = await startStack({ ...options, log: () => {} });
  client = api(stack.apiKey, stack.baseUrl);
});
afterAll(async () => {
  await stack.stop();
  await close(double.server);
  rmSync(dataDir, { recursive: true });
});

it('A stack with a node of a main net values a payment by the live source of prices, and says so', async () => {
  const { data: chains } = await client.ok(routes.listChains);
  expect(chains.map(({ prices }) => prices)).toEqual(chains.map(() => ({ source: 'live', nativeUsd: null })));

  await client.ok(routes.createWallet, { body: { label: 'Treasury', address: TREASURY, chains: ['anvil'] } });
  const actor = await newActor(stack.anvilUrl ?? '');
  await actor.sendTogether(TREASURY, ['2']);
  const { data } = await eventually(
    () => client.ok(routes.listTransactions),
    ({ data: [first] }) => first?.valueStatus === 'known',
  );
  expect(data[0]?.valueUsd).toBe('3600');
  expect(asked).toContainEqual('/prices/current/coingecko:ethereum');
});
