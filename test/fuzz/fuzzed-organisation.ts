import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { createOrganisationEvent, NewOrganisation } from '../../local/cli/first-organisation.ts';
import { type Client, client } from '../../local/demo/demo-client.ts';
import type { Known } from './render.ts';
import { kindOf } from './request.ts';
import type { WireAnswer } from './wire.ts';

/** The stack under test, and a server on this machine that receives its webhooks. */
export interface Target {
  readonly baseUrl: string;
  readonly awsUrl: string;
  readonly receiver: string;
}

/** Enough keys to keep each key below its rate limit. */
const ADMIN_KEYS = 12;

/**
 * The ids and keys of the fuzzed organisation, which grow with each answer. Also creates a second organisation, whose
 * records no answer may show.
 */
export class FuzzedOrganisation {
  readonly known: Known;
  /** A text in all records of the other organisation. */
  readonly secret: string;
  readonly #ids: Map<string, string[]>;

  private constructor(known: Known, ids: Map<string, string[]>, secret: string) {
    this.known = known;
    this.#ids = ids;
    this.secret = secret;
  }

  static async make(target: Target, marker: string): Promise<FuzzedOrganisation> {
    const ids = new Map<string, string[]>();
    const secret = `not-yours-${marker}`;
    const [mine, other] = await Promise.all([organisation(target, 'Fuzzed'), organisation(target, secret)]);
    const keys = { admin: [mine.apiKey], write: [''], read: [''] };
    const newKeys = Array.from({ length: ADMIN_KEYS }, () => newKey(mine.api, 'admin'));
    keys.admin.push(...(await Promise.all(newKeys)));
    keys.write = [await newKey(mine.api, 'write')];
    keys.read = [await newKey(mine.api, 'read')];
    await Promise.all([
      populate(mine.api, target.receiver, 'Fuzzed', (kind, id) => void pushed(ids, kind, id)),
      populate(other.api, target.receiver, secret, (kind, id) => void pushed(ids, `other.${kind}`, id)),
    ]);
    return new FuzzedOrganisation(
      { host: new URL(target.baseUrl).host, receiver: target.receiver, ids, keys },
      ids,
      secret,
    );
  }

  /** Remembers the ids in an answer. Does not remember listed API keys: a request could delete a key of the fuzzer. */
  learn(path: string, method: string, { status, text, headers }: WireAnswer): void {
    if (status >= 300 || headers.get('content-type') !== 'application/json') return;
    const shown = Shown.safeParse(JSON.parse(text));
    if (!shown.success) return;
    const last = kindOf(path);
    const kind = { import: 'transactions', annotate: 'transactions', test: 'deliveries' }[last] ?? last;
    const isMade = method === 'POST' && shown.data.id !== undefined;
    if (isMade && shown.data.id !== undefined)
      pushed(this.#ids, path.endsWith('/test') ? 'deliveries' : kind, shown.data.id);
    if (kind === 'keys') return;
    for (const { id } of shown.data.data ?? []) if (/^[0-9a-f-]{36}$/.test(id)) pushed(this.#ids, kind, id);
  }
}

const Shown = z.looseObject({ id: z.string().optional(), data: z.array(z.looseObject({ id: z.string() })).optional() });

/** Puts the newest id first: tokens have small numbers, so they name new ids. */
function pushed(ids: Map<string, string[]>, kind: string, id: string): void {
  const all = ids.get(kind) ?? [];
  if (!all.includes(id)) ids.set(kind, [id, ...all].slice(0, 200));
}

async function organisation({ awsUrl, baseUrl }: Target, name: string) {
  const lambda = new LambdaClient({
    endpoint: awsUrl,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const { Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: 'chainwatch-local-admin',
      Payload: JSON.stringify(createOrganisationEvent(name)),
    }),
  );
  lambda.destroy();
  const created = NewOrganisation.parse(JSON.parse(Buffer.from(Payload ?? []).toString('utf8')));
  return { ...created, api: client(baseUrl, created.apiKey) };
}

async function newKey(api: Client, scope: string): Promise<string> {
  return (await api.call(routes.createKey, routes.createKey.responses[201], { body: { name: 'Fuzzer', scope } })).key;
}

const EVM_WALLETS = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
].map((address) => ({ address, chains: ['ethereum', 'anvil'] }));
const WALLETS = [
  ...EVM_WALLETS,
  { address: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B', chains: ['xrp'] },
  { address: '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2', chains: ['solana'] },
];

/** Creates one record of each kind, and waits until alerts have fired and were delivered. */
async function populate(
  api: Client,
  receiver: string,
  label: string,
  keep: (kind: string, id: string) => void,
): Promise<void> {
  await api.call(routes.updateSettings, z.unknown(), {
    body: { emails: ['ops@example.com'], slackWebhookUrl: `${receiver}/slack` },
  });
  const Made = z.looseObject({ id: z.string() });
  const create = async (kind: string, route: (typeof routes)[keyof typeof routes], body: object, params = {}) => {
    const { id } = await api.call(route, Made, { body, params });
    keep(kind, id);
    return id;
  };
  for (const { address } of EVM_WALLETS) keep('address', address);
  const wallets = await Promise.all(
    WALLETS.map((wallet) => create('wallets', routes.createWallet, { label, ...wallet })),
  );
  const evmWallets = wallets.slice(0, EVM_WALLETS.length);
  for (const id of evmWallets) keep('evmWallets', id);
  const [evm = ''] = evmWallets;
  await create('webhooks', routes.createWebhook, {
    url: `${receiver}/${label}`,
    events: ['alert.fired'],
    description: label,
  });
  await create('rules', routes.createRule, {
    name: label,
    ruleType: 'any_transfer',
    cooldownMinutes: 0,
    notifySlack: true,
  });
  await create('backfill', routes.createBackfill, { walletId: evm, fromHeight: 0, toHeight: 0 }, { id: 'anvil' }).catch(
    () => undefined,
  );
  for (const digit of ['1', '2', '3']) {
    const body = {
      walletId: evm,
      hash: `0x${digit.repeat(64)}`,
      chain: 'ethereum',
      blockNumber: 1,
      blockTimestamp: '2026-03-01',
      fromAddress: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
      toAddress: EVM_WALLETS[0]?.address,
      valueDecimal: digit,
    };
    await create('transactions', routes.importTransaction, body);
  }
  const deadline = performance.now() + 60_000;
  for (const [kind, route, enough] of [
    ['events', routes.listEvents, 3],
    ['deliveries', routes.listDeliveries, 9],
  ] as const) {
    for (let found = 0; found < enough && performance.now() < deadline; ) {
      const { data } = await api.call(route, z.object({ data: z.array(Made) }), { query: { pageSize: '100' } });
      found = data.length;
      for (const { id } of data) keep(kind, id);
      if (found < enough) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
