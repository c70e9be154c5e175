import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../../functions/routes.ts';
import { signatureHeaders } from '../../../lib/channels/http/sign.ts';
import { ACCOUNT_SECONDS } from '../../../lib/operation/canary/canary-account.ts';
import { canaryRepo } from '../../../lib/operation/canary/repo.ts';
import { suspensionRepo } from '../../../lib/organisations/suspension/repo.ts';
import { clock } from '../../../lib/platform/deps.ts';
import { operatorKeys } from '../../../lib/platform/table/operator-keys.ts';
import { openTable } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { evmHash, ruleBody } from '../../api/samples.ts';
import { type ApiClient, api, invokeAdmin } from '../../support/api.ts';
import { metricsOfLog } from '../../support/embedded-metrics.ts';
import { eventually } from '../../support/eventually.ts';
import { stackUrl } from '../../support/stack-url.ts';

/*
 * The canary over the real local stack: the tests invoke the function as the clock would, and break its organisation
 * as somebody may.
 */
const VERIFIED = { outcome: 'verified', ms: expect.any(Number) };
const LATE = { outcome: 'late', ms: null };
/** Runs that cannot succeed wait only so long. */
const SHORT = { deadlineSeconds: 1 };

const table = openTable('chainwatch-local', new DynamoDBClient({ endpoint: stackUrl('STACK_AWS_URL') }));
const canary = canaryRepo({ table, now: clock });
const lambda = new LambdaClient({ endpoint: stackUrl('STACK_AWS_URL') });

/** Runs the canary, by default as the clock does: with an event that has none of its fields. */
async function run(event: object = { source: 'aws.events' }): Promise<unknown> {
  const FunctionName = 'chainwatch-local-run-canary';
  const { Payload } = await lambda.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
  return JSON.parse(Buffer.from(Payload ?? []).toString('utf8'));
}

async function organisation(): Promise<OrganisationId> {
  const account = await canary.account();
  if (account === null) throw new Error('The canary has no account');
  return account.organisationId;
}

const Key = z.object({ id: z.string(), key: z.string() });

/** A client of the organisation of the canary, with a key of its own. */
async function owner(): Promise<ApiClient> {
  const action = { action: 'createKey', organisationId: await organisation(), name: 'Test', scope: 'admin' };
  return api(Key.parse(await invokeAdmin(action)).key);
}

/** The records of the canary: one of each kind. */
async function records(client: ApiClient) {
  const lists = [routes.listWallets, routes.listRules, routes.listWebhooks];
  const pages = await Promise.all(lists.map((route) => client.ok(route)));
  return pages.map(({ data }) => data.map(({ id }) => id));
}

const outcomes = (): string[] =>
  metricsOfLog(readFileSync(process.env.STACK_LOG ?? '', 'utf8'))
    .filter(({ name }) => name === 'canaryRuns')
    .map(({ dimensions }) => String(dimensions.outcome));

beforeAll(async () => {
  expect(await run()).toEqual(VERIFIED);
});

