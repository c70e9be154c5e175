import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import type { Wallet } from '../../lib/wallets/schema.ts';
import { newOrganisation, type Parts, targetOf } from '../support/api.ts';
import { noteSecrets, secretsIn } from '../support/secrets.ts';
import { stackUrl } from '../support/stack-url.ts';
import { addWallet, evmAddress, importBody, ruleBody, walletBody } from './samples.ts';

let apiKey: string;
let wallet: Wallet;
let webhookId: string;
let destinationId: string;

beforeAll(async () => {
  const made = await newOrganisation();
  apiKey = made.apiKey;
  wallet = await addWallet(made.api, { chains: ['anvil'] });
  const body = { url: 'http://127.0.0.1:9/hooks', events: ['alert.fired'] };
  webhookId = (await made.api.ok(routes.createWebhook, { body })).id;
  destinationId = (await made.api.ok(routes.createDestination, { body: destinationBody() })).id;
});

/** Asks without the helpers of other tests, which expect each secret once: a repetition shows the secret again. */
async function ask(route: Route, { params = {}, body = {} }: Parts, key: string) {
  const response = await fetch(`${stackUrl('STACK_URL')}${targetOf(route, params)}`, {
    method: route.method,
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  });
  const answer = z.looseObject({ id: z.string().optional() }).parse(await response.json());
  noteSecrets(secretsIn(answer));
  return { status: response.status, answer };
}

const url = () => `http://127.0.0.1:9/${randomUUID()}`;
const destinationBody = () => ({ name: 'Desk', kind: 'discord', config: { url: url() } });

/** A request of each route that creates a record, and another body where the route takes one. */
const requests: Record<string, () => { readonly parts: Parts; readonly other?: object }> = {
  importTransaction: () => ({ parts: { body: importBody(wallet, { chain: 'anvil' }) }, other: importBody(wallet) }),
  createExport: () => ({ parts: { body: {} }, other: { walletId: wallet.id } }),
  createRule: () => ({
    parts: { body: ruleBody({ notifyWebhook: true, customWebhookUrl: url() }) },
    other: ruleBody({ name: 'Another' }),
  }),
  createBacktest: () => ({
    parts: { body: { rule: { ruleType: 'any_transfer' }, from: '2026-01-01', to: '2026-01-02' } },
    other: { rule: { ruleType: 'any_transfer' }, from: '2026-01-01', to: '2026-01-03' },
  }),
  createReview: () => ({ parts: { body: { action: 'acknowledge' } }, other: { action: 'resolve' } }),
  createWebhook: () => ({
    parts: { body: { url: url(), events: ['alert.fired'] } },
    other: { url: url(), events: ['alert.fired'] },
  }),
  createReplay: () => ({ parts: { body: { status: 'failed' } }, other: { status: 'delivered' } }),
  testWebhook: () => ({ parts: { params: { id: webhookId } } }),
  createDestination: () => ({ parts: { body: destinationBody() }, other: destinationBody() }),
  testDestination: () => ({ parts: { params: { id: destinationId } } }),
  createWallet: () => ({ parts: { body: walletBody() }, other: walletBody({ address: evmAddress() }) }),
  createBookEntry: () => ({
    parts: { body: { address: evmAddress(), label: 'Partner' } },
    other: { address: evmAddress(), label: 'Partner' },
  }),
  createAddressList: () => ({
    parts: { body: { name: randomUUID(), purpose: 'info' } },
    other: { name: randomUUID(), purpose: 'info' },
  }),
  createKey: () => ({
    parts: { body: { name: 'Another', scope: 'read' } },
    other: { name: 'Another', scope: 'write' },
  }),
  createBackfill: () => ({
    parts: { params: { id: 'anvil' }, body: { walletId: wallet.id, fromHeight: 0, toHeight: 0 } },
    other: { walletId: wallet.id, fromHeight: 0, toHeight: 1 },
  }),
};

const creating = Object.entries<Route>(routes).filter(([, { creates }]) => creates);

const BULK = ['createWallets', 'createBookEntries'];

describe('A route that creates a record', () => {
  it('is each POST that answers 201, the two tests, which create a delivery, and the two bulk routes', () => {
    const answering201 = Object.entries<Route>(routes).filter(([, { responses }]) => 201 in responses);
    const names = [...answering201.map(([name]) => name), 'testWebhook', 'testDestination'];
    expect(creating.map(([name]) => name).sort()).toEqual([...names, ...BULK].sort());
    expect(Object.keys(requests).sort()).toEqual(names.sort());
  });

  it.each(creating.filter(([name]) => !BULK.includes(name)))(
    'answers a repeated request with the same record: %s',
    async (name, route) => {
      const { parts, other } = requests[name]?.() ?? { parts: {} };
      const key = randomUUID();
      const first = await ask(route, parts, key);
      expect([201, 202]).toContain(first.status);
      expect(first.answer.id).toBeDefined();
      expect(await ask(route, parts, key)).toEqual(first);
      if (other === undefined) return;
      const conflict = await ask(route, { ...parts, body: other }, key);
      expect([conflict.status, conflict.answer.code]).toEqual([409, 'idempotency_conflict']);
    },
  );

  it('answers a repeated bulk of wallets with the same wallets', async () => {
    const [key, body] = [randomUUID(), { wallets: [walletBody(), walletBody(), {}] }];
    const first = await ask(routes.createWallets, { body }, key);
    expect(first).toMatchObject({ status: 200, answer: { created: [{}, {}], existing: [], failed: [{ index: 2 }] } });
    expect(await ask(routes.createWallets, { body }, key)).toEqual(first);
    const without = await ask(routes.createWallets, { body }, randomUUID());
    expect(without.answer).toMatchObject({ created: [], existing: [{ differs: [] }, { differs: [] }] });
  });

  it('answers a repeated bulk of the address book with the same entries', async () => {
    const rows = [1, 2].map((n) => ({ address: evmAddress(), label: `Partner ${n}` }));
    const [key, body] = [randomUUID(), { entries: [...rows, {}] }];
    const first = await ask(routes.createBookEntries, { body }, key);
    expect(first).toMatchObject({ status: 200, answer: { created: [{}, {}], existing: [], failed: [{ index: 2 }] } });
    expect(await ask(routes.createBookEntries, { body }, key)).toEqual(first);
    const without = await ask(routes.createBookEntries, { body }, randomUUID());
    expect(without.answer).toMatchObject({ created: [], existing: [{ differs: [] }, { differs: [] }] });
  });

  it('does not share its keys with other routes', async () => {
    const key = randomUUID();
    await ask(routes.createWallet, { body: walletBody() }, key);
    const { status, answer } = await ask(routes.testWebhook, { params: { id: webhookId } }, key);
    expect([status, answer.code]).toEqual([409, 'idempotency_conflict']);
  });
});
