import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { routes } from '../functions/routes.ts';
import { SETTLED_SECONDS } from '../lib/alerts/rules/current-rules.ts';
import { RuleWithSecret } from '../lib/alerts/rules/schema.ts';
import { Transaction } from '../lib/transactions/schema.ts';
import { Wallet } from '../lib/wallets/schema.ts';
import { WebhookWithSecret } from '../lib/webhooks/schema.ts';
import { STACK_NAME } from '../local/cli/build.ts';
import { client } from '../local/demo/demo-client.ts';
import { figure, median, printTable, quantile } from './figures.ts';
import { reportGoals } from './goals.ts';
import { BESIDE, stepsOf } from './import-steps.ts';
import { type Cost, saveMeasured } from './measured-units.ts';
import { startMeteredStack } from './metered-stack.ts';
import { commitNow, dateNow } from './results.ts';
import { storedBytes } from './stored-bytes.ts';

/**
 * Measures the time from the request of an import to the receipt of its webhook, over the whole local stack, one import
 * at a time. The baseline is a plain POST to the same receiver in the same run. Also measures the capacity that an
 * import with one rule and one webhook consumes, by the function that consumes it. The capacity does not depend on the
 * machine.
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
if (address === null || typeof address === 'string') throw new Error('The server has no TCP port');
const url = `http://127.0.0.1:${address.port}/`;

const running = await startMeteredStack();
const { stack, metered } = running;

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
  // Until then each evaluation reads the rules. The rules of a customer seldom change.
  await sleep((SETTLED_SECONDS + 1) * 1000);
  for (let n = 1; n <= WARM_UP; n++) await importOne(n);
  metered.usage.clear();
  metered.steps.clear();
  const times: number[] = [];
  const floor: number[] = [];
  for (let n = WARM_UP + 1; n <= WARM_UP + IMPORTS; n++) {
    times.push(await importOne(n));
    const started = performance.now();
    await (await fetch(url, { method: 'POST', body: JSON.stringify({ transaction: { hash: '' } }) })).text();
    floor.push(performance.now() - started);
  }
  report(times, floor, await stored());
} finally {
  await running.stop();
  receiver.close();
  receiver.closeAllConnections();
}

/** The bytes that an import leaves in the table. */
async function stored(): Promise<{ transaction: number; alert: number }> {
  const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };
  const reading = new DynamoDBClient({ endpoint: running.endpoint, region: 'eu-central-1', credentials });
  const { transactions, alerts } = await storedBytes(reading, STACK_NAME);
  reading.destroy();
  return { transaction: transactions / (WARM_UP + IMPORTS), alert: alerts / (WARM_UP + IMPORTS) };
}

function report(times: number[], floor: number[], bytes: { transaction: number; alert: number }): void {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  console.log(
    `import → webhook received, ${times.length} imports: ` +
      `p50 ${ms(median(times))}, p99 ${ms(quantile(times, 0.99))}`,
  );
  console.log(`plain POST to the same receiver: p50 ${ms(median(floor))}, p99 ${ms(quantile(floor, 0.99))}`);
  console.log(`ratio at p50: ${(median(times) / median(floor)).toFixed(1)}`);

  const steps = stepsOf([...metered.steps.values()], times.length);
  console.log('\nDynamoDB, per import (one rule, one webhook)\n');
  const rows = steps.flatMap(({ name, requests, readUnits, writeUnits, of }) => [
    row(name, { requests, readUnits, writeUnits }),
    ...of.map((each) => row(`  ${each.name}`, each)),
  ]);
  printTable(['', 'units', 'requests', 'reads', 'writes'], rows);
  console.log(`\nbytes in the table: ${figure(bytes.transaction)} per transaction, ${figure(bytes.alert)} per alert`);
  const units = steps
    .filter(({ name }) => name !== BESIDE)
    .reduce((sum, { readUnits, writeUnits }) => sum + readUnits + writeUnits, 0);
  saveMeasured({
    importToWebhook: {
      measured: { date: dateNow(), commit: commitNow() },
      storedBytes: bytes,
      steps: Object.fromEntries(
        steps.map(({ name, requests, readUnits, writeUnits }) => [name, { requests, readUnits, writeUnits }]),
      ),
    },
  });
  reportGoals([{ name: 'units from the import to the delivered webhook', figure: units, unit: 'units', atMost: 50 }]);
}

function row(name: string, { requests, readUnits, writeUnits }: Cost): string[] {
  return [name, ...[readUnits + writeUnits, requests, readUnits, writeUnits].map((value) => value.toFixed(2))];
}
