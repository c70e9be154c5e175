import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { AlertEvent } from '../../lib/alerts/events/schema.ts';
import { RuleWithSecret } from '../../lib/alerts/rules/schema.ts';
import { Transaction } from '../../lib/transactions/schema.ts';
import { pageOfSchema } from '../../lib/values/fields.ts';
import { Wallet } from '../../lib/wallets/schema.ts';
import { WebhookWithSecret } from '../../lib/webhooks/schema.ts';
import { RECORDED_PAYMENT, startRecordedLedgers } from '../chains/recorded-ledgers.ts';
import { startStack } from '../cli/local-stack.ts';
import { messageOf } from '../processes/user-error.ts';
import { type Client, client } from './demo-client.ts';
import { startEvmSender } from './demo-evm.ts';
import { type Received, startReceiver } from './demo-receiver.ts';
import { startSolanaSender } from './demo-solana.ts';

/** `npm run demo` starts a stack, sends payments on three chains, and shows each step up to the verified webhooks. */
const started = performance.now();
const cleanups: (() => unknown)[] = [];
let currentStep = 'Start';

/** Runs a step and prints its result. */
async function step<T>(title: string, run: () => Promise<T>, describeResult: (result: T) => string): Promise<T> {
  currentStep = title;
  const result = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${seconds.padStart(5)} s  ✓ ${title}: ${describeResult(result)}`);
  return result;
}

/** Polls until `done` accepts the value. @throws Error after a minute. */
async function until<T>(get: () => Promise<T> | T, done: (value: T) => boolean): Promise<T> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(50)) {
    const value = await get();
    if (done(value)) return value;
  }
  throw new Error('The expected result did not come within a minute');
}

const Transactions = pageOfSchema(Transaction);
const Events = pageOfSchema(AlertEvent);
const SECRET = 'the-secret-of-the-demo';
/** Four transfers fire `any_transfer`. All but the XRP payment are over 1,000 USD and fire `large_transfer`, too. */
const ALERTS = 7;

async function demo(): Promise<void> {
  const stack = await step('Start the stack and watch three chains', startTheStack, ({ baseUrl }) => baseUrl);
  const api = client(stack.baseUrl, stack.apiKey);
  const evm = await step(
    'Deploy an ERC-20 token on anvil',
    () => startEvmSender(stack.anvilUrl),
    ({ address }) => `sender ${address}`,
  );
  cleanups.push(evm.stop);
  const solana = await step(
    'Get some SOL on surfpool',
    () => startSolanaSender(stack.solanaUrl),
    ({ address }) => `sender ${address}`,
  );
  const receiver = await step(
    'Start a webhook receiver',
    () => startReceiver(SECRET),
    ({ url }) => url,
  );
  cleanups.push(receiver.stop);

  const evmAddress = evm.newAddress();
  const solanaAddress = solana.newAddress();
  await addWallets(api, { anvil: evmAddress, solana: solanaAddress, xrp: RECORDED_PAYMENT.to });
  await addRules(api);
  await step(
    'Register the webhook',
    () => addWebhook(api, receiver.url),
    ({ id }) => id,
  );

  await step('Send 1.5 ETH on anvil', () => evm.sendEther(evmAddress, '1.5'), String);
  await step('Send 2500 USDC on anvil', () => evm.sendToken(evmAddress, '2500'), String);
  await step('Send 20 SOL on surfpool', () => solana.sendSol(solanaAddress, '20'), String);
  const { amount, hash } = RECORDED_PAYMENT;
  await step(`Validate the recorded ledger with a payment of ${amount} XRP`, stack.nextLedger, () => hash);

  await step(
    'The watchers found',
    () => until(() => api.call(routes.listTransactions, Transactions), has(4)),
    describe,
  );
  const events = () => api.call(routes.listEvents, Events);
  const page = await step('Alert events', () => until(events, has(ALERTS)), describeEvents);
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
  // The ledger with the payment is validated later, when the wallet exists.
  const ledgers = await startRecordedLedgers({ head: RECORDED_PAYMENT.ledger - 1 });
  cleanups.push(ledgers.stop);
  const stack = await startStack({
    port: 0,
    dataDir,
    rpc: { xrp: [ledgers.url] },
    watch: ['anvil', 'solana', 'xrp'],
    // The functions log for operators. --verbose shows their log.
    log: process.argv.includes('--verbose') ? undefined : () => {},
  });
  cleanups.push(stack.stop);
  const [solanaUrl] = stack.rpcUrls.solana ?? [];
  if (stack.anvilUrl === undefined || solanaUrl === undefined)
    throw new Error('The stack has started no EVM or Solana node');
  return { ...stack, anvilUrl: stack.anvilUrl, solanaUrl, nextLedger: async () => ledgers.advance() };
}

async function addWallets(api: Client, addresses: Readonly<Record<string, string>>): Promise<void> {
  for (const [chain, address] of Object.entries(addresses)) {
    await step(
      `Add a wallet on ${chain}`,
      () => api.call(routes.createWallet, Wallet, { body: { label: `Treasury ${chain}`, address, chains: [chain] } }),
      (wallet) => wallet.address,
    );
  }
}

async function addRules(api: Client): Promise<void> {
  const rules = [
    {
      name: 'Over 1,000 USD',
      ruleType: 'large_transfer',
      severity: 'critical',
      conditions: { value_usd: { gte: 1000 } },
      cooldownMinutes: 0,
    },
    { name: 'Any transfer', ruleType: 'any_transfer', severity: 'info', cooldownMinutes: 0 },
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
  if (event === undefined) throw new Error('There is no event to acknowledge');
  return api.call(routes.acknowledgeEvent, AlertEvent, { params: { id: event.id } });
}

const has =
  (count: number) =>
  ({ meta }: { meta: { total: number } }): boolean =>
    meta.total === count;

function allVerified(received: readonly Received[]): boolean {
  if (received.some(({ verified }) => !verified)) throw new Error('A webhook has a wrong signature');
  return received.length === ALERTS;
}

const lines = (rows: readonly string[]): string => rows.map((row) => `\n           ${row}`).join('');
const indented = (text: string): string => lines(text.trimEnd().split('\r\n'));
const usd = (value: string | null): string => (value === null ? 'value unknown' : `${value} USD`);
const describe = ({ data }: z.output<typeof Transactions>): string =>
  lines(
    data.map(
      ({ chain, direction, tokenAmount, tokenSymbol, valueUsd, hash }) =>
        `${chain.padEnd(6)} ${direction} ${tokenAmount} ${tokenSymbol} (${usd(valueUsd)}), ${hash}`,
    ),
  );
const describeEvents = ({ data }: z.output<typeof Events>): string =>
  lines(
    data.map(
      ({ severity, ruleName, transaction: { tokenAmount, tokenSymbol } }) =>
        `${severity.padEnd(8)} "${ruleName}" on ${tokenAmount} ${tokenSymbol}`,
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
  console.error(`\n✗ ${currentStep}: ${messageOf(error)}`);
  process.exitCode = 1;
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup();
}
