import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { api, invokeAdmin, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { stackUrl } from '../support/stack-url.ts';
import { addWallet, UNKNOWN_ID, walletBody } from './samples.ts';

const CONFLICT = { status: 409, code: 'conflict' };

const client = new DynamoDBClient({ endpoint: stackUrl('STACK_AWS_URL') });
const table = openTable('chainwatch-local', client);
afterAll(() => client.destroy());

const rule = { name: 'Any', ruleType: 'any_transfer' };
const webhook = { url: 'https://example.com/hook', events: ['alert.fired'] };

async function limited(limits: Record<string, number | null>) {
  const made = await newOrganisation();
  const set = (more: Record<string, number | null>) =>
    invokeAdmin({ action: 'setLimits', organisationId: made.organisationId, limits: more });
  await set(limits);
  return { ...made, set };
}

describe('The limits of an organisation', () => {
  it('stand in GET /api/me with what is used', async () => {
    const { api: own } = await newOrganisation();
    await addWallet(own);
    await own.ok(routes.createRule, { body: rule });
    await own.ok(routes.createWebhook, { body: webhook });
    expect((await own.ok(routes.getMe)).limits).toEqual({
      wallets: { limit: 1_000_000, used: 1 },
      rules: { limit: 500, used: 1 },
      webhooks: { limit: 20, used: 1 },
      keys: { limit: 50, used: 1 },
      addressBook: { limit: 100_000, used: 0 },
      listEntries: { limit: 300_000, used: 0 },
      requestsPerSecond: { limit: 1000, used: null },
      recordsPerHour: { limit: 1_000_000, used: null },
      mailsPerMinute: { limit: 6000, used: null },
    });
  });

  // Attack: one key made 1,200 wallets in 155 seconds, and every watcher keeps all of them in memory.
  it('hold for wallets that twelve requests create at the same time', async () => {
    const { api: own } = await limited({ wallets: 3 });
    const bodies = Array.from({ length: 12 }, () => walletBody());
    const answers = await Promise.all(bodies.map((body) => own.call(routes.createWallet, { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, ...Array(9).fill(409)]);
    expect((await own.ok(routes.getMe)).limits.wallets).toEqual({ limit: 3, used: 3 });
    const { data } = await own.ok(routes.listWallets);
    expect(data.length).toBe(3);
    await own.call(routes.deleteWallet, { params: { id: data[0]?.id ?? '' } });
    await addWallet(own);
    expect(await own.refused(routes.createWallet, { body: walletBody() })).toEqual(CONFLICT);
  });

  it('hold for rules, webhooks and keys, and null gives back the limit of the stage', async () => {
    const { api: own, organisationId, set } = await limited({ rules: 1, webhooks: 1, keys: 2 });
    const cases = [
      [routes.createRule, rule],
      [routes.createWebhook, webhook],
      [routes.createKey, { name: 'Second', scope: 'read' }],
    ] as const;
    for (const [route, body] of cases) {
      await own.ok(route, { body });
      expect(await own.refused(route, { body })).toEqual(CONFLICT);
    }
    expect(await set({ rules: null, webhooks: null, keys: null })).toMatchObject({
      organisationId,
      limits: { rules: null, webhooks: null, keys: null, wallets: null },
    });
    for (const [route, body] of cases) await own.ok(route, { body });
  });

  it('leave room for destinations beside the webhooks that operators allow, 70 together', async () => {
    const { api: own, set } = await limited({ webhooks: 67 });
    const destination = { name: 'Duty', kind: 'pagerduty', config: { routingKey: 'R0UT1NGKEY' } };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => own.call(routes.createDestination, { body: destination })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409]);
    expect(await set({ webhooks: 68 })).toMatchObject({ errorMessage: expect.stringContaining('3 destinations') });
    expect(await set({ webhooks: 67 })).toMatchObject({ limits: { webhooks: 67 } });
    expect(await set({ webhooks: null })).toMatchObject({ limits: { webhooks: null } });
    await own.ok(routes.createDestination, { body: destination });
    expect(await set({ webhooks: 71 })).toMatchObject({ errorType: expect.any(String) });
  });

  // Attack: 50 keys of one organisation send 50 requests a second each.
  it('hold for the requests of all keys together', async () => {
    const { organisationId } = await limited({ requestsPerSecond: 1 });
    const made = await Promise.all(
      ['First', 'Second', 'Third'].map((name) =>
        invokeAdmin({ action: 'createKey', organisationId, name, scope: 'admin' }),
      ),
    );
    const clients = made.map((key) => api(z.object({ key: z.string() }).parse(key).key));
    const refused = await eventually(
      async () => {
        const answers = await Promise.all(clients.map((own) => own.call(routes.getMe)));
        return answers.find(({ status }) => status === 429);
      },
      (answer) => answer !== undefined,
    );
    expect(refused?.body).toMatchObject({ code: 'rate_limited' });
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
    const { api: other } = await newOrganisation();
    await other.ok(routes.getMe);
  });

  it('count the wallets of an organisation from before at its first change', async () => {
    const { api: own, organisationId } = await newOrganisation();
    const first = await addWallet(own);
    await addWallet(own);
    const organisation = keys.organisation(OrganisationId.parse(organisationId));
    const forget = () => write(table, { update: organisation, remove: ['walletCount'] });
    const wallets = async () => (await own.ok(routes.getMe)).limits.wallets.used;
    await forget();
    expect(await wallets()).toBeNull();
    await addWallet(own);
    expect(await wallets()).toBe(3);
    await forget();
    await own.call(routes.deleteWallet, { params: { id: first.id } });
    expect(await wallets()).toBe(2);
    await write(table, { update: organisation, set: { walletCount: 77 } });
    await invokeAdmin({ action: 'recount', organisationId });
    expect(await wallets()).toBe(2);
  });

  it('cannot be set for an organisation that does not exist, or to a number that means nothing', async () => {
    for (const [organisationId, limits] of [
      [UNKNOWN_ID, { wallets: 1 }],
      [(await newOrganisation()).organisationId, { requestsPerSecond: 0 }],
      [(await newOrganisation()).organisationId, { wallets: 1.5 }],
      [(await newOrganisation()).organisationId, { blocks: 1 }],
    ]) {
      const refused = await invokeAdmin({ action: 'setLimits', organisationId, limits });
      expect(refused).toMatchObject({ errorType: expect.any(String) });
    }
  });
});
