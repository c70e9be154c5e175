import { gunzipSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import Papa from 'papaparse';
import { routes } from '../../functions/routes.ts';
import { newExport } from '../../lib/exports/export-job.ts';
import type { Export } from '../../lib/exports/schema.ts';
import { exportRepo } from '../../lib/exports/start-export.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { type ApiClient, api, invalid, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { testDeps } from '../support/deps.ts';
import { eventually } from '../support/eventually.ts';
import { stackUrl } from '../support/stack-url.ts';
import { addWallet, importInto, UNKNOWN_ID } from './samples.ts';
import { recordPayment } from './tenants.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY_MS = 86_400_000;

let client: ApiClient;
let organisationId: OrganisationId;
let walletId: string;

/** Two wallets with seven transactions, one of them with a note that a spreadsheet would run. */
beforeAll(async () => {
  const made = await newOrganisation();
  client = made.api;
  organisationId = OrganisationId.parse(made.organisationId);
  const [first, second] = [await addWallet(client), await addWallet(client, { label: 'Cold, "deep"' })];
  walletId = first.id;
  for (let n = 1; n <= 5; n++) await importInto(client, first, { blockTimestamp: `2026-03-0${n}T09:00:00Z` });
  await importInto(client, second, { blockTimestamp: '2026-03-03T09:00:00Z' });
  const { id } = await importInto(client, second, { blockTimestamp: '2026-03-06T09:00:00Z' });
  await client.ok(routes.annotateTransaction, { params: { id }, body: { notes: '=1+1\r\n"ü"', tags: ['a', 'b'] } });
});

const ended = (id: string, by = client): Promise<Export> =>
  eventually(
    () => by.ok(routes.getExport, { params: { id } }),
    ({ status }) => status !== 'running',
  );

const exported = async (body: object = {}, by = client): Promise<Export> =>
  ended((await by.ok(routes.createExport, { body })).id, by);

const urlOf = ({ url }: Export): URL => {
  if (url === null) throw new Error('the export has no URL');
  return new URL(url);
};

/** The unpacked file of a job. */
async function fileOf(job: Export): Promise<string> {
  const response = await fetch(urlOf(job));
  expect(response.status).toBe(200);
  return gunzipSync(Buffer.from(await response.arrayBuffer())).toString('utf8');
}

/** A job that no run has taken yet. */
async function unstarted(): Promise<string> {
  const table = openTable('chainwatch-local', new DynamoDBClient({ endpoint: stackUrl('STACK_AWS_URL') }));
  // Handover finds no job that is due in the future.
  const deps = testDeps(table, '2100-01-01T00:00:00.000Z');
  return (await exportRepo(deps).create(organisationId, newExport(deps, {}))).id;
}

describe('POST /api/transactions/exports', () => {
  it('makes a job that writes the file of the synchronous export, byte for byte, as a gzip file', async () => {
    const made = await client.call(routes.createExport, { body: {} });
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: expect.any(String),
        status: 'running',
        filters: {},
        rows: 0,
        total: null,
        url: null,
        expiresAt: null,
        error: null,
        createdAt: expect.stringMatching(INSTANT),
        finishedAt: null,
      },
    });
    expect(Object.keys(Object(made.body)).sort()).toEqual(
      ['createdAt', 'error', 'expiresAt', 'filters', 'finishedAt', 'id', 'rows', 'status', 'total', 'url'].sort(),
    );
    const job = await ended(Object(made.body).id);
    expect(job).toMatchObject({ status: 'completed', rows: 7, total: 7, error: null });
    expect(Date.parse(job.expiresAt ?? '') - Date.parse(job.finishedAt ?? '')).toBe(DAY_MS);
    expect(await fileOf(job)).toBe(await client.ok(routes.exportTransactions));
  });

  it.each<[string, () => Record<string, string>]>([
    ['a wallet', () => ({ walletId })],
    ['a range of days', () => ({ from: '2026-03-02', to: '2026-03-03' })],
    ['a direction and a symbol', () => ({ direction: 'inbound', tokenSymbol: 'eth' })],
    ['a chain without transactions', () => ({ chain: 'base' })],
  ])('writes what the synchronous export writes for %s', async (_what, filters) => {
    const job = await exported(filters());
    const file = await fileOf(job);
    expect(file).toBe(await client.ok(routes.exportTransactions, { query: filters() }));
    expect(job.rows).toBe(file.split('\r\n').length - 2 - (file.includes('=1+1') ? 1 : 0));
  });

  it('gives the file the name of the synchronous export and the type of a gzip file', async () => {
    const job = await exported();
    const { headers } = await fetch(urlOf(job));
    const day = job.createdAt.slice(0, 10);
    expect(headers.get('content-type')).toBe('application/gzip');
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('content-disposition')).toBe(`attachment; filename="transactions-local-${day}.csv.gz"`);
  });

  it('needs no body', async () => {
    const { status } = await client.raw({ method: 'POST', path: '/api/transactions/exports' });
    expect(status).toBe(201);
  });

  it.each<[object, string[]]>([
    [{ walletId: 'x' }, ['walletId']],
    [{ chain: 'dogecoin', direction: 'up' }, ['chain', 'direction']],
    [{ from: '2026-03-02', to: '2026-03-01' }, ['from']],
    [{ to: 7 }, ['to']],
    [{ page: '1' }, ['page']],
  ])('refuses %j and names the fields', async (body, fields) => {
    expect(await client.refused(routes.createExport, { body })).toEqual(invalid(...fields));
  });

  it('needs a key that can write', async () => {
    const { key } = await client.ok(routes.createKey, { body: { name: 'Reader', scope: 'read' } });
    const reader = api(key);
    const forbidden = { status: 403, code: 'forbidden' };
    expect(await reader.refused(routes.createExport, { body: {} })).toEqual(forbidden);
    const { id } = await exported();
    expect(await reader.refused(routes.cancelExport, { params: { id } })).toEqual(forbidden);
    expect(urlOf(await reader.ok(routes.getExport, { params: { id } })).protocol).toBe('http:');
  });
});

