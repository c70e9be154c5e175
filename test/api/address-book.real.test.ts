import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { closeAll, listen } from '../platform/outbound/receiver.ts';
import { type ApiClient, invalid, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { confirmEmails } from '../support/confirm-emails.ts';
import { eventually } from '../support/eventually.ts';
import { addWallet, evmAddress, importInto, UNKNOWN_ID } from './samples.ts';

let api: ApiClient;
beforeAll(async () => {
  ({ api } = await newOrganisation());
});
afterAll(closeAll);

const entryBody = (more: object = {}) => ({ address: evmAddress(), label: 'Partner', ...more });
const CONFLICT = { status: 409, code: 'conflict' };

describe('The address book', () => {
  it('adds, shows, changes and deletes an entry', async () => {
    const body = entryBody();
    const made = await api.ok(routes.createBookEntry, { body: { ...body, address: body.address.toLowerCase() } });
    expect(made).toEqual({
      ...body,
      id: expect.any(String),
      family: 'evm',
      note: '',
      lists: [],
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
    });
    const params = { id: made.id };
    expect(await api.refused(routes.createBookEntry, { body })).toEqual(CONFLICT);
    const changed = await api.ok(routes.updateBookEntry, { params, body: { note: 'Desk 4' } });
    expect(await api.ok(routes.getBookEntry, { params })).toEqual({ ...changed, note: 'Desk 4' });
    expect((await api.ok(routes.listBookEntries, { query: { q: body.address } })).data).toEqual([changed]);
    expect((await api.call(routes.deleteBookEntry, { params })).status).toBe(204);
    expect(await api.refused(routes.getBookEntry, { params })).toEqual(NOT_FOUND);
    expect(await api.refused(routes.deleteBookEntry, { params: { id: UNKNOWN_ID } })).toEqual(NOT_FOUND);
  });

  const bad: [field: string, more: object][] = [
    ['address', { address: 'nobody' }],
    ['address', { address: '0x28C6c06298d514Db089934071355E5743bf21D60' }],
    ['address', { address: evmAddress(), family: 'solana' }],
    ['family', { family: 'bitcoin' }],
    ['label', { label: '' }],
    ['label', { label: 'x'.repeat(65) }],
    ['note', { note: 'x'.repeat(501) }],
    ['lists', { lists: Array.from({ length: 11 }, (_, n) => `list-${n}`) }],
    ['lists.0', { lists: ['Sanctioned'] }],
    ['lists.0', { lists: ['unknown'] }],
  ];
  it.each(bad)('refuses an invalid %s: %j', async (field, more) => {
    expect(await api.refused(routes.createBookEntry, { body: entryBody(more) })).toEqual(invalid(field));
  });

  it('names both ends of records, and strangers in their sentences', async () => {
    const wallet = await addWallet(api);
    const { address, label } = await api.ok(routes.createBookEntry, { body: entryBody({ label: 'Acme Ltd' }) });
    await api.ok(routes.createBookEntry, { body: entryBody({ address: wallet.address, label: 'Not its name' }) });
    const { id } = await importInto(api, wallet, { fromAddress: address });
    const shown = await eventually(
      () => api.ok(routes.getTransaction, { params: { id } }),
      ({ fromLabel }) => fromLabel !== null,
    );
    expect(shown).toMatchObject({ fromLabel: label, toLabel: wallet.label });
    expect(shown.summary).toContain(`from ${label}`);
  });
});

describe('Address lists', () => {
  it('have the addresses of their sources, which are fetched at once and by a refresh', async () => {
    const addresses = [evmAddress(), evmAddress()];
    let status = 200;
    const port = await listen(
      createServer((_, response) =>
        response.writeHead(status, { 'Content-Type': 'text/plain' }).end(addresses.join('\n')),
      ),
    );
    await api.ok(routes.updateSettings, { body: { emails: ['lists@example.com'] } });
    await confirmEmails(['lists@example.com']);
    const source = { url: `http://127.0.0.1:${port}/list.txt`, format: 'text' };
    const made = await api.ok(routes.createAddressList, { body: { name: 'sanctioned', purpose: 'deny', source } });
    const params = { id: made.id };
    const ran = (isDone: (error: string | null, size: number) => boolean) =>
      eventually(
        () => api.ok(routes.getAddressList, { params }),
        ({ lastRun, size }) => lastRun !== null && isDone(lastRun.error, size),
      );
    expect((await ran((_, size) => size === 2)).lastRun).toMatchObject({ added: 2, removed: 0, error: null });
    addresses.push(evmAddress());
    expect((await api.call(routes.refreshAddressList, { params })).status).toBe(202);
    expect((await ran((_, size) => size === 3)).lastRun).toMatchObject({ added: 1, removed: 0, error: null });
    status = 500;
    await api.ok(routes.refreshAddressList, { params });
    expect(await ran((error) => error !== null)).toMatchObject({
      size: 3,
      lastRun: { error: 'The source answered 500.' },
    });
    status = 200;
    const other = { url: `http://127.0.0.1:${port}/other.txt`, format: 'text' };
    addresses.splice(0, 2);
    expect((await api.ok(routes.updateAddressList, { params, body: { source: other } })).source?.url).toBe(other.url);
    await ran((error) => error?.includes('1 addresses in place of 3') === true);
    await api.ok(routes.updateAddressList, { params, body: { source: other } });
    expect((await ran((error, size) => error === null && size === 1)).lastRun).toMatchObject({ removed: 2 });
    const mails = await eventually(
      () => api.ok(routes.listDeliveries),
      ({ data }) => data.some(({ event, status: is }) => event === 'address_list.failed' && is === 'delivered'),
    );
    expect(mails.data.find(({ event }) => event === 'address_list.failed')?.url).toBe('mailto:lists@example.com');
    expect((await api.call(routes.deleteAddressList, { params })).status).toBe(204);
    expect(await api.refused(routes.getAddressList, { params })).toEqual(NOT_FOUND);
    const again = () => api.call(routes.createAddressList, { body: { name: 'sanctioned', purpose: 'info' } });
    expect((await eventually(again, ({ status: is }) => is !== 409)).status).toBe(201);
  });

  it('keep their names, which are unique, and stay while an entry or an active rule names them', async () => {
    const { id } = await api.ok(routes.createAddressList, { body: { name: 'partners', purpose: 'allow' } });
    const params = { id };
    expect(await api.refused(routes.createAddressList, { body: { name: 'partners', purpose: 'deny' } })).toEqual(
      CONFLICT,
    );
    expect(await api.refused(routes.updateAddressList, { params, body: { name: 'others' } })).toEqual(invalid('name'));
    const entry = await api.ok(routes.createBookEntry, { body: entryBody() });
    const named = { params: { id: entry.id }, body: { lists: ['partners'] } };
    expect((await api.ok(routes.updateBookEntry, named)).lists).toEqual(['partners']);
    expect(await api.ok(routes.updateAddressList, { params, body: { purpose: 'info' } })).toMatchObject({ size: 1 });
    expect(await api.refused(routes.deleteAddressList, { params })).toEqual(CONFLICT);
    await api.ok(routes.deleteBookEntry, { params: { id: entry.id } });
    expect((await api.call(routes.deleteAddressList, { params })).status).toBe(204);
    expect(await api.refused(routes.refreshAddressList, { params })).toEqual(NOT_FOUND);
  });

  const source = (url: string, more: object = {}) => ({ source: { url, format: 'text', ...more } });
  const bad: [field: string, more: object][] = [
    ['name', { name: 'Sanctioned' }],
    ['name', { name: 'x'.repeat(65) }],
    ['purpose', { purpose: 'screen' }],
    ['source.url', source('ftp://example.com/list')],
    ['source.url', source('https://10.0.0.1/list')],
    ['source.url', source('https://user:secret@example.com/list')],
    ['source.format', source('https://example.com/list', { format: 'xml' })],
    ['source.column', source('https://example.com/list', { column: '' })],
  ];
  it.each(bad)('refuse an invalid %s: %j', async (field, more) => {
    const body = { name: 'other', purpose: 'info', ...more };
    expect(await api.refused(routes.createAddressList, { body })).toEqual(invalid(field));
  });
});
