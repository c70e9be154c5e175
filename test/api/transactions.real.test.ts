import { beforeAll, describe, expect, it } from '@jest/globals';
import Papa from 'papaparse';
import { routes } from '../../functions/routes.ts';
import type { Transaction } from '../../lib/transactions/schema.ts';
import type { Wallet } from '../../lib/wallets/schema.ts';
import { type ApiClient, invalid, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { addWallet, evmAddress, importInto, solanaAddress, solanaHash } from './samples.ts';

let client: ApiClient;
let main: Wallet;
let other: Wallet;
let solana: Wallet;
/** The order of the list: newest block first, then by id. */
let records: Transaction[];

/** Ten records: five instants, some of them shared, over three wallets, two chains and three tokens. */
beforeAll(async () => {
  client = (await newOrganisation()).api;
  main = await addWallet(client, { label: '=1+1' });
  const named = { tags: ['Deposit-EU', 'vip'], externalId: 'cust/4711' };
  other = await addWallet(client, { label: 'Other, "quoted"', ...named });
  solana = await addWallet(client, { label: 'Solana', address: solanaAddress(), chains: ['solana'] });
  const at = (day: string) => ({ blockTimestamp: `2026-01-${day}` });
  const sol = () => ({ chain: 'solana', hash: solanaHash(), fromAddress: solanaAddress() });
  const made = [
    await importInto(client, main, at('10T00:00:00.000Z')),
    await importInto(client, main, { ...at('10T00:00:00.000Z'), tokenSymbol: 'USDC', valueDecimal: '25' }),
    await importInto(client, main, { ...at('10T00:00:00.000Z'), tokenSymbol: 'usdc' }),
    await importInto(client, main, { ...at('10T23:59:59.999Z'), fromAddress: main.address, toAddress: evmAddress() }),
    await importInto(client, main, { ...at('11T00:00:00.000Z'), fromAddress: main.address, toAddress: other.address }),
    await importInto(client, other, at('11T00:00:00.000Z')),
    await importInto(client, other, { ...at('12T12:00:00.000Z'), chain: 'base' }),
    await importInto(client, other, { ...at('12T12:00:00.001Z'), status: 'failed' }),
    await importInto(client, solana, { ...at('12T12:00:00.000Z'), ...sol() }),
    await importInto(client, solana, { ...at('13T00:00:00.000Z'), ...sol(), tokenSymbol: 'BONK' }),
  ];
  records = made.sort((a, b) => b.blockTimestamp.localeCompare(a.blockTimestamp) || a.id.localeCompare(b.id));
});

const anEvmHash = () => records.find(({ chain }) => chain === 'ethereum')?.hash ?? '';

type Query = Record<string, string | number>;
const list = (query: Query = {}) => client.ok(routes.listTransactions, { query: { pageSize: 100, ...query } });

const filters: [name: string, query: () => Query, wanted: (record: Transaction) => boolean][] = [
  ['nothing', () => ({}), () => true],
  ['a wallet', () => ({ walletId: other.id }), ({ walletId }) => walletId === other.id],
  ['a wallet nobody has', () => ({ walletId: crypto.randomUUID() }), () => false],
  ['a chain', () => ({ chain: 'solana' }), ({ chain }) => chain === 'solana'],
  ['a direction', () => ({ direction: 'internal' }), ({ direction }) => direction === 'internal'],
  ['a token in any case', () => ({ tokenSymbol: 'UsDc' }), ({ tokenSymbol }) => /^usdc$/i.test(tokenSymbol)],
  ['all but what was reorged', () => ({ includeReorged: 'false' }), () => true],
  ['all that may be reorged too', () => ({ includeReorged: 'true' }), () => true],
  ['a part of a token, which is none', () => ({ tokenSymbol: 'USD' }), () => false],
  [
    'from an instant on',
    () => ({ from: '2026-01-12T12:00:00.001Z' }),
    (r) => r.blockTimestamp >= '2026-01-12T12:00:00.001Z',
  ],
  ['up to an instant', () => ({ to: '2026-01-11T00:00:00Z' }), (r) => r.blockTimestamp <= '2026-01-11T00:00:00.000Z'],
  ['one day', () => ({ from: '2026-01-10', to: '2026-01-10' }), (r) => r.blockTimestamp.startsWith('2026-01-10')],
  [
    'one instant',
    () => ({ from: '2026-01-12T12:00:00Z', to: '2026-01-12T13:00:00+01:00' }),
    (r) => r.blockTimestamp === '2026-01-12T12:00:00.000Z',
  ],
  ['a status', () => ({ status: 'failed' }), ({ status }) => status === 'failed'],
  ['a type', () => ({ txType: 'transfer' }), ({ txType }) => txType === 'transfer'],
  [
    'a counterparty',
    () => ({ counterparty: other.address.toLowerCase() }),
    ({ fromAddress, toAddress }) => [fromAddress, toAddress].includes(other.address),
  ],
  ['a least value', () => ({ minValueUsd: '25' }), ({ valueUsd }) => valueUsd !== null && Number(valueUsd) >= 25],
  ['a full hash', () => ({ q: anEvmHash().slice(2) }), ({ hash }) => hash === anEvmHash()],
  [
    'the beginning of a hash',
    () => ({ q: records[3]?.hash.slice(0, 20) ?? '' }),
    ({ hash }) => hash.startsWith(records[3]?.hash.slice(0, 20) ?? ''),
  ],
  ['the beginning of a tag of the wallet', () => ({ q: 'depos vip' }), ({ walletId }) => walletId === other.id],
  ['the external id of the wallet', () => ({ q: 'CUST/4711' }), ({ walletId }) => walletId === other.id],
  ['words that no record has', () => ({ q: 'no such words' }), () => false],
  [
    'all at once',
    () => ({ walletId: main.id, chain: 'ethereum', direction: 'inbound', tokenSymbol: 'ETH', to: '2026-01-10' }),
    (r) => r.walletId === main.id && r.direction === 'inbound' && r.tokenSymbol === 'ETH',
  ],
];

describe('GET /api/transactions', () => {
  it.each(filters)('filters by %s, newest block first and then by id', async (_name, query, wanted) => {
    const { data, meta } = await list(query());
    const expected = records.filter(wanted);
    expect(data).toEqual(expected);
    expect(meta).toMatchObject({ total: expected.length, page: 1, pageSize: 100 });
  });

  it.each([1, 3, 7, 100])(
    'shows each record once over pages of %i, also records of the same instant',
    async (pageSize) => {
      const seen: Transaction[] = [];
      const pages = Math.ceil(records.length / pageSize);
      for (let page = 1; page <= pages; page++) {
        const { data, meta } = await list({ page, pageSize });
        expect(meta).toMatchObject({ total: records.length, page, pageSize });
        seen.push(...data);
      }
      expect(seen).toEqual(records);
      expect((await list({ page: pages + 1, pageSize })).data).toEqual([]);
    },
  );

  it.each<[string, Query]>([
    ['from', { from: '2026-01-11', to: '2026-01-10' }],
    ['from', { from: '2026-01-10T00:00:00.001Z', to: '2026-01-10T00:00:00Z' }],
    ['from', { from: 'yesterday' }],
    ['from', { from: '' }],
    ['to', { to: '2026-02-30' }],
    ['to', { to: '2026-01-10T25:00:00Z' }],
    ['to', { to: '1767225600' }],
    ['walletId', { walletId: 'main' }],
    ['chain', { chain: 'dogecoin' }],
    ['direction', { direction: 'sideways' }],
    ['tokenSymbol', { tokenSymbol: '' }],
    ['includeReorged', { includeReorged: '1' }],
    ['status', { status: 'pending' }],
    ['sort', { sort: 'hash' }],
    ['counterparty', { counterparty: 'nobody' }],
    ['minValueUsd', { minValueUsd: 'much' }],
    ['destinationTag', { destinationTag: '-1' }],
    ['destinationTag', { destinationTag: '4294967296' }],
    ['reference', { reference: '' }],
    ['q', { q: 'x'.repeat(65) }],
    ['cursor', { cursor: 'abc' }],
  ])('refuses a bad %s: %j', async (field, query) => {
    expect(await client.refused(routes.listTransactions, { query })).toEqual(invalid(field));
    expect(await client.refused(routes.exportTransactions, { query })).toEqual(invalid(field));
  });
});

describe('GET /api/transactions/:id', () => {
  it('answers the stored record', async () => {
    for (const record of records) {
      expect(await client.ok(routes.getTransaction, { params: { id: record.id.toUpperCase() } })).toEqual(record);
    }
  });
});

describe('PATCH /api/transactions/:id/annotate', () => {
  it('replaces the given fields, keeps the other fields and answers the record with who annotated it', async () => {
    const { api } = await newOrganisation();
    const imported = await importInto(api, await addWallet(api));
    expect(imported).toMatchObject({ annotatedBy: null, annotatedByName: null });
    const { key } = await api.ok(routes.getMe);
    const record = { ...imported, annotatedBy: key?.id, annotatedByName: key?.name };
    const params = { id: record.id };
    const annotate = (body: object) => api.ok(routes.annotateTransaction, { params, body });
    expect(await annotate({ notes: 'Rent 🏠' })).toEqual({ ...record, notes: 'Rent 🏠' });
    expect(await annotate({ tags: ['a', 'b'] })).toEqual({ ...record, notes: 'Rent 🏠', tags: ['a', 'b'] });
    expect(await annotate({ notes: '', tags: ['c'] })).toEqual({ ...record, notes: '', tags: ['c'] });
    expect(await annotate({ tags: [] })).toEqual(record);
    const longest = { notes: '🏠'.repeat(4000), tags: Array.from({ length: 20 }, (_, n) => `${n}${'🏷'.repeat(62)}`) };
    expect(await annotate(longest)).toEqual({ ...record, ...longest });
    expect(await api.ok(routes.getTransaction, { params })).toEqual({ ...record, ...longest });
  });

  it.each<[string, object]>([
    ['notes', {}],
    ['notes', { notes: 'x'.repeat(4001) }],
    ['notes', { notes: null }],
    ['notes', { notes: '\ud83c' }],
    ['tags', { tags: Array(21).fill('x') }],
    ['tags', { tags: 'x' }],
    ['tags.1', { tags: ['ok', ''] }],
    ['tags.0', { tags: ['x'.repeat(65)] }],
    ['tags.0', { tags: [7] }],
    ['label', { notes: 'x', label: 'y' }],
  ])('refuses bad %s: %j', async (field, body) => {
    const [record] = records;
    const params = { id: record?.id ?? '' };
    expect(await client.refused(routes.annotateTransaction, { params, body })).toEqual(invalid(field));
    expect(await client.ok(routes.getTransaction, { params })).toEqual(record);
  });

  it('is 404 for a record that the organisation does not have', async () => {
    const { api } = await newOrganisation();
    const parts = { params: { id: records[0]?.id ?? '' }, body: { notes: 'mine now' } };
    expect(await api.refused(routes.annotateTransaction, parts)).toEqual(NOT_FOUND);
  });
});

describe('GET /api/transactions/export', () => {
  const HEADER =
    'id,hash,chain,blockNumber,blockTimestamp,direction,txType,fromAddress,toAddress,tokenSymbol,tokenAmount,' +
    'valueUsd,methodName,status,walletId,walletLabel,notes,tags,destinationTag,references,feeAmount,valueStatus,' +
    'externalId,walletTags';
  const rowsOf = (csv: string) => Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;

  it('answers a CSV file of all matches in the order of the list', async () => {
    const today = () => `attachment; filename="transactions-local-${new Date().toISOString().slice(0, 10)}.csv"`;
    const before = today();
    const { status, headers, text } = await client.call(routes.exportTransactions);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect([before, today()]).toContain(headers.get('content-disposition'));
    expect(text.startsWith(`${HEADER}\r\n`)).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(rowsOf(text).map(({ id }) => id)).toEqual(records.map(({ id }) => id));
  });

  it.each(filters)('filters by %s like the list', async (_name, query, wanted) => {
    const csv = await client.ok(routes.exportTransactions, { query: query() });
    expect(rowsOf(csv).map(({ id }) => id)).toEqual(records.filter(wanted).map(({ id }) => id));
  });

  it('has only its header when nothing matches', async () => {
    expect(await client.ok(routes.exportTransactions, { query: { from: '2999-01-01' } })).toBe(`${HEADER}\r\n`);
  });

  it('makes formulas inert and quotes cells by RFC 4180', async () => {
    const { api } = await newOrganisation();
    const wallet = await addWallet(api, { label: '=cmd|" /C calc"!A0' });
    const commands = ['=1+1', '+1', '-2+3', '@SUM(A1)', '\tx', '\r=1', 'a,"b"\r\nc', 'plain'];
    for (const [n, notes] of commands.entries()) {
      const { id } = await importInto(api, wallet, { blockTimestamp: `2026-01-0${9 - n}`, tokenSymbol: `@T${n}` });
      await api.ok(routes.annotateTransaction, { params: { id }, body: { notes, tags: ['=x', 'y'] } });
    }
    const rows = rowsOf(await api.ok(routes.exportTransactions));
    expect(rows.map(({ notes }) => notes)).toEqual(commands.map((n) => (/^[=+\-@\t\r]/.test(n) ? `'${n}` : n)));
    for (const row of rows) {
      expect(row).toMatchObject({
        tags: "'=x;y",
        walletLabel: `'${wallet.label}`,
        tokenSymbol: expect.stringMatching(/^'@T/),
      });
      for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }
  });

  it('refuses page and pageSize', async () => {
    expect(await client.refused(routes.exportTransactions, { query: { page: 1 } })).toEqual(invalid('page'));
  });
});
