import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '../functions/routes.ts';
import { SETTLED_SECONDS } from '../lib/alerts/rules/current-rules.ts';
import { RuleWithSecret } from '../lib/alerts/rules/schema.ts';
import { Transaction } from '../lib/transactions/schema.ts';
import { mapConcurrent } from '../lib/values/concurrent.ts';
import { Webhook } from '../lib/webhooks/schema.ts';
import { client } from '../local/demo/demo-client.ts';
import { median, printTable, quantile } from './figures.ts';
import { newWork } from './new-work.ts';
import { type Customer, importOf, makeCustomer } from './outage-customers.ts';
import { type LogLine, startStackProcess } from './outage-stack.ts';
import { startReceiver } from './webhook-receipts.ts';

/**
 * The time that each request to DynamoDB takes in addition. On AWS each invocation has a processor for itself and waits
 * for the table, some 8 ms for each request. Here all functions share one processor, which does some ten times less.
 * So this machine shows AWS at a tenth of its speed.
 */
export const NETWORK_MS = 80;

/** The rules and transactions of the other organisation: 17,520 matches, each of which fires. */
const RULES = 292;
const TRANSACTIONS = 60;
const ALERTS = 60;

/**
 * Measures how much the evaluation of one organisation delays the alerts of another organisation. The times run from
 * the request of an import to the receipt of its webhook, alone and beside the matches of the other organisation. The
 * other organisation receives no webhooks: other rows state what deliveries cost others.
 * @returns the 99th percentile beside the other organisation by that alone.
 */
export async function isolationOfEvaluation(): Promise<{ ratio: number; note: string }> {
  const receiver = await startReceiver();
  const folder = mkdtempSync(join(receiver.folder, 'chainwatch-bench-'));
  let decided = 0;
  const count = ({ event }: LogLine) => {
    if (event === 'rule.decided') decided += 1;
  };
  const stack = await startStackProcess(folder, count, { networkMs: NETWORK_MS });
  try {
    const at = { baseUrl: stack.baseUrl, dataDir: folder, receiver: receiver.url };
    const ours = await makeCustomer(at, 'Ours', { ruleType: 'any_transfer' });
    const theirs = await makeCustomer(at, 'Theirs', { ruleType: 'any_transfer' });
    await unsubscribe(stack.baseUrl, theirs);
    await addRules(stack.baseUrl, theirs);
    // Until then each evaluation reads the rules.
    await sleep((SETTLED_SECONDS + 1) * 1000);
    const alerts = newWork(stack.baseUrl, ours, receiver.byHash);
    await alerts((made) => made < 20);
    const alone = await alerts((made) => made < ALERTS);
    decided = 0;
    await importAll(stack.baseUrl, theirs);
    const beside = await alerts((made) => made < ALERTS);
    const note = `${decided - ALERTS} of ${RULES * TRANSACTIONS} matches of the other were decided meanwhile`;
    const row = (name: string, times: number[]) => [
      name,
      ...[median(times), quantile(times, 0.9), quantile(times, 0.99), Math.max(...times)].map((ms) => ms.toFixed(0)),
    ];
    printTable(
      [`${ALERTS} alerts, ms`, 'p50', 'p90', 'p99', 'max'],
      [row('alone', alone), row(`beside ${RULES} rules on ${TRANSACTIONS} transactions`, beside)],
    );
    return { ratio: quantile(beside, 0.99) / quantile(alone, 0.99), note };
  } finally {
    await stack.stop();
    receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function unsubscribe(baseUrl: string, { apiKey, webhookId }: Customer): Promise<void> {
  const params = { id: webhookId };
  await client(baseUrl, apiKey).call(routes.updateWebhook, Webhook, { params, body: { isActive: false } });
}

async function addRules(baseUrl: string, { apiKey }: Customer): Promise<void> {
  const api = client(baseUrl, apiKey);
  const body = { name: 'Rule', ruleType: 'any_transfer', cooldownMinutes: 0 };
  await mapConcurrent(Array.from({ length: RULES - 1 }), 4, () =>
    api.call(routes.createRule, RuleWithSecret, { body }),
  );
}

async function importAll(baseUrl: string, { apiKey, walletId }: Customer): Promise<void> {
  const api = client(baseUrl, apiKey);
  const numbers = Array.from({ length: TRANSACTIONS }, (_, n) => 1_000_000 + n);
  await mapConcurrent(numbers, 8, (n) =>
    api.call(routes.importTransaction, Transaction, { body: importOf(walletId, n) }),
  );
}
