import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { routes } from '../functions/routes.ts';
import { SETTLED_SECONDS } from '../lib/alerts/rules/current-rules.ts';
import { RuleWithSecret } from '../lib/alerts/rules/schema.ts';
import { Transaction } from '../lib/transactions/schema.ts';
import { Wallet } from '../lib/wallets/schema.ts';
import { WebhookWithSecret } from '../lib/webhooks/schema.ts';
import { chargedUnits } from '../local/aws/dynamodb/charged-units.ts';
import { AWS_LIMITS } from '../local/aws/dynamodb/strictness.ts';
import { client } from '../local/demo/demo-client.ts';
import { close, listen } from '../local/processes/servers.ts';
import { printTable } from './figures.ts';
import { reportGoals } from './goals.ts';
import { startBenchStack } from './metered-stack.ts';

/**
 * npm run bench -- alerts: what an alert of one organisation costs each partition key of the table, over the whole
 * local stack. The simulated table charges each key, and refuses what is beyond the units that AWS serves of a key in a
 * second. So the key that is charged most tells how many alerts a second the organisation can have. This machine makes
 * fewer alerts than that. The alerts are made one at a time, so that no two attempts share a batch and its permits.
 */
const ALERTS = 100;
const WARM_UP = 10;
const LEAST_PER_SECOND = 200;
const SHOWN = 12;
/** A mail waits a minute for the rate of its organisation, at most. */
const MOST_SECONDS = 120;

const RECIPIENT = 'desk@example.com';
const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const Total = z.object({ meta: z.object({ total: z.number() }) });
const Mails = z.array(z.object({ text: z.string() }));

/** The hashes of which a webhook came. Slack messages come to the same server. */
const told = new Set<string>();
const Told = z.object({ transaction: z.object({ hash: z.string() }) });
const { server, url } = await listen(async (request, response) => {
  const body = await text(request);
  if (request.url === '/hooks') told.add(Told.parse(JSON.parse(body)).transaction.hash);
  response.end('ok');
}, 0);
const charged = chargedUnits();
const running = await startBenchStack({ onCharged: charged.onCharged });
const { stack } = running;
const api = client(stack.baseUrl, stack.apiKey);
let imported = 0;

try {
  const body = { label: 'Bench', address: OWNER, chains: ['ethereum'] };
  const wallet = await api.call(routes.createWallet, Wallet, { body });
  const any = { name: 'Any', ruleType: 'any_transfer', cooldownMinutes: 0 };
  const rule = await api.call(routes.createRule, RuleWithSecret, { body: any });
  const webhook = { url: `${url}/hooks`, events: ['alert.fired'] };
  await api.call(routes.createWebhook, WebhookWithSecret, { body: webhook });
  const goals = await measured('one webhook', wallet.id);
  await api.text(routes.updateSettings, { body: { emails: [RECIPIENT], slackWebhookUrl: `${url}/slack` } });
  await confirm();
  await api.text(routes.updateRule, { params: { id: rule.id }, body: { notifyEmail: true, notifySlack: true } });
  reportGoals([...goals, ...(await measured('webhook, e-mail and Slack', wallet.id))]);
} finally {
  await running.stop();
  await close(server);
}

/** Follows the link in the confirmation mail of the recipient. */
async function confirm(): Promise<void> {
  for (;;) {
    const mails = Mails.parse(await (await fetch(`${stack.awsEndpoint}/_local/mail`)).json());
    const [link] = mails.flatMap((mail) => /http\S+token=confirm\S+/.exec(mail.text)?.[0] ?? []);
    if (link !== undefined) return void (await fetch(link, { method: 'POST' }));
    await sleep(100);
  }
}

/** Makes alerts with new counterparties, and prints what they cost each key. */
async function measured(what: string, walletId: string) {
  // Until then each evaluation reads the rules. The rules of a customer seldom change.
  await sleep((SETTLED_SECONDS + 1) * 1000);
  for (let n = 0; n < WARM_UP; n++) await alert(walletId);
  await delivered();
  charged.clear();
  for (let n = 0; n < ALERTS; n++) await alert(walletId);
  await delivered();
  const rows = [...charged.byKey()].map(([key, { write, read }]) => ({
    key: shortened(key),
    write: write / ALERTS,
    read: read / ALERTS,
  }));
  const [byWrites, byReads] = (['write', 'read'] as const).map((kind) => rows.toSorted((a, b) => b[kind] - a[kind]));
  console.log(`\nUnits of an alert by partition key: ${what}\n`);
  printTable(
    ['', 'writes', 'reads'],
    (byWrites ?? []).slice(0, SHOWN).map(({ key, write, read }) => [key, write.toFixed(2), read.toFixed(2)]),
  );
  return (['write', 'read'] as const).map((kind) => {
    const [hottest] = (kind === 'write' ? byWrites : byReads) ?? [];
    const units = hottest?.[kind] ?? Number.NaN;
    return {
      name: `${what}: alerts a second, by the ${kind} units of the hottest key`,
      figure: AWS_LIMITS.partitionRate[kind] / units,
      unit: 'per second',
      atLeast: LEAST_PER_SECOND,
      note: `${units.toFixed(2)} units of ${hottest?.key}`,
    };
  });
}

/** Imports a transaction and waits for its webhook. */
async function alert(walletId: string): Promise<void> {
  const n = ++imported;
  const hash = `0x${n.toString(16).padStart(64, '0')}`;
  await api.call(routes.importTransaction, Transaction, {
    body: {
      ...{ walletId, hash, chain: 'ethereum', blockNumber: n, blockTimestamp: '2026-01-31T09:00:00Z' },
      ...{ fromAddress: OWNER, toAddress: `0x${n.toString(16).padStart(40, '1')}`, valueDecimal: '1' },
    },
  });
  while (!told.has(hash)) await sleep(5);
}

/** Waits until no delivery waits for its attempt. */
async function delivered(): Promise<void> {
  for (const until = Date.now() + MOST_SECONDS * 1000; Date.now() < until; await sleep(2000)) {
    const query = { status: 'pending', pageSize: '1' };
    if ((await api.call(routes.listDeliveries, Total, { query })).meta.total === 0) return;
  }
}

/** A key without the ids, which say nothing. */
function shortened(key: string): string {
  return key.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id');
}
