import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { eventRepo } from '../../lib/alerts/events/repo.ts';
import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { transact } from '../../lib/platform/table/write.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { transactionId } from '../../lib/transactions/transaction-id.ts';
import { mapConcurrent } from '../../lib/values/concurrent.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { CreateWallet } from '../../lib/wallets/schema.ts';
import { newOrganisation, type Parts, targetOf } from '../support/api.ts';
import { testDeps } from '../support/deps.ts';
import { anEvent, aRule, aStoredTransaction, aTransaction, aTransfer } from '../support/records.ts';
import { stackUrl } from '../support/stack-url.ts';
import { evmHash, walletBody } from './samples.ts';

/** The bytes that a Lambda function may return. The response is text within JSON, and thus escaped once more. */
const RETURNABLE_BYTES = 6_291_556;
/** Less than half a page. */
const MANY = Array.from({ length: 40 }, (_, n) => n);
/**
 * A text as long as 500 transfers in a response. The text replaces the transfers, because the emulator needs a second
 * for so many attributes.
 */
const LARGE = 'x'.repeat(172_000);
/** A partition serves 1,000 write units a second, and each of these writes takes some 700. */
const WRITES_AT_ONCE = 1;

let apiKey: string;
let eventIds: string[];
const hash = evmHash();

/** A spam transaction has sent tokens to many wallets of an organisation, and a rule has fired on each. */
beforeAll(async () => {
  const made = await newOrganisation();
  apiKey = made.apiKey;
  const organisationId = OrganisationId.parse(made.organisationId);
  const deps = testDeps(openTable('chainwatch-local', new DynamoDBClient({ endpoint: stackUrl('STACK_AWS_URL') })));
  const transfers = [aTransfer({ asset: LARGE })];
  const events = await mapConcurrent(MANY, WRITES_AT_ONCE, async () => {
    const { address, ...body } = walletBody();
    const wallet = CreateWallet.parse({ address, ...body });
    const { id: walletId } = await walletChanges(deps).create(organisationId, wallet, {
      address,
      destinationTag: null,
    });
    const id = transactionId(organisationId, walletId, hash);
    const stored = aStoredTransaction({ id, walletId, hash, transfers });
    await transactionRepo(deps).record(organisationId, stored, { evaluate: false });
    const transaction = aTransaction({ id, walletId, hash, transfers });
    const event = anEvent({ id: deps.newId(), transactionId: id, walletId, transaction });
    await transact(deps.table, { writes: eventRepo(deps).creation(organisationId, event) });
    await ruleRepo(deps).create(organisationId, aRule({ id: deps.newId(), conditions: { of: LARGE } }));
    return event;
  });
  eventIds = events.map(({ id }) => id);
});

/** The response of a route. Fails if a function could return it. `…` stands for the long text. */
async function large(route: Route, parts: Parts = {}): Promise<unknown> {
  const response = await fetch(`${stackUrl('STACK_URL')}${targetOf(route, parts.params, parts.query)}`, {
    method: route.method,
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
  });
  const text = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(Buffer.byteLength(JSON.stringify(text))).toBeGreaterThan(RETURNABLE_BYTES);
  return JSON.parse(text.replaceAll(LARGE, '…'));
}

const whole = { transfers: [{ asset: '…' }] };
const everything = { query: { pageSize: 100 } };
const meta = { total: MANY.length, page: 1, pageSize: 100 };

describe('A response that is larger than a function can return', () => {
  it('is answered for a page of transactions', async () => {
    expect(await large(routes.listTransactions, everything)).toMatchObject({ data: MANY.map(() => whole), meta });
  });

  it('is answered for the lookup of a transaction in many wallets', async () => {
    const found = { source: 'database', transaction: whole, transactions: MANY.map(() => whole) };
    expect(await large(routes.lookupTransaction, { query: { hash } })).toMatchObject(found);
  });

  it('is answered for a page of alert events', async () => {
    const data = MANY.map(() => ({ status: 'open', transaction: whole }));
    expect(await large(routes.listEvents, everything)).toMatchObject({ data, meta });
  });

  it('is answered for the bulk review of many events', async () => {
    const body = { ids: eventIds };
    const updated = (status: string) => MANY.map(() => ({ status, transaction: whole }));
    const acknowledged = { updated: updated('acknowledged'), unchanged: [], failed: [] };
    expect(await large(routes.bulkAcknowledgeEvents, { body })).toMatchObject(acknowledged);
    const resolved = { updated: updated('resolved'), unchanged: [], failed: [] };
    expect(await large(routes.bulkResolveEvents, { body })).toMatchObject(resolved);
  });

  it('is answered for a page of rules', async () => {
    const data = MANY.map(() => ({ conditions: { of: '…' } }));
    expect(await large(routes.listRules, everything)).toMatchObject({ data, meta });
  });
});
