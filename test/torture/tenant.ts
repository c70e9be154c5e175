import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { getAddress, hexlify, randomBytes } from 'ethers';
import * as z from 'zod';
import { OrganisationId } from '../../lib/values/ids.ts';
import { NewOrganisation } from '../../local/cli/first-organisation.ts';
import { confirmEmails } from '../support/confirm-emails.ts';
import type { Environment } from './environment.ts';

const Made = z.object({ id: z.uuid() });
const MadeWebhook = z.object({ id: z.uuid(), secret: z.string() });

/** Invokes a function of the stack. */
export async function invoke({ stack }: Pick<Environment, 'stack'>, name: string, event: object, wait = true) {
  const { awsEndpoint } = await stack.served;
  const credentials = { accessKeyId: 'harness', secretAccessKey: 'harness' };
  const lambda = new LambdaClient({ endpoint: awsEndpoint, region: 'eu-central-1', credentials, maxAttempts: 1 });
  try {
    const FunctionName = `chainwatch-local-${name}`;
    const InvocationType = wait ? 'RequestResponse' : 'Event';
    const sent = await lambda.send(new InvokeCommand({ FunctionName, InvocationType, Payload: JSON.stringify(event) }));
    return Buffer.from(sent.Payload ?? []).toString('utf8');
  } finally {
    lambda.destroy();
  }
}

/** Calls the API of the stack. @throws Error when no response comes, for example after a kill. */
export async function call(
  { stack }: Pick<Environment, 'stack'>,
  apiKey: string,
  method: string,
  path: string,
  body?: object,
) {
  const { baseUrl } = await stack.served;
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  return { status: response.status, text: await response.text() };
}

/** The token that a rule of each organisation names. */
export const NAMED_TOKEN = getAddress('0x000000000000000000000000000000000bad0000');

const any = { ruleType: 'any_transfer', cooldownMinutes: 0 } as const;
/** The rules of each organisation. */
export const RULES = {
  every: any,
  hourly: { ...any, cooldownMinutes: 60 },
  outbound: { ...any, conditions: { direction: 'outbound' } },
  muted: any,
  mailed: { ...any, conditions: { direction: 'inbound' }, notifyEmail: true },
  large: { ruleType: 'large_transfer', cooldownMinutes: 0, conditions: { value_usd: { gte: 5_000 } } },
  named: { ruleType: 'token_transfer', cooldownMinutes: 0, conditions: { token_address: NAMED_TOKEN } },
} as const;
export type RuleName = keyof typeof RULES;

/** The number of receivers of each organisation. */
const RECEIVERS = 2;

export const EMAILS = ['one@example.com', 'two@example.com'];

const AT_ONCE = 8;
const TRIES = 5;

async function ok(
  environment: Environment,
  apiKey: string,
  method: string,
  path: string,
  body: object,
): Promise<unknown> {
  const { status, text } = await call(environment, apiKey, method, path, body);
  if (status !== 200 && status !== 201) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  return JSON.parse(text);
}

const make = async (environment: Environment, apiKey: string, path: string, body: object): Promise<string> =>
  Made.parse(await ok(environment, apiKey, 'POST', path, body)).id;

/** Subscribes a receiver to everything. */
async function subscribe(environment: Environment, apiKey: string, receiver: string) {
  const body = { url: `${environment.receivers.url}/${receiver}`, events: ['alert.fired', 'alert.retracted'] };
  return { receiver, ...MadeWebhook.parse(await ok(environment, apiKey, 'POST', '/api/webhooks', body)) };
}

/** Where people hear of alerts: a chat of everything, and a pager of the rule `large`. */
async function makeDestinations(environment: Environment, apiKey: string, name: string, large: string) {
  const add = (receiver: string, body: object) =>
    make(environment, apiKey, '/api/destinations', { name: receiver, ...body });
  const [chat, pager] = [`${name}-chat`, `${name}-pager`];
  return [
    {
      receiver: chat,
      rule: null,
      id: await add(chat, { kind: 'discord', config: { url: `${environment.receivers.url}/${chat}` } }),
    },
    {
      receiver: pager,
      rule: large,
      id: await add(pager, { kind: 'pagerduty', config: { routingKey: pager }, match: { ruleIds: [large] } }),
    },
  ];
}

/** An organisation with a wallet on the node, rules and receivers of its own. */
async function makeTenant(environment: Environment, name: string) {
  const created = NewOrganisation.parse(
    JSON.parse(await invoke(environment, 'admin', { action: 'createOrganisation', name })),
  );
  const { apiKey } = created;
  const address = getAddress(hexlify(randomBytes(20)));
  const wallet = await make(environment, apiKey, '/api/wallets', { label: name, address, chains: ['anvil'] });
  const emails = EMAILS.map((address) => `${name}.${address}`);
  await ok(environment, apiKey, 'PATCH', '/api/settings', { emails });
  await confirmEmails(emails, (await environment.stack.served).awsEndpoint);
  const rules = await Promise.all(
    Object.entries(RULES).map(async ([rule, fields]) => {
      const body = { name: rule, notifyEmail: false, ...fields };
      return [rule, await make(environment, apiKey, '/api/alerts/rules', body)] as const;
    }),
  );
  const receivers = Array.from({ length: RECEIVERS }, (_, i) => `${name}-${i}`);
  const webhooks = await Promise.all(receivers.map((receiver) => subscribe(environment, apiKey, receiver)));
  const destinations = await makeDestinations(environment, apiKey, name, new Map(rules).get('large') ?? '');
  return {
    organisation: OrganisationId.parse(created.organisationId),
    apiKey,
    receivers,
    address,
    wallet,
    rules,
    webhooks,
    destinations,
  };
}

/** The additional subscriptions of a flooded receiver. */
const FLOOD_SUBSCRIPTIONS = 3;

/** Adds subscriptions, so the first receiver of the tenant gets everything several times. */
export async function flooded(environment: Environment, tenant: Tenant): Promise<Tenant> {
  const { apiKey, receivers, webhooks } = tenant;
  const more = await Promise.all(
    Array.from({ length: FLOOD_SUBSCRIPTIONS }, () => subscribe(environment, apiKey, receivers[0] ?? '')),
  );
  return { ...tenant, webhooks: [...webhooks, ...more] };
}

/**
 * A stock of unused organisations, created in batches and in advance. After a kill, the stack would have to load every
 * function again that creates an organisation.
 */
export class Tenants {
  readonly #environment: Environment;
  #ready: Tenant[] = [];
  #made = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  async take(count: number): Promise<Tenant[]> {
    if (this.#ready.length < count) {
      this.#ready.push(await this.#make());
      this.#ready.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => this.#make()))));
    }
    return this.#ready.splice(0, count);
  }

  /** Retries, because a function may time out while it loads on a busy machine. An incomplete organisation stays. */
  async #make(): Promise<Tenant> {
    for (let n = 1; ; n++) {
      try {
        return await makeTenant(this.#environment, `t${this.#made++}`);
      } catch (error) {
        if (n === TRIES) throw error;
      }
    }
  }
}

export type Tenant = Awaited<ReturnType<typeof makeTenant>>;
