import { readFileSync, writeFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { putAll } from '../../lib/platform/table/write-all.ts';
import { decoded, encoded } from '../../scripts/drill/table-export.ts';
import { closeAll, ok, receiver } from '../platform/outbound/receiver.ts';
import { api } from '../support/api.ts';
import { stackUrl } from '../support/stack-url.ts';
import { everythingOf, newPool, populate, type Tenant } from './tenants.ts';

// While a release is deployed, and after it, the functions read what the release before has written. The golden file
// holds the items of an organisation as the last release wrote them, and what the API answered. CONTRIBUTING.md says
// when UPDATE_GOLDEN=1 writes the file again.
const file = new URL('../golden/table/items.json', import.meta.url);
const Item = z.looseObject({ pk: z.string(), sk: z.string() });
const Ids = z.array(z.string());
const Golden = z.object({
  apiKey: z.string(),
  organisationId: z.string(),
  marker: z.string(),
  ids: z.object({
    keys: Ids,
    wallets: Ids,
    transactions: Ids,
    rules: Ids,
    events: Ids,
    webhooks: Ids,
    deliveries: Ids,
    // The last release had none.
    destinations: Ids.default([]),
    bookEntries: Ids.default([]),
    addressLists: Ids.default([]),
    // These expire, so the file has none.
    replays: Ids,
    exports: Ids,
  }),
  items: z.array(Item),
  answers: z.array(z.unknown()),
});

const client = new DynamoDBClient({ endpoint: stackUrl('STACK_AWS_URL') });
const table = openTable('chainwatch-local', client);
afterAll(async () => {
  client.destroy();
  await closeAll();
});

/** All answers of JSON to the organisation. */
const answersTo = async (tenant: Tenant): Promise<unknown[]> =>
  (await everythingOf(tenant))
    .map((text) => text.replaceAll('"lastUsedAt":…', '"lastUsedAt":null'))
    .filter((text) => text.startsWith('{'))
    .map((text) => JSON.parse(text));

async function itemsOf(organisationId: string): Promise<z.output<typeof Item>[]> {
  const found: z.output<typeof Item>[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: table.name, ConsistentRead: true, ExclusiveStartKey }));
    found.push(...z.array(Item).parse(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  const isOwn = ({ pk, ...item }: z.output<typeof Item>) =>
    pk.startsWith(`ORG#${organisationId}`) ||
    (pk.startsWith('KEYHASH#') && JSON.stringify(item).includes(organisationId));
  // What expires is not there any more when a later release reads the file.
  return found.filter((item) => isOwn(item) && item.ttl === undefined);
}

async function writeGolden(): Promise<void> {
  const { url } = await receiver(ok);
  const shape = {
    text: 'golden',
    wallets: [{ shared: false }, { shared: false }],
    transactions: [1, 2, 3].map((day) => ({ wallet: day, shared: false, day })),
    rules: [undefined, 1],
    webhooks: 2,
    emails: 1,
    keys: 1,
  };
  const made = await populate(shape, newPool(), url, 'golden');
  // The stack of a later run has another data key, which does not open the sealed URL.
  await made.api.ok(routes.updateSettings, { body: { slackWebhookUrl: null } });
  const { key: apiKey } = await made.api.ok(routes.createKey, { body: { name: 'Golden', scope: 'admin' } });
  const keys = (await made.api.ok(routes.listKeys, {})).data.map(({ id }) => id);
  const tenant = { ...made, ids: { ...made.ids, keys, replays: [], exports: [] } };
  const answers = await answersTo(tenant);
  const { organisationId, marker, ids } = tenant;
  const lines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value, encoded)).join(',\n');
  const head = JSON.stringify({ apiKey, organisationId, marker, ids }).slice(0, -1);
  const items = lines(await itemsOf(organisationId));
  writeFileSync(file, `${head},\n"items":[\n${items}\n],\n"answers":[\n${lines(answers)}\n]}\n`);
}

describe('The items of the last release', () => {
  let golden: z.output<typeof Golden>;
  let tenant: Tenant;
  const one = (kind: keyof Tenant['ids']) => ({ params: { id: golden.ids[kind][0] ?? '' } });

  beforeAll(async () => {
    if (process.env.UPDATE_GOLDEN) await writeGolden();
    golden = Golden.parse(JSON.parse(readFileSync(file, 'utf8'), decoded));
    await putAll(table, golden.items);
    tenant = { ...golden, api: api(golden.apiKey), hashes: [], destinationTag: 0, bookAddress: '', memo: '' };
  });

  it('are of every kind that an organisation has', () => {
    const kindsOfKeys = new Set(golden.items.map(({ sk }) => /^[A-Z]+/.exec(sk)?.[0]));
    for (const kind of ['ORG', 'SETTINGS', 'KEY', 'WALLET', 'ADDRESS', 'TX', 'RULE', 'DECISION', 'EVENT', 'WEBHOOK']) {
      expect([...kindsOfKeys]).toContain(kind);
    }
    expect([...kindsOfKeys]).toContain('DELIVERY');
  });

  it('get the answers that the last release gave, in every list and for every record', async () => {
    const answers = await answersTo(tenant);
    expect(answers.length).toBeGreaterThanOrEqual(golden.answers.length);
    // A later release may add fields, and lists at the end.
    for (const [n, answer] of golden.answers.entries()) expect(answers[n]).toMatchObject(Object(answer));
  });

  it('can be changed', async () => {
    const { api: client } = tenant;
    const noted = await client.ok(routes.annotateTransaction, {
      ...one('transactions'),
      body: { notes: 'new', tags: [] },
    });
    expect(noted.notes).toBe('new');
    const rule = await client.ok(routes.updateRule, { ...one('rules'), body: { name: 'New', isActive: false } });
    expect(rule).toMatchObject({ name: 'New', isActive: false });
    expect(await client.ok(routes.acknowledgeEvent, one('events'))).toMatchObject({ status: 'acknowledged' });
    expect(await client.ok(routes.resolveEvent, { ...one('events'), body: { note: 'old' } })).toMatchObject({
      status: 'resolved',
    });
    const webhook = await client.ok(routes.updateWebhook, { ...one('webhooks'), body: { description: 'New' } });
    expect(webhook.description).toBe('New');
    await client.ok(routes.deleteRule, one('rules'));
    await client.ok(routes.deleteWebhook, one('webhooks'));
  });
});
