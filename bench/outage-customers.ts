import * as z from 'zod';
import { routes } from '../functions/routes.ts';
import { RuleWithSecret } from '../lib/alerts/rules/schema.ts';
import { OrganisationId } from '../lib/values/ids.ts';
import { Wallet } from '../lib/wallets/schema.ts';
import { WebhookWithSecret } from '../lib/webhooks/schema.ts';
import { callAdmin } from '../local/cli/admin-call.ts';
import { client } from '../local/demo/demo-client.ts';

/** A transaction of this value or more fires the rule of a customer. */
export const ALERT_USD = 1000;

/** The shares of the customers in the pending work. */
const SHARES = [0.2, 0.17, 0.15, 0.13, 0.12, 0.1, 0.08, 0.05];

const LARGE = { ruleType: 'large_transfer', conditions: { value_usd: { gte: ALERT_USD } } };

/** The address of all wallets. Each organisation has its own wallet. */
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** An organisation with a wallet, a rule and a subscription. */
export interface Customer {
  readonly name: string;
  readonly organisationId: OrganisationId;
  readonly apiKey: string;
  /** The share of the customer in the pending work. */
  readonly share: number;
  readonly walletId: string;
  readonly webhookId: string;
  readonly url: string;
}

const Created = z.object({ organisationId: OrganisationId, apiKey: z.string() });

/** A running stack, and the receiver of webhooks. */
interface Place {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly receiver: string;
}

/** Creates an organisation with a rule without a cooldown. */
export async function makeCustomer(
  { baseUrl, dataDir, receiver }: Place,
  name: string,
  rule: object,
  share = 0,
): Promise<Customer> {
  const created = await callAdmin({ port: undefined, dataDir }, { action: 'createOrganisation', name });
  const { organisationId, apiKey } = Created.parse(created);
  const api = client(baseUrl, apiKey);
  const wallet = await api.call(routes.createWallet, Wallet, {
    body: { label: name, address: ADDRESS, chains: ['ethereum'] },
  });
  await api.call(routes.createRule, RuleWithSecret, { body: { name: 'Rule', cooldownMinutes: 0, ...rule } });
  const url = `${receiver}/${organisationId}`;
  const webhook = await api.call(routes.createWebhook, WebhookWithSecret, { body: { url, events: ['alert.fired'] } });
  return { name, organisationId, apiKey, share, walletId: wallet.id, webhookId: webhook.id, url };
}

/** Creates the customers of a running stack. The last one has no pending work. */
export async function makeCustomers(baseUrl: string, dataDir: string, receiver: string): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (const [n, share] of [...SHARES, 0].entries()) {
    // Each transaction of new work fires: nothing else tells when it was evaluated.
    const rule = share === 0 ? { ruleType: 'any_transfer' } : LARGE;
    customers.push(await makeCustomer({ baseUrl, dataDir, receiver }, `Customer ${n}`, rule, share));
  }
  return customers;
}

/** The body of an import of 1 ETH, which no other number gives. */
export const importOf = (walletId: string, n: number) => ({
  walletId,
  hash: `0x${n.toString(16).padStart(64, '0')}`,
  chain: 'ethereum',
  blockNumber: n,
  blockTimestamp: '2026-01-31T09:00:00Z',
  fromAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  toAddress: ADDRESS,
  valueDecimal: '1',
});
