import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '../../functions/routes.ts';
import { RuleWithSecret } from '../../lib/alerts/rules/schema.ts';
import { Coverage } from '../../lib/overview/coverage/schema.ts';
import { Wallet } from '../../lib/wallets/schema.ts';
import { WebhookWithSecret } from '../../lib/webhooks/schema.ts';
import { fixedSetting } from '../aws/fixed-prices.ts';
import { startRecordedLedgers, TAGGED_PAYMENT } from '../chains/recorded-ledgers.ts';
import { deploySafes } from '../chains/safe.ts';
import { startStack } from '../cli/local-stack.ts';
import type { Client } from './demo-client.ts';
import { DEMO_TOKEN, startEvmSender } from './demo-evm.ts';
import { startReceiver } from './demo-receiver.ts';
import { startSolanaSender } from './demo-solana.ts';
import { step, until } from './demo-steps.ts';

const SECRET = 'the-secret-of-the-demo';

const RULES = [
  {
    name: 'Over 1,000 USD',
    ruleType: 'large_transfer',
    severity: 'critical',
    conditions: { value_usd: { gte: 1000 } },
    cooldownMinutes: 0,
  },
  { name: 'Any transfer', ruleType: 'any_transfer', severity: 'info', cooldownMinutes: 0 },
  { name: 'Change of authority', ruleType: 'authority_change', severity: 'critical', cooldownMinutes: 0 },
];

/** Takes the functions that end what the demo has started. */
export type Cleanups = (() => unknown)[];

export async function startTheStack(cleanups: Cleanups) {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-demo-'));
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  // The ledgers with the payments are validated later, when the wallet exists.
  const ledgers = await startRecordedLedgers({ head: TAGGED_PAYMENT.ledger - 1 });
  cleanups.push(ledgers.stop);
  const stack = await startStack({
    port: 0,
    dataDir,
    rpc: { xrp: [ledgers.url] },
    watch: ['anvil', 'solana', 'xrp'],
    prices: fixedSetting('anvil', { [DEMO_TOKEN]: '1' }),
    // The balances of Solana and XRP are compared about once a day, and the demo does not wait for this check.
    reconcileEvery: { anvil: 1 },
    // The functions log for operators. --verbose shows their log.
    log: process.argv.includes('--verbose') ? undefined : () => {},
  });
  cleanups.push(stack.stop);
  const [solanaUrl] = stack.rpcUrls.solana ?? [];
  if (stack.anvilUrl === undefined || solanaUrl === undefined)
    throw new Error('The stack has started no EVM or Solana node');
  return { ...stack, anvilUrl: stack.anvilUrl, solanaUrl, nextLedger: async () => ledgers.advance() };
}

type Nodes = Pick<Awaited<ReturnType<typeof startTheStack>>, 'anvilUrl' | 'solanaUrl'>;

/** Starts the senders of the payments, and the receiver of the webhooks. */
export async function startActors(api: Client, { anvilUrl, solanaUrl }: Nodes, cleanups: Cleanups) {
  const evm = await step(
    'Deploy an ERC-20 token on anvil',
    () => startEvmSender(anvilUrl),
    ({ address }) => `sender ${address}`,
  );
  cleanups.push(evm.stop);
  const { safes, safe } = await step(
    'Deploy a Safe that holds 150 ETH on anvil',
    () => deploySafe(api, { anvilUrl, height: evm.height }, cleanups),
    (deployed) => deployed.safe.address,
  );
  const solana = await step(
    'Get some SOL on surfpool',
    () => startSolanaSender(solanaUrl),
    ({ address }) => `sender ${address}`,
  );
  const receiver = await step(
    'Start a webhook receiver',
    () => startReceiver(SECRET),
    ({ url }) => url,
  );
  cleanups.push(receiver.stop);
  return { evm, solana, safes, safe, receiver };
}

async function deploySafe(
  api: Client,
  { anvilUrl, height }: { anvilUrl: string; height(): Promise<number> },
  cleanups: Cleanups,
) {
  const safes = await deploySafes(anvilUrl);
  cleanups.push(safes.stop);
  const safe = await safes.newSafe({ balance: '150' });
  // A wallet is watched from the block after the last scanned block. The 150 ETH should not be a payment to a wallet.
  const head = await height();
  const coverage = () => api.call(routes.getCoverage, Coverage, { params: { id: 'anvil' } });
  await until(coverage, (scanned) => scanned.height !== null && scanned.height >= head);
  return { safes, safe };
}

export const addWallet = (
  api: Client,
  label: string,
  chain: string,
  address: string,
  destinationTag?: number,
): Promise<Wallet> =>
  step(
    `Add a wallet on ${chain}`,
    () => api.call(routes.createWallet, Wallet, { body: { label, address, chains: [chain], destinationTag } }),
    (wallet) => `"${wallet.label}" ${wallet.address}${destinationTag === undefined ? '' : `, tag ${destinationTag}`}`,
  );

export async function addRules(api: Client): Promise<void> {
  for (const body of RULES) {
    await step(
      'Add a rule',
      () => api.call(routes.createRule, RuleWithSecret, { body }),
      (rule) => `${rule.ruleType} "${rule.name}"`,
    );
  }
}

export const addWebhook = (api: Client, url: string): Promise<{ readonly id: string }> =>
  step(
    'Register the webhook',
    () => api.call(routes.createWebhook, WebhookWithSecret, { body: { url, events: ['alert.fired'], secret: SECRET } }),
    ({ id }) => id,
  );
