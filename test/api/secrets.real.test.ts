import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { closeAll, receiver } from '../platform/outbound/receiver.ts';
import { type ApiClient, api, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { organisationItems } from '../support/organisation-items.ts';
import { leakedIn, noteSecrets } from '../support/secrets.ts';
import { stackUrl } from '../support/stack-url.ts';
import { addRule, addWallet, evmAddress, importInto, UNKNOWN_ID, xrpHash } from './samples.ts';

/** Secrets that no other test has and that no pattern of the log knows. */
const aSecret = (what: string) => `${what}:${randomBytes(12).toString('base64')}`;

const given = aSecret('given');
const header = aSecret('Bearer');
const slackToken = randomBytes(12).toString('hex');
let client: ApiClient;
let adminKey: string;
let organisation: OrganisationId;
/** All secrets that the API showed once. */
const shownSecrets: string[] = [];

/** Receivers that each fail in another way, so that the log contains each kind of failure. */
async function failingReceivers() {
  const failing = await receiver((response) => response.writeHead(500).end('no'));
  const broken = await receiver((response) => response.destroy());
  return [failing.url, broken.url];
}

async function everyWayToFail(webhookId: string): Promise<void> {
  const { url } = await receiver((response) => response.writeHead(204).end());
  const post = (path: string, body: string) =>
    client.raw({ method: 'POST', path, headers: { 'Content-Type': 'application/json' }, body });
  const hook = { url, events: ['ping'], secret: given };
  await post('/api/webhooks', JSON.stringify({ ...hook, surprise: true }));
  await post('/api/webhooks', JSON.stringify({ ...hook, secret: [given] }));
  await post('/api/webhooks', JSON.stringify(hook).slice(0, -1));
  await post('/api/webhooks', `{"__proto__":{"secret":${JSON.stringify(given)}}}`);
  await post('/api/webhooks', given);
  await post('/api/webhooks', JSON.stringify({ ...hook, headers: { Host: header, 'X-Key': `${header}\n` } }));
  await post(
    '/api/webhooks',
    JSON.stringify({ ...hook, url: `https://user:${encodeURIComponent(given)}@example.com/` }),
  );
  await client.call(routes.updateWebhook, { params: { id: webhookId }, body: { secret: given } });
  await client.call(routes.updateSettings, { body: { slackWebhookUrl: `ftp://hooks.slack.com/${slackToken}` } });
  for (const secret of [given, adminKey]) {
    await client.raw({ method: 'GET', path: `/api/wallets?apiKey=${encodeURIComponent(secret)}` });
    await api().raw({ method: 'GET', path: `/api/wallets?apiKey=${encodeURIComponent(secret)}` });
    await api().raw({ method: 'GET', path: `/api/${encodeURIComponent(secret)}` });
    await api().raw({ method: 'GET', path: `/api/wallets/${encodeURIComponent(secret)}` });
    for (const scheme of ['Basic', 'Bearer x', 'Bearer']) {
      const headers = { Authorization: `${scheme} ${Buffer.from(secret).toString('base64')}` };
      await api().raw({ method: 'GET', path: '/api/wallets', headers });
    }
  }
  // No node of the chain answers. The RPC URL contains a key.
  await client.call(routes.lookupTransaction, { query: { hash: xrpHash(), chain: 'xrp-testnet' } });
}

beforeAll(async () => {
  const mine = await newOrganisation();
  client = mine.api;
  adminKey = mine.apiKey;
  organisation = OrganisationId.parse(mine.organisationId);
  const slack = await receiver((response) => response.writeHead(500).end('no_service'));
  const slackWebhookUrl = `${slack.url}/services/T0/B0/${slackToken}`;
  await client.ok(routes.updateSettings, { body: { emails: ['ops@example.com'], slackWebhookUrl } });
  const { key } = await client.ok(routes.createKey, { body: { name: 'Another', scope: 'read' } });
  shownSecrets.push(adminKey, key, slackWebhookUrl, slackToken, given, header);

  const urls = await failingReceivers();
  const events = ['alert.fired', 'ping'];
  const made = await client.ok(routes.createWebhook, {
    body: { url: urls[0], events, headers: { Authorization: header } },
  });
  const own = await client.ok(routes.createWebhook, { body: { url: urls[1], events, secret: given } });
  const rotated = [made, own].map(({ id }) => client.ok(routes.rotateWebhookSecret, { params: { id } }));
  const toggles = { notifyWebhook: true, notifySlack: true, notifyEmail: true };
  const rule = await addRule(client, { ...toggles, customWebhookUrl: urls[0] });
  const secrets = [made.secret, ...(await Promise.all(rotated)).map(({ secret }) => secret), rule.customWebhookSecret];
  for (const secret of secrets) {
    if (secret === undefined) throw new Error('the response to the creation shows no secret');
    shownSecrets.push(secret);
  }
  noteSecrets(shownSecrets);
  for (const { id } of [made, own]) await client.ok(routes.testWebhook, { params: { id } });
  await importInto(client, await addWallet(client));
  await client.ok(routes.createBookEntry, { body: { address: evmAddress(), label: 'Acme' } });
  await client.ok(routes.createAddressList, { body: { name: 'partners', purpose: 'allow' } });
  await client.ok(routes.createReview, { body: { action: 'resolve', to: '2020-01-01' } });
  await everyWayToFail(made.id);
  await eventually(
    () => client.ok(routes.listDeliveries, { query: { pageSize: 100 } }),
    ({ data }) => data.length === 7 && data.every(({ status }) => ['failed', 'delivered', 'not_sent'].includes(status)),
  );
});
afterAll(closeAll);

const reading = Object.entries<Route>(routes)
  .map(([name, route]) => ({ name, route }))
  .filter(({ route }) => route.method === 'GET' && route.scope !== 'public');

/** The ids of all records, for the routes with an id in the path. */
async function everyId(): Promise<string[]> {
  const lists = [
    routes.listWebhooks,
    routes.listRules,
    routes.listDeliveries,
    routes.listEvents,
    routes.listReviews,
    routes.listWallets,
    routes.listTransactions,
    routes.listBookEntries,
    routes.listAddressLists,
  ];
  const pages = await Promise.all(lists.map((route) => client.ok(route, { query: { pageSize: 100 } })));
  return pages.flatMap(({ data }) => data.map(({ id }) => id));
}

/** All items of the organisation, as DynamoDB has them. */
async function items(): Promise<string> {
  const table = openTable('chainwatch-local', new DynamoDBClient({ endpoint: stackUrl('STACK_AWS_URL') }));
  return JSON.stringify(await organisationItems(table, organisation, '', z.unknown()));
}

describe('A secret', () => {
  it('is shown once: no list and no record contains it', async () => {
    const ids = [...(await everyId()), 'anvil', UNKNOWN_ID];
    let answered = 0;
    for (const { name, route } of reading) {
      for (const id of route.path.includes('{') ? ids : ['']) {
        const { status, text } = await client.call(route, { params: { id, backfillId: UNKNOWN_ID } });
        if (status === 200) answered += 1;
        expect([name, leakedIn(text, shownSecrets)]).toEqual([name, []]);
        // Only the beginning of a signature shows.
        const told = text.replace(/sha256=[\da-f]{6}…/g, '');
        expect([name, /sealed|sha256|keyhash/i.exec(told)?.[0]]).toEqual([name, undefined]);
      }
    }
    expect(answered).toBeGreaterThan(reading.length);
  });

  it('is not in the response to a change of its record', async () => {
    const [webhook] = (await client.ok(routes.listWebhooks)).data;
    const [rule] = (await client.ok(routes.listRules)).data;
    const answers = [
      await client.call(routes.updateWebhook, { params: { id: webhook?.id ?? '' }, body: { description: 'x' } }),
      await client.call(routes.updateRule, { params: { id: rule?.id ?? '' }, body: { name: 'x' } }),
      await client.call(routes.updateSettings, { body: { emails: [] } }),
    ];
    for (const { status, text } of answers) expect([status, leakedIn(text, shownSecrets)]).toEqual([200, []]);
  });

  it('is in no line of the log', async () => {
    const file = process.env.STACK_LOG ?? '';
    // The last event that the log mentions. Before this line, a search of the log would come too early.
    const { headers } = await client.raw({ method: 'GET', path: '/api/wallets?surprise=1' });
    const log = await eventually(
      () => readFileSync(file, 'utf8'),
      (text) => text.includes(headers.get('x-request-id') ?? 'no id'),
    );
    expect(log).toContain('delivery.attempted');
    expect(log).toContain('chain.rpc_failed');
    expect(leakedIn(log, shownSecrets)).toEqual([]);
  });

  it('is in the table only sealed or as a hash', async () => {
    const stored = await items();
    expect(stored).toContain('sealedSecret');
    expect(leakedIn(stored, shownSecrets)).toEqual([]);
  });

  it('is not in the error of an unknown admin action', async () => {
    const lambda = new LambdaClient({ endpoint: stackUrl('STACK_AWS_URL') });
    const Payload = JSON.stringify({ action: given, name: adminKey });
    const answer = await lambda.send(new InvokeCommand({ FunctionName: 'chainwatch-local-admin', Payload }));
    lambda.destroy();
    expect(answer.FunctionError).toBeDefined();
    expect(leakedIn(Buffer.from(answer.Payload ?? []).toString('utf8'), shownSecrets)).toEqual([]);
  });
});
