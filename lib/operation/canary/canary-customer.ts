import { createHash } from 'node:crypto';
import { type ChainwatchClient, checkDone, type components, createChainwatch, dataOf } from '../../../sdk/index.ts';

/** A chain that no deployed stage reads, so that no node and no provider of prices decides how a run ends. */
const CHAIN = 'anvil';
const NAME = 'Canary';
const PAGE = { params: { query: { pageSize: 100 } } } as const;
/** Lambda and API Gateway may be slow, but a customer does not wait for ever. */
const REQUEST_MS = 10_000;

type Body<N extends keyof components['schemas']> = components['schemas'][N];

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** An address of nobody. */
const addressOf = (text: string): string => `0x${sha256(text).slice(0, 40)}`;

const WALLET: Body<'CreateWallet'> = {
  label: NAME,
  type: 'hot',
  address: addressOf('wallet'),
  chains: [CHAIN],
  watch: false,
};
/** Fires on every transfer and has no cooldown. */
const RULE: Body<'CreateRule'> = {
  name: NAME,
  ruleType: 'any_transfer',
  severity: 'info',
  conditions: {},
  notifyEmail: false,
  notifySlack: false,
  notifyWebhook: false,
  customWebhookUrl: null,
  cooldownMinutes: 0,
  cooldownPer: 'wallet',
};
const WEBHOOK: Omit<Body<'CreateWebhook'>, 'url'> = {
  events: ['alert.fired'],
  description: '',
  payload: 'standard',
};

/** The client of the canary, which is the client that customers use. */
export const canaryClient = (baseUrl: string, apiKey: string): ChainwatchClient =>
  createChainwatch({
    baseUrl,
    apiKey,
    // A redirect would take the key elsewhere.
    fetch: (request) => fetch(request, { redirect: 'error', signal: AbortSignal.timeout(REQUEST_MS) }),
  });

/** The URL under which the canary receives its webhooks. */
export const receiptsUrl = (serviceUrl: string): string => `${serviceUrl}/api/canary/receipts`;

/** What a run needs in the organisation of the canary. */
export interface Prepared {
  readonly walletId: string;
  readonly walletAddress: string;
  readonly ruleId: string;
}

/**
 * Makes the wallet, the rule and the webhook that the organisation lacks, and removes other rules and webhooks. So the
 * organisation heals and stays small, whatever somebody did to it and wherever a run ended.
 * @throws ProblemError when the API refuses a request, or an error of `fetch`.
 */
export async function prepare(client: ChainwatchClient, url: string, secret: string): Promise<Prepared> {
  const [wallets, rules, webhooks] = [
    await listed.wallets(client),
    await listed.rules(client),
    await listed.webhooks(client),
  ];
  const wallet =
    wallets.find(({ chains }) => chains.includes(CHAIN)) ?? dataOf(await client.POST('/api/wallets', { body: WALLET }));
  const rule =
    rules.find(({ name, isActive }) => name === NAME && isActive) ??
    dataOf(await client.POST('/api/alerts/rules', { body: RULE }));
  const webhook =
    webhooks.find((each) => each.url === url && each.isActive) ??
    dataOf(await client.POST('/api/webhooks', { body: { ...WEBHOOK, url, secret } }));
  for (const { id } of rules) if (id !== rule.id) await removed.rule(client, id);
  for (const { id } of webhooks) if (id !== webhook.id) await removed.webhook(client, id);
  return { walletId: wallet.id, walletAddress: wallet.address, ruleId: rule.id };
}

const listed = {
  wallets: async (client: ChainwatchClient) => dataOf(await client.GET('/api/wallets', PAGE)).data,
  rules: async (client: ChainwatchClient) => dataOf(await client.GET('/api/alerts/rules', PAGE)).data,
  webhooks: async (client: ChainwatchClient) => dataOf(await client.GET('/api/webhooks', PAGE)).data,
};

const removed = {
  rule: async (client: ChainwatchClient, id: string) =>
    checkDone(await client.DELETE('/api/alerts/rules/{id}', { params: { path: { id } } })),
  webhook: async (client: ChainwatchClient, id: string) =>
    checkDone(await client.DELETE('/api/webhooks/{id}', { params: { path: { id } } })),
};

/**
 * Imports a payment to the wallet. Returns the hash of the transaction.
 * @param run names the run: each run has a transaction of its own.
 * @throws as `prepare`.
 */
export async function importPayment(
  client: ChainwatchClient,
  { walletId, walletAddress }: Prepared,
  run: string,
  at: Date,
): Promise<string> {
  const hash = `0x${sha256(run)}`;
  const body = {
    walletId,
    hash,
    chain: CHAIN,
    blockNumber: 1,
    blockTimestamp: at.toISOString(),
    fromAddress: addressOf('payer'),
    toAddress: walletAddress,
    valueDecimal: '1',
    // A token that no provider of prices knows.
    tokenSymbol: 'CANARY',
    txType: 'transfer',
    status: 'success',
  } as const;
  checkDone(await client.POST('/api/transactions/import', { body }));
  return hash;
}

/**
 * Removes the rule and the webhook after a run without a receipt, so that the next run makes new ones. Somebody may
 * have changed the rule, or the secret of the webhook.
 * @throws as `prepare`.
 */
export async function discard(client: ChainwatchClient): Promise<void> {
  for (const { id } of await listed.rules(client)) await removed.rule(client, id);
  for (const { id } of await listed.webhooks(client)) await removed.webhook(client, id);
}
