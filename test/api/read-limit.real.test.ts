import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { transactionId } from '../../lib/transactions/transaction-id.ts';
import { mapConcurrent } from '../../lib/values/concurrent.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { CreateWallet } from '../../lib/wallets/schema.ts';
import { type LocalStack, startStack } from '../../local/cli/local-stack.ts';
import { type Answer, type ApiClient, api, newOrganisation, refusalOf, targetOf } from '../support/api.ts';
import { testDeps } from '../support/deps.ts';
import { eventually } from '../support/eventually.ts';
import { aStoredTransaction } from '../support/records.ts';
import { evmHash, walletBody } from './samples.ts';

const LIMITED = { status: 429, code: 'rate_limited' };
const RATE = 100;
const RECORDS = Array.from({ length: 400 }, evmHash);
/** An export reads each record stale, for half a unit: more than two seconds of the rate. */
const LEAST_UNITS = RECORDS.length / 2;
const WRITES_AT_ONCE = 8;

/** A stack whose keys get few read units. */
let stack: LocalStack;
const log: string[] = [];
const dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-test-reads-'));
let first: ApiClient;

beforeAll(async () => {
  stack = await startStack({
    port: 0,
    dataDir,
    readLimit: `${RATE},${RATE}`,
    anvil: false,
    log: (text) => void log.push(text),
  });
  const made = await newOrganisation(stack.awsEndpoint, stack.baseUrl);
  first = made.api;
  const organisation = OrganisationId.parse(made.organisationId);
  const deps = testDeps(openTable('chainwatch-local', new DynamoDBClient({ endpoint: stack.awsEndpoint })));
  const { address, ...body } = walletBody();
  const wallet = CreateWallet.parse({ address, ...body });
  const { id: walletId } = await walletChanges(deps).create(organisation, wallet, { address, destinationTag: null });
  await mapConcurrent(RECORDS, WRITES_AT_ONCE, (hash) => {
    const stored = aStoredTransaction({ id: transactionId(organisation, walletId, hash), walletId, hash });
    return transactionRepo(deps).record(organisation, stored, { evaluate: false });
  });
});
afterAll(async () => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const another = async () => {
  const { key } = await first.ok(routes.createKey, { body: { name: 'Another', scope: 'read' } });
  return { key, client: api(key, stack.baseUrl) };
};
const page = { query: { pageSize: 100 } };
const linesOf = (event: string) => log.filter((line) => line.includes(`"event":"${event}"`));

/** Sends lists together until one of them is refused: on a slow machine the bucket refills meanwhile. */
async function refusedList(client: ApiClient): Promise<Answer> {
  const answers = await eventually(
    () => Promise.all(Array.from({ length: 5 }, () => client.call(routes.listTransactions, page))),
    (all) => all.some(({ status }) => status !== 200),
  );
  const refused = answers.find(({ status }) => status !== 200);
  if (refused === undefined) throw new Error('no list was refused');
  return refused;
}

describe('An API key above its read units', () => {
  it('gets 429 with the time to wait after expensive lists, and then an answer', async () => {
    const { client } = await another();
    const refused = await refusedList(client);
    expect(refusalOf(refused)).toEqual(LIMITED);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const answered = await eventually(
      () => client.call(routes.listTransactions, page),
      ({ status }) => status === 200,
    );
    expect(answered.body).toMatchObject({ meta: { total: RECORDS.length } });
  });

  it('affects neither requests for one record nor another key of its organisation', async () => {
    const [mine, other] = [await another(), await another()];
    const { data } = await other.client.ok(routes.listTransactions, { query: { pageSize: 1 } });
    expect(refusalOf(await refusedList(mine.client))).toEqual(LIMITED);
    const [{ id } = { id: '' }] = data;
    expect((await mine.client.call(routes.getTransaction, { params: { id } })).status).toBe(200);
    expect((await other.client.call(routes.listTransactions, page)).status).toBe(200);
  });

  it('gets a whole export at the rate', async () => {
    const { client } = await another();
    const started = performance.now();
    const csv = await client.ok(routes.exportTransactions);
    const seconds = (performance.now() - started) / 1000;
    const exported = csv.trimEnd().split('\r\n').slice(1);
    expect(exported.map((row) => row.split(',')[1]).sort()).toEqual([...RECORDS].sort());
    // Half of the burst and the first units are there at once.
    expect(seconds).toBeGreaterThan((LEAST_UNITS - RATE / 2 - 40) / RATE);
  });

  it('ends an export whose caller goes away while the export waits', async () => {
    const { key } = await another();
    const before = linesOf('export.ended').length;
    const gone = new AbortController();
    const response = await fetch(`${stack.baseUrl}${targetOf(routes.exportTransactions)}`, {
      headers: { Authorization: `Bearer ${key}` },
      signal: gone.signal,
    });
    // The header of the file comes before the first read.
    await response.body?.getReader().read();
    gone.abort();
    const ended = await eventually(
      () => linesOf('export.ended').slice(before),
      (lines) => lines.length > 0,
    );
    expect(Number(/"readUnits":([\d.]+)/.exec(ended[0] ?? '')?.[1])).toBeLessThan(LEAST_UNITS);
  });
});
