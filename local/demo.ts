import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { routes } from '../functions/routes.ts';
import { AlertEvent } from '../lib/events/schema.ts';
import { pageOfSchema } from '../lib/fields.ts';
import { RuleWithSecret } from '../lib/rules/schema.ts';
import { Transaction } from '../lib/transactions/schema.ts';
import { Wallet } from '../lib/wallets/schema.ts';
import { WebhookWithSecret } from '../lib/webhooks/schema.ts';
import { type Client, client } from './client.ts';
import { startSender } from './demo-chain.ts';
import { type Received, startReceiver } from './demo-receiver.ts';
import { messageOf } from './errors.ts';
import { startStack } from './stack.ts';

/** `npm run demo`: from nothing to a verified webhook of a real transaction, told step by step. */
const started = performance.now();
const cleanups: (() => unknown)[] = [];
let doing = 'Start';

/** Runs a step and prints what it came to. */
async function step<T>(title: string, run: () => Promise<T>, told: (result: T) => string): Promise<T> {
  doing = title;
  const result = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${seconds.padStart(5)} s  ✓ ${title}: ${told(result)}`);
  return result;
}

/** @throws Error after 20 s. */
async function until<T>(get: () => Promise<T> | T, done: (value: T) => boolean): Promise<T> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; await sleep(50)) {
    const value = await get();
    if (done(value)) return value;
  }
  throw new Error('waited 20 s in vain');
}

const LookedUp = z.object({ source: z.literal('blockchain'), transaction: z.looseObject({ walletId: z.string() }) });
const Events = pageOfSchema(AlertEvent);
const SECRET = 'the-secret-of-the-demo';

async function demo(): Promise<void> {
  const stack = await step('Start the stack and an EVM node', startTheStack, ({ baseUrl }) => baseUrl);
  const api = client(stack.baseUrl, stack.apiKey);
  const chain = await step(
    'Deploy an ERC-20 token on anvil',
    () => startSender(stack.anvilUrl),
    ({ address }) => `sender ${address}`,
  );
  cleanups.push(chain.stop);
  const receiver = await step(
    'Start a webhook receiver',
    () => startReceiver(SECRET),
    ({ url }) => url,
  );
  cleanups.push(receiver.stop);

  const address = chain.newAddress();
  await step(
    'Add a wallet',
    () => addWallet(api, address),
    (wallet) => `${wallet.label} ${wallet.address}`,
  );
  await addRules(api);
  await step(
    'Register the webhook',
    () => addWebhook(api, receiver.url),
    ({ id }) => id,
  );

  const ether = await step('Send 1.5 ETH', () => chain.sendEther(address, '1.5'), String);
  const token = await step('Send 2500 USDC', () => chain.sendToken(address, '2500'), String);
  for (const hash of [ether, token]) {
    const looked = await step(
      'Look the hash up on the chain',
      () => api.call(routes.lookupTransaction, LookedUp, { query: { hash } }),
      describeLookedUp,
    );
    await step(
      'Import it',
      () => api.call(routes.importTransaction, Transaction, { body: looked.transaction }),
      describe,
    );
  }

  const page = await step(
    'Alert events',
    () =>
      until(
        () => api.call(routes.listEvents, Events),
        ({ meta }) => meta.total === 4,
      ),
    describeEvents,
  );
  await step('Verified webhooks', () => until(() => receiver.received, allVerified), describeReceived);
  await step(
    'Acknowledge one event',
    () => acknowledge(api, page.data[0]),
    (event) => `${event.id} is ${event.status}`,
  );
  await step('Export the transactions as CSV', () => api.text(routes.exportTransactions), indented);
}

async function startTheStack() {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-demo-'));
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  // What the functions log is for operators (--verbose shows it); the demo tells its own story.
  const stack = await startStack({ port: 0, dataDir, log: process.argv.includes('--verbose') ? undefined : () => {} });
  cleanups.push(stack.stop);
  if (stack.anvilUrl === undefined) throw new Error('the stack has no EVM node');
  return { ...stack, anvilUrl: stack.anvilUrl };
}

const addWallet = (api: Client, address: string) =>
  api.call(routes.createWallet, Wallet, { body: { label: 'Treasury', address, chains: ['anvil'] } });

async function addRules(api: Client): Promise<void> {
  const rules = [
    {
      name: 'Over 1,000 USD',
      ruleType: 'large_transfer',
      severity: 'critical',
      conditions: { value_usd: { gte: 1000 } },
      cooldownMinutes: 0,
    },
    { name: 'Anything that moves', ruleType: 'any_transfer', severity: 'info', cooldownMinutes: 0 },
  ];
  for (const body of rules) {
    await step(
      'Add a rule',
      () => api.call(routes.createRule, RuleWithSecret, { body }),
      (rule) => `${rule.ruleType} "${rule.name}"`,
    );
  }
}

const addWebhook = (api: Client, url: string) =>
  api.call(routes.createWebhook, WebhookWithSecret, { body: { url, events: ['alert.fired'], secret: SECRET } });

function acknowledge(api: Client, event: AlertEvent | undefined) {
  if (event === undefined) throw new Error('there is no event to acknowledge');
  return api.call(routes.acknowledgeEvent, AlertEvent, { params: { id: event.id } });
}

function allVerified(received: readonly Received[]): boolean {
  if (received.some(({ verified }) => !verified)) throw new Error('a webhook came with a wrong signature');
  return received.length === 4;
}

const lines = (rows: readonly string[]): string => rows.map((row) => `\n           ${row}`).join('');
const indented = (text: string): string => lines(text.trimEnd().split('\r\n'));
const usd = (value: string | null): string => (value === null ? 'value unknown' : `${value} USD`);
const describeLookedUp = ({ transaction }: z.output<typeof LookedUp>): string =>
  `${transaction.valueDecimal} ${transaction.tokenSymbol} from ${transaction.fromAddress}`;
const describe = (tx: Transaction): string =>
  `recorded as ${tx.id}, ${tx.direction} ${tx.tokenAmount} ${tx.tokenSymbol} (${usd(tx.valueUsd)})`;
const describeEvents = ({ data }: z.output<typeof Events>): string =>
  lines(
    data.map(
      (event) =>
        `${event.severity.padEnd(8)} "${event.ruleName}" on ${event.transaction.tokenAmount} ${event.transaction.tokenSymbol}`,
    ),
  );
const describeReceived = (received: readonly Received[]): string =>
  lines(
    received.map(({ delivery, rule, valueUsd }) => `signature valid, delivery ${delivery}, "${rule}", ${valueUsd} USD`),
  );

try {
  await demo();
  console.log(`\nDone in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
} catch (error) {
  console.error(`\n✗ ${doing}: ${messageOf(error)}`);
  process.exitCode = 1;
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup();
}