describe('A run of the canary', () => {
  it('makes an organisation with a wallet, a rule and a webhook, and the next run uses the same', async () => {
    const before = await organisation();
    const client = await owner();
    const made = await records(client);
    expect(made.map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(await run()).toEqual(VERIFIED);
    expect(await organisation()).toBe(before);
    expect(await records(client)).toEqual(made);
  });

  it('writes its outcome and its time into the metrics', async () => {
    await eventually(outcomes, (found) => found.includes('verified'));
    const metrics = metricsOfLog(readFileSync(process.env.STACK_LOG ?? '', 'utf8'));
    const [time] = metrics.filter(({ name }) => name === 'canaryMs');
    expect(time).toMatchObject({ namespace: 'chainwatch-local', dimensions: { outcome: 'verified' } });
    expect(time?.value).toBeGreaterThan(0);
  });

  it('makes again what somebody deleted', async () => {
    const client = await owner();
    const [[wallet = ''] = [], [rule = ''] = [], [webhook = ''] = []] = await records(client);
    await client.ok(routes.deleteWallet, { params: { id: wallet } });
    await client.ok(routes.deleteRule, { params: { id: rule } });
    await client.ok(routes.deleteWebhook, { params: { id: webhook } });
    expect(await run()).toEqual(VERIFIED);
    expect((await records(client)).map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  it('makes another webhook in the place of one that is disabled', async () => {
    const client = await owner();
    const [, , [webhook = ''] = []] = await records(client);
    await client.ok(routes.updateWebhook, { params: { id: webhook }, body: { isActive: false } });
    expect(await run()).toEqual(VERIFIED);
    const [, , webhooks] = await records(client);
    expect(webhooks).toEqual([expect.not.stringMatching(webhook)]);
  });

  it('is late while webhooks are signed with another secret, and the next run is verified', async () => {
    const client = await owner();
    const { data } = await client.ok(routes.listWebhooks);
    const [{ id, url } = { id: '', url: '' }] = data;
    await client.ok(routes.deleteWebhook, { params: { id } });
    await client.ok(routes.createWebhook, { body: { url, events: ['alert.fired'], secret: 'the secret of a thief' } });
    expect(await run(SHORT)).toEqual(LATE);
    await eventually(outcomes, (found) => found.includes('late'));
    expect(await run()).toEqual(VERIFIED);
  });

  it('is late while nobody calls its receiver, and the next run is verified', async () => {
    const client = await owner();
    const [, [rule = ''] = []] = await records(client);
    await client.ok(routes.updateRule, { params: { id: rule }, body: { conditions: { direction: 'outbound' } } });
    expect(await run(SHORT)).toEqual(LATE);
    expect(await run()).toEqual(VERIFIED);
  });

  it('removes what does not belong to it', async () => {
    const client = await owner();
    await client.ok(routes.createRule, { body: ruleBody() });
    expect(await run()).toEqual(VERIFIED);
    expect((await records(client)).map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  it('makes another key when its key was revoked', async () => {
    const client = await owner();
    const before = await canary.account();
    const { data } = await client.ok(routes.listKeys);
    const own = data.filter(({ name, revokedAt }) => name !== 'Test' && revokedAt === null);
    expect(own).toHaveLength(1);
    for (const { id } of own) await client.ok(routes.deleteKey, { params: { id } });
    expect(await run()).toEqual(VERIFIED);
    const after = await canary.account();
    expect(after).toEqual({ ...before, sealedKey: expect.not.stringMatching(before?.sealedKey ?? '') });
  });

  it('makes another organisation when its own is suspended', async () => {
    const organisationId = await organisation();
    await invokeAdmin({ action: 'suspendOrganisation', organisationId });
    expect(await run()).toEqual(VERIFIED);
    expect(await organisation()).not.toBe(organisationId);
  });

  it('deletes its organisation after a month and goes on in another', async () => {
    const organisationId = await organisation();
    const createdAt = plusSeconds(clock(), -ACCOUNT_SECONDS).toISOString();
    await write(table, { update: operatorKeys.canary(), set: { createdAt } });
    expect(await run()).toEqual(VERIFIED);
    expect(await organisation()).not.toBe(organisationId);
    expect(await suspensionRepo({ table, now: clock, newId: randomUUID }).find(organisationId)).toMatchObject({
      deletion: { startedAt: expect.any(String) },
    });
  });
});

describe('POST /api/canary/receipts', () => {
  const alert = (hash: string) =>
    JSON.stringify({
      event: 'alert.fired',
      rule: { id: '6f0cdd3e-2f0a-4c0f-9a44-5c1a7d1f6d53' },
      transaction: { hash },
    });
  const signed = (body: string, secret: string, timestamp = clock()) => ({
    body,
    headers: { 'Content-Type': 'application/json', ...signatureHeaders({ body, deliveryId: 'd', timestamp, secret }) },
  });
  const send = (request: { body: string; headers: Record<string, string> }) =>
    api().raw({ method: 'POST', path: '/api/canary/receipts', ...request });

  it('refuses what is not signed with the secret of the canary, and records nothing', async () => {
    const hash = evmHash();
    const unsigned = { body: alert(hash), headers: {} };
    for (const request of [unsigned, signed(alert(hash), 'another secret'), { body: '', headers: {} }]) {
      const answer = await send(request);
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(await canary.receipt(hash)).toBeNull();
  });
});
