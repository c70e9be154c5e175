import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { routes } from '../functions/routes.ts';
import { RuleWithSecret } from '../lib/alerts/rules/schema.ts';
import { Transaction } from '../lib/transactions/schema.ts';
import { Wallet } from '../lib/wallets/schema.ts';
import { WebhookWithSecret } from '../lib/webhooks/schema.ts';
import { startStack } from '../local/cli/local-stack.ts';
import { client } from '../local/demo/demo-client.ts';
import { Processes } from '../local/processes/child-processes.ts';
import { DataDir } from '../local/processes/data-dir.ts';
import { indexStreamRecords, startDynamoDb } from '../local/processes/emulators.ts';
import { meter } from './capacity.ts';

/**
 * From the request of an import to the receipt of its webhook, over the whole local stack, one import at a time. The
 * peer is a bare POST to the same receiver in the same run: what no service can be faster than. Also the capacity that
 * an import with one rule and one webhook consumes, which does not depend on the machine.
 */
const IMPORTS = 200;
const WARM_UP = 20;

const received = new Map<string, number>();
const receiver = createServer(async (request, response) => {
  const { transaction } = z
    .object({ transaction: z.object({ hash: z.string() }) })
    .parse(JSON.parse(await text(request)));
  received.set(transaction.hash, performance.now());
  response.end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const address = receiver.address();
if (address === null || typeof address === 'string') throw new Error('no TCP port');
const url = `http://127.0.0.1:${address.port}/`;

const folder = mkdtempSync(join(tmpdir(), 'chainwatch-bench-'));
const processes = new Processes();
const dataDir = new DataDir(folder);
const dynamoDb = await startDynamoDb({
  dataDir,
  processes,
  onDeath: (message) => {
    throw new Error(message);
  },
});
const metered = await meter(dynamoDb);
process.env.DYNAMODB_ENDPOINT = metered.url;
const stack = await startStack({ port: 0, dataDir: folder, anvil: false, log: () => {} });
indexStreamRecords(dataDir);

try {
  const api = client(stack.baseUrl, stack.apiKey);
  const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const wallet = await api.call(routes.createWallet, Wallet, {
    body: { label: 'Bench', address: owner, chains: ['ethereum'] },
  });
  const rule = { name: 'Any', ruleType: 'any_transfer', cooldownMinutes: 0 };
  await api.call(routes.createRule, RuleWithSecret, { body: rule });
  await api.call(routes.createWebhook, WebhookWithSecret, { body: { url, events: ['alert.fired'] } });

  const importOne = async (n: number): Promise<number> => {
    const hash = `0x${n.toString(16).padStart(64, '0')}`;
    const started = performance.now();
    await api.call(routes.importTransaction, Transaction, {
      body: {
        walletId: wallet.id,
        hash,
        chain: 'ethereum',
        blockNumber: n,
        blockTimestamp: '2026-01-31T09:00:00Z',
        fromAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        toAddress: owner,
        valueDecimal: '1',
      },
    });
    for (let at = received.get(hash); ; at = received.get(hash)) {
      if (at !== undefined) return at - started;
      await sleep(1);
    }
  };
  for (let n = 1; n <= WARM_UP; n++) await importOne(n);
  metered.usage.clear();
  const times: number[] = [];
  const floor: number[] = [];
  for (let n = WARM_UP + 1; n <= WARM_UP + IMPORTS; n++) {
    times.push(await importOne(n));
    const started = performance.now();
    await (await fetch(url, { method: 'POST', body: JSON.stringify({ transaction: { hash: '' } }) })).text();
    floor.push(performance.now() - started);
  }
  report(times, floor);
} finally {
  await stack.stop();
  metered.stop();
  await processes.stop();
  receiver.close();
  receiver.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}

function report(times: number[], floor: number[]): void {
  const at = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0;
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  console.log(
    `import → webhook received, ${times.length} imports: p50 ${ms(at(times, 0.5))}, p99 ${ms(at(times, 0.99))}`,
  );
  console.log(`bare POST to the same receiver: p50 ${ms(at(floor, 0.5))}, p99 ${ms(at(floor, 0.99))}`);
  console.log(`ratio at p50: ${(at(times, 0.5) / at(floor, 0.5)).toFixed(1)}`);
  console.log('\nDynamoDB, per import (one rule, one webhook):');
  for (const [operation, { requests, units }] of metered.usage) {
    const per = (value: number) => (value / times.length).toFixed(2).padStart(7);
    console.log(`  ${operation.padEnd(18)} ${per(requests)} requests ${per(units)} capacity units`);
  }
}