describe('An export of payments with references', () => {
  const memo = { kind: 'memo', value: '=HYPERLINK("https://evil.example")\r\n@x,"', encoding: 'text' } as const;
  const payment = { destinationTag: 0, references: [{ ...memo, truncated: false }] };

  it('holds the own payments that its filters find, with a memo that no spreadsheet runs', async () => {
    const { api: stranger, organisationId: strangers } = await newOrganisation();
    await recordPayment(organisationId, walletId, { ...payment, blockTimestamp: '2027-01-01T00:00:00.000Z' });
    await recordPayment(strangers, (await addWallet(stranger)).id, { ...payment, references: [] });
    const wanted = [
      ['destinationTag', '0'],
      ['reference', memo.value],
      ['q', 'hyperlink'],
    ] as const;
    for (const [name, value] of wanted) {
      const filters = { [name]: value };
      const file = await fileOf(await exported(filters));
      expect(file).toBe(await client.ok(routes.exportTransactions, { query: filters }));
      const [, cells = [], ...more] = Papa.parse<string[]>(file, { newline: '\r\n', skipEmptyLines: true }).data;
      expect([cells[18], cells[19], more]).toEqual(['0', `memo=${memo.value}`, []]);
    }
    expect(await exported({ reference: memo.value }, stranger)).toMatchObject({ rows: 0 });
    expect(await exported({ destinationTag: '0' }, stranger)).toMatchObject({ rows: 1 });
  });
});

describe('The URL of an export', () => {
  it.each<[string, (url: URL) => void]>([
    ['another signature', ({ searchParams }) => searchParams.set('X-Amz-Signature', 'f'.repeat(64))],
    ['no valid signature', ({ searchParams }) => searchParams.set('X-Amz-Signature', 'no')],
    ['a later expiry than was signed', ({ searchParams }) => searchParams.set('X-Amz-Expires', '604800')],
    [
      'another signer',
      ({ searchParams }) => searchParams.set('X-Amz-Credential', 'local/20260301/us-east-1/s3/aws4_request'),
    ],
    [
      'the path of another file',
      (url) => {
        url.pathname = url.pathname.replace(/[0-9a-f]{12}\.csv/, `${'0'.repeat(12)}.csv`);
      },
    ],
  ])('is refused with %s', async (_what, change) => {
    const url = urlOf(await exported());
    change(url);
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')]);
  });

  it('serves no write', async () => {
    const url = urlOf(await exported());
    for (const method of ['PUT', 'DELETE']) expect((await fetch(url, { method })).status).toBe(403);
    expect((await fetch(url)).status).toBe(200);
  });
});

describe('GET /api/transactions/exports', () => {
  it('lists the jobs, newest first, in pages', async () => {
    const made = await newOrganisation();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.unshift((await made.api.ok(routes.createExport, { body: {} })).id);
    const page = (query: Record<string, number>) => made.api.ok(routes.listExports, { query });
    const first = await page({ pageSize: 2 });
    expect(first.meta).toMatchObject({ total: 3, page: 1, pageSize: 2 });
    const second = await page({ page: 2, pageSize: 2 });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    const all = await eventually(
      () => page({}),
      ({ data }) => data.every(({ status }) => status === 'completed'),
    );
    for (const job of all.data) expect(await fileOf(job)).toBe(await made.api.ok(routes.exportTransactions));
  });

  it('answers 404 for an unknown export and for an export of another organisation', async () => {
    const { id } = await exported();
    const { api: stranger } = await newOrganisation();
    for (const route of [routes.getExport, routes.cancelExport]) {
      expect(await stranger.refused(route, { params: { id } })).toEqual(NOT_FOUND);
      expect(await client.refused(route, { params: { id: UNKNOWN_ID } })).toEqual(NOT_FOUND);
    }
    expect((await stranger.ok(routes.listExports)).data).toEqual([]);
  });

  it('holds nothing of a wallet of another organisation', async () => {
    const { api: stranger } = await newOrganisation();
    const job = await exported({ walletId }, stranger);
    expect(job).toMatchObject({ rows: 0, filters: { walletId } });
    expect(await fileOf(job)).toBe(await stranger.ok(routes.exportTransactions));
  });
});

describe('POST /api/transactions/exports/:id/cancel', () => {
  it('cancels a running export, also twice, and refuses a completed export', async () => {
    const params = { id: await unstarted() };
    const cancelled = await client.ok(routes.cancelExport, { params });
    expect(cancelled).toMatchObject({ status: 'cancelled', url: null, expiresAt: null });
    expect(cancelled.finishedAt).toMatch(INSTANT);
    expect(await client.ok(routes.cancelExport, { params })).toEqual(cancelled);
    const { id } = await exported();
    const refusal = { status: 409, code: 'invalid_transition' };
    expect(await client.refused(routes.cancelExport, { params: { id } })).toEqual(refusal);
  });

  it('makes room: an organisation runs three exports at a time', async () => {
    const made = await newOrganisation();
    const before = [client, organisationId] as const;
    [client, organisationId] = [made.api, OrganisationId.parse(made.organisationId)];
    const running = [await unstarted(), await unstarted(), await unstarted()];
    expect(await client.refused(routes.createExport, { body: {} })).toEqual({ status: 409, code: 'conflict' });
    await client.ok(routes.cancelExport, { params: { id: running[0] ?? '' } });
    expect(await exported()).toMatchObject({ status: 'completed', rows: 0 });
    [client, organisationId] = before;
  });
});
