import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { getAddress, hexlify, randomBytes } from 'ethers';
import * as z from 'zod';
import { OrganisationId } from '../../lib/values/ids.ts';
import { NewOrganisation } from '../../local/cli/first-organisation.ts';
import type { Place } from './place.ts';

const Made = z.object({ id: z.uuid() });
const MadeWebhook = z.object({ id: z.uuid(), secret: z.string() });

/** Invokes a function of the stack. */
export async function invoke({ stack }: Pick<Place, 'stack'>, name: string, event: object, wait = true) {
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

/** Calls the API of the stack. @throws Error when there is no answer, which a kill may have kept back. */
export async function call(
  { stack }: Pick<Place, 'stack'>,
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

/** The rules of each organisation, as they are to be judged. */
export const RULES = {
  every: { cooldownMinutes: 0 },
  hourly: { cooldownMinutes: 60 },
  outbound: { cooldownMinutes: 0, conditions: { direction: 'outbound' } },
  mailed: { cooldownMinutes: 0, conditions: { direction: 'inbound' }, notifyEmail: true },
} as const;
export type RuleName = keyof typeof RULES;

/** Receivers of each organisation. */
const RECEIVERS = 2;

export const EMAILS = ['one@example.com', 'two@example.com'];

const AT_ONCE = 8;
const TRIES = 5;

async function ok(place: Place, apiKey: string, method: string, path: string, body: object): Promise<unknown> {
  const { status, text } = await call(place, apiKey, method, path, body);
  if (status !== 200 && status !== 201) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  return JSON.parse(text);
}

const make = async (place: Place, apiKey: string, path: string, body: object): Promise<string> =>
  Made.parse(await ok(place, apiKey, 'POST', path, body)).id;

/** Subscribes a receiver to everything. */
async function subscribe(place: Place, apiKey: string, receiver: string) {
  const body = { url: `${place.receivers.url}/${receiver}`, events: ['alert.fired', 'alert.retracted'] };
  return { receiver, ...MadeWebhook.parse(await ok(place, apiKey, 'POST', '/api/webhooks', body)) };
}

/** An organisation with a wallet on the node, rules and receivers of its own. */
export async function makeTenant(place: Place, name: string) {
  const made = NewOrganisation.parse(JSON.parse(await invoke(place, 'admin', { action: 'createOrganisation', name })));
  const { apiKey } = made;
  const address = getAddress(hexlify(randomBytes(20)));
  const wallet = await make(place, apiKey, '/api/wallets', { label: name, address, chains: ['anvil'] });
  await ok(place, apiKey, 'PATCH', '/api/settings', { emails: EMAILS.map((address) => `${name}.${address}`) });
  const rules = await Promise.all(
    Object.entries(RULES).map(async ([rule, fields]) => {
      const body = { name: rule, ruleType: 'any_transfer', notifyEmail: false, ...fields };
      return [rule, await make(place, apiKey, '/api/alerts/rules', body)] as const;
    }),
  );
  const receivers = Array.from({ length: RECEIVERS }, (_, i) => `${name}-${i}`);
  const webhooks = await Promise.all(receivers.map((receiver) => subscribe(place, apiKey, receiver)));
  return {
    organisation: OrganisationId.parse(made.organisationId),
    apiKey,
    receivers,
    address,
    wallet,
    rules,
    webhooks,
  };
}

/** More subscriptions that lead to the first receiver of one that is flooded. */
const MORE = 3;

/** One whose first receiver is told everything many times over. */
export async function flooded(place: Place, tenant: Tenant): Promise<Tenant> {
  const { apiKey, receivers, webhooks } = tenant;
  const more = await Promise.all(Array.from({ length: MORE }, () => subscribe(place, apiKey, receivers[0] ?? '')));
  return { ...tenant, webhooks: [...webhooks, ...more] };
}

/**
 * Organisations that nobody has used: made several at a time and beforehand, since after a kill each function that makes
 * them would have to be loaded anew.
 */
export class Tenants {
  readonly #place: Place;
  #ready: Tenant[] = [];
  #made = 0;

  constructor(place: Place) {
    this.#place = place;
  }

  async take(count: number): Promise<Tenant[]> {
    if (this.#ready.length < count) {
      this.#ready.push(await this.#make());
      this.#ready.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => this.#make()))));
    }
    return this.#ready.splice(0, count);
  }

  /** On a machine that is busy a function that is loaded may time out; what was made of the organisation then is left. */
  async #make(): Promise<Tenant> {
    for (let n = 1; ; n++) {
      try {
        return await makeTenant(this.#place, `t${this.#made++}`);
      } catch (error) {
        if (n === TRIES) throw error;
      }
    }
  }
}

export type Tenant = Awaited<ReturnType<typeof makeTenant>>;
