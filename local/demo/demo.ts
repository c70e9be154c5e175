import { routes } from '../../functions/routes.ts';
import { AlertEvent } from '../../lib/alerts/events/schema.ts';
import { Balance } from '../../lib/balances/schema.ts';
import { Transaction } from '../../lib/transactions/schema.ts';
import { pageOfSchema } from '../../lib/values/fields.ts';
import type { Wallet } from '../../lib/wallets/schema.ts';
import { RECORDED_PAYMENT, TAGGED_PAYMENT } from '../chains/recorded-ledgers.ts';
import { messageOf } from '../processes/user-error.ts';
import { type Client, client } from './demo-client.ts';
import {
  describeBalances,
  describeCalls,
  describeEvents,
  describeReceived,
  describeTransactions,
  describeUrls,
  indented,
  type LabelledBalance,
} from './demo-output.ts';
import type { Received } from './demo-receiver.ts';
import { addRules, addWallet, addWebhook, type Cleanups, startActors, startTheStack } from './demo-setup.ts';
import { currentStep, printDone, step, until } from './demo-steps.ts';

/**
 * `npm run demo` starts a stack, sends payments on three chains, and shows each step up to the verified webhooks. Two
 * payments are calls inside a transaction: of a Safe, and of a contract that nothing names.
 */
const cleanups: Cleanups = [];

const Transactions = pageOfSchema(Transaction);
const Events = pageOfSchema(AlertEvent);
const Balances = pageOfSchema(Balance);
/**
 * Eight records fire `any_transfer`. All but the payments on the XRP Ledger are over 1,000 USD and fire
 * `large_transfer`, too. The Safe's new owner fires `authority_change`.
 */
const ALERTS = 15;

async function demo(): Promise<void> {
  const stack = await step(
    'Start the stack and watch three chains',
    () => startTheStack(cleanups),
    ({ baseUrl }) => describeUrls(baseUrl),
  );
  const api = client(stack.baseUrl, stack.apiKey);
  const { evm, solana, safes, safe, receiver } = await startActors(api, stack, cleanups);

  const treasury = await addWallet(api, 'Treasury anvil', 'anvil', evm.newAddress());
  const safeWallet = await addWallet(api, 'Safe', 'anvil', safe.address);
  const { address: solanaAddress } = await addWallet(api, 'Treasury solana', 'solana', solana.newAddress());
  await addWallet(api, 'Treasury xrp', 'xrp', RECORDED_PAYMENT.to);
  await addWallet(api, 'Customer xrp', 'xrp', TAGGED_PAYMENT.to, TAGGED_PAYMENT.destinationTag);
  await addRules(api);
  await addWebhook(api, receiver.url);

  await step('Send 1.5 ETH on anvil', () => evm.sendEther(treasury.address, '1.5'));
  await step('Send 2500 USDC on anvil', () => evm.sendToken(treasury.address, '2500'));
  await step('Send 20 SOL on surfpool', () => solana.sendSol(solanaAddress, '20'));
  const { destinationTag, hash: tagged } = TAGGED_PAYMENT;
  await step(
    `Validate the recorded ledger with a payment to the tag ${destinationTag}`,
    stack.nextLedger,
    () => tagged,
  );
  const { amount, hash } = RECORDED_PAYMENT;
  await step(`Validate the recorded ledger with a payment of ${amount} XRP`, stack.nextLedger, () => hash);
  const transactions = () => api.call(routes.listTransactions, Transactions);
  await step(
    'The watchers found',
    () => until(transactions, has(5)),
    ({ data }) => describeTransactions(data),
  );

  const recordsOf = async (sent: string) => (await transactions()).data.filter((record) => record.hash === sent);
  const payment = { to: treasury.address, value: '100' };
  const newOwner = safe.own('addOwnerWithThreshold', evm.newAddress(), 2);
  const paid = await step('The Safe pays 100 ETH and adds an owner', () =>
    safe.execute(safes.batch(payment, newOwner)),
  );
  await step('The watcher found', () => until(() => recordsOf(paid), count(2)), describeCalls);
  const hidden = await step('A stranger pays 7 ETH through a contract', () =>
    evm.sendThroughContract(treasury.address, '7'),
  );
  await step('The watcher found', () => until(() => recordsOf(hidden), count(1)), describeCalls);

  const head = await evm.height();
  await step(
    'The balances agree with the records',
    () => until(() => balancesOf(api, [treasury, safeWallet]), allMatched(head)),
    describeBalances,
  );
  const events = () => api.call(routes.listEvents, Events);
  const { data } = await step(
    'Alert events',
    () => until(events, has(ALERTS)),
    (page) => describeEvents(page.data),
  );
  await step('Verified webhooks', () => until(() => receiver.received, allVerified), describeReceived);
  await step(
    'Acknowledge one event',
    () => acknowledge(api, data[0]),
    (event) => `${event.id} is ${event.status}`,
  );
  await step('Export the transactions as CSV', () => api.text(routes.exportTransactions), indented);
}

async function balancesOf(api: Client, wallets: readonly Wallet[]): Promise<LabelledBalance[]> {
  const pages = wallets.map(async ({ id, label }) => {
    const { data } = await api.call(routes.listBalances, Balances, { params: { id } });
    return data.map((balance) => ({ ...balance, label }));
  });
  return (await Promise.all(pages)).flat();
}

/** Whether every balance is matched, the native ones after the block at this height. */
const allMatched =
  (head: number) =>
  (balances: readonly LabelledBalance[]): boolean =>
    balances.length === 3 &&
    balances.every(({ status, tokenAddress, height }) => {
      return status === 'matched' && (tokenAddress !== null || height >= head);
    });

function acknowledge(api: Client, event: AlertEvent | undefined) {
  if (event === undefined) throw new Error('There is no event to acknowledge');
  return api.call(routes.acknowledgeEvent, AlertEvent, { params: { id: event.id } });
}

const count =
  (expected: number) =>
  ({ length }: { length: number }): boolean =>
    length === expected;

const has =
  (expected: number) =>
  ({ meta }: { meta: { total: number } }): boolean =>
    meta.total === expected;

function allVerified(received: readonly Received[]): boolean {
  if (received.some(({ verified }) => !verified)) throw new Error('A webhook has a wrong signature');
  return received.length === ALERTS;
}

try {
  await demo();
  printDone();
} catch (error) {
  console.error(`\n✗ ${currentStep()}: ${messageOf(error)}`);
  process.exitCode = 1;
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup();
}
