import { afterAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { apiDocument } from '../../functions/api-document/api-document.ts';
import { routes } from '../../functions/routes.ts';
import type { AuditEntry } from '../../lib/platform/audit/audit-entry.ts';
import { openapiOf } from '../../lib/platform/http/openapi-document.ts';
import { closeAll } from '../platform/outbound/receiver.ts';
import { type ApiClient, api as clientOf, invalid, invokeAdmin, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { acts, anOrganisation, silent } from './audit-acts.ts';
import { addRule, addWallet, importInto } from './samples.ts';

afterAll(closeAll);

const entriesOf = async (api: ApiClient, query = {}): Promise<AuditEntry[]> =>
  (await api.ok(routes.listAudit, { query: { pageSize: 100, ...query } })).data;

/** The entries that some work adds. */
async function added(api: ApiClient, work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const before = new Set((await entriesOf(api)).map(({ id }) => id));
  await work();
  return (await entriesOf(api)).filter(({ id }) => !before.has(id));
}

/** The operations of the OpenAPI document that may change something, by their ids. */
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
});
const mutating = Object.values(Document.parse(openapiOf(routes, apiDocument)).paths).flatMap((operations) =>
  Object.entries(operations).flatMap(([method, { operationId }]) => (method === 'get' ? [] : [operationId])),
);

describe('The audit log', () => {
  it('knows each operation of the OpenAPI document that may change something', () => {
    expect([...Object.keys(acts), ...Object.keys(silent)].sort()).toEqual([...mutating].sort());
  });

  it.each(Object.entries(acts))('has exactly one entry of %s', async (_name, { prepare, tells }) => {
    const organisation = await anOrganisation();
    const { api } = organisation;
    const request = await prepare(organisation);
    const entries = await added(api, request);
    const { key } = await api.ok(routes.getMe);
    const { action, resource, by } = tells;
    const actor = by === 'key' ? { kind: 'key', id: key?.id, name: key?.name } : { kind: by, id: null };
    expect(entries).toMatchObject([{ action, resource, actor, requestId: expect.any(String) }]);
  });
});

describe('GET /api/audit', () => {
  it('names what changed and nothing else, and says of a secret only that it changed', async () => {
    const { api } = await newOrganisation();
    const { id } = await addRule(api, { name: 'Large', cooldownMinutes: 5 });
    const changed = await added(api, () =>
      api.ok(routes.updateRule, {
        params: { id },
        body: { cooldownMinutes: 10, customWebhookUrl: 'https://8.8.8.8/first' },
      }),
    );
    const [entry] = changed;
    expect(entry?.resourceId).toBe(id);
    expect(entry?.changes.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'cooldownMinutes', before: 5, after: 10 },
      { path: 'customSecret', before: null, after: '(changed)' },
      { path: 'customWebhookUrl', before: null, after: 'https://8.8.8.8/first' },
    ]);
  });

  it('has one entry of a change and a mute in the same request, of a wallet and of a rule', async () => {
    const { api } = await newOrganisation();
    const mutedUntil = new Date(Date.now() + 3_600_000).toISOString();
    const mute = { mutedUntil, muteReason: 'Move' };
    const muted = { path: 'mutedUntil', before: null, after: mutedUntil };
    const { id } = await addWallet(api);
    const wallet = { params: { id } };
    expect(
      await added(api, () => api.ok(routes.updateWallet, { ...wallet, body: { ...mute, label: 'Cold' } })),
    ).toEqual([expect.objectContaining({ action: 'update', changes: expect.arrayContaining([muted]) })]);
    expect(
      await added(api, () => api.ok(routes.updateWallet, { ...wallet, body: { mutedUntil: null } })),
    ).toMatchObject([{ action: 'unmute', resource: 'wallet', resourceId: id }]);
    const rule = { params: { id: (await addRule(api)).id } };
    expect(await added(api, () => api.ok(routes.updateRule, { ...rule, body: { ...mute, name: 'Other' } }))).toEqual([
      expect.objectContaining({ action: 'update', changes: expect.arrayContaining([muted]) }),
    ]);
    const ended = { name: 'Again', mutedUntil: null };
    expect(await added(api, () => api.ok(routes.updateRule, { ...rule, body: ended }))).toMatchObject([
      { action: 'update', resource: 'rule' },
    ]);
    expect(await api.ok(routes.getRule, rule)).toMatchObject(ended);
  });

  it('has no entry of a refused request, nor of a review that changes nothing', async () => {
    const { api } = await newOrganisation();
    await addRule(api);
    await importInto(api, await addWallet(api));
    const { data } = await eventually(
      () => api.ok(routes.listEvents),
      ({ meta }) => meta.total === 1,
    );
    const params = { id: data[0]?.id ?? '' };
    await api.ok(routes.resolveEvent, { params, body: { note: 'Fine' } });
    const none = await added(api, async () => {
      await api.ok(routes.resolveEvent, { params, body: { note: 'Again' } });
      expect((await api.refused(routes.acknowledgeEvent, { params, body: {} })).code).toBe('invalid_transition');
      expect((await api.refused(routes.createWallet, { body: { label: '' } })).code).toBe('validation_failed');
    });
    expect(none).toEqual([]);
  });

  it('filters by each field, alone and together, with the exact total', async () => {
    const { api } = await newOrganisation();
    const { id } = await addRule(api);
    await addWallet(api);
    await api.ok(routes.updateRule, { params: { id }, body: { name: 'Other' } });
    const { key } = await api.ok(routes.getMe);
    const [newest] = await entriesOf(api);
    const named = async (query: object) =>
      (await entriesOf(api, query)).map(({ action, resource }) => `${action} ${resource}`);
    expect(await named({})).toEqual(['update rule', 'create wallet', 'create rule', 'create organisation']);
    expect(await named({ resource: 'rule' })).toEqual(['update rule', 'create rule']);
    expect(await named({ resource: 'rule', sort: 'at' })).toEqual(['create rule', 'update rule']);
    expect(await named({ action: 'create', actor: key?.id })).toEqual(['create wallet', 'create rule']);
    expect(await named({ actor: 'operator' })).toEqual(['create organisation']);
    expect(await named({ resourceId: id })).toEqual(['update rule', 'create rule']);
    expect(await named({ from: newest?.at, to: newest?.at })).toContain('update rule');
    const page = await api.ok(routes.listAudit, { query: { resource: 'rule', pageSize: 1 } });
    expect(page.meta).toMatchObject({ total: 2, next: expect.any(String) });
    const next = { resource: 'rule', pageSize: 1, cursor: page.meta.next ?? '' };
    expect(await named(next)).toEqual(['create rule']);
    expect(await api.refused(routes.listAudit, { query: { action: 'steal' } })).toEqual(invalid('action'));
  });

  it('needs a key with the scope admin, and shows no entry of another organisation', async () => {
    const { api } = await newOrganisation();
    const { key } = await api.ok(routes.createKey, { body: { name: 'CI', scope: 'write' } });
    expect((await clientOf(key).refused(routes.listAudit)).code).toBe('forbidden');
    const { api: other } = await newOrganisation();
    expect((await entriesOf(other)).map(({ action }) => action)).toEqual(['create']);
  });

  it('names operators, and each reader of an export once', async () => {
    const { api, organisationId } = await newOrganisation();
    const entries = await added(api, () =>
      invokeAdmin({ action: 'setLimits', organisationId, limits: { wallets: 3 } }),
    );
    expect(entries).toMatchObject([
      {
        actor: { kind: 'operator' },
        action: 'update',
        resource: 'organisation',
        changes: [{ path: 'limits.wallets', before: null, after: 3 }],
      },
    ]);
    const signIn = { issuer: 'https://login.example.com', audience: organisationId, scopeClaim: 'groups' };
    const setting = { action: 'setSignIn', organisationId, ...signIn, scopes: { desk: 'read' } };
    await invokeAdmin(setting);
    const [widened, removed] = [
      await added(api, () => invokeAdmin({ ...setting, scopes: { desk: 'write' } })),
      await added(api, () => invokeAdmin({ action: 'removeSignIn', organisationId })),
    ];
    const told = { actor: { kind: 'operator' }, action: 'update', resource: 'organisation' };
    expect(widened).toMatchObject([
      { ...told, changes: [{ path: 'signIn.scopes.desk', before: 'read', after: 'write' }] },
    ]);
    expect(removed).toMatchObject([
      { ...told, changes: expect.arrayContaining([{ path: 'signIn.scopeClaim', before: 'groups', after: null }]) },
    ]);
    const { id } = await api.ok(routes.createExport, { body: {} });
    const read = () => api.ok(routes.getExport, { params: { id } });
    await eventually(read, ({ status }) => status === 'completed');
    await read();
    await api.ok(routes.listExports);
    const reads = await entriesOf(api, { action: 'read' });
    expect(reads).toMatchObject([{ resource: 'export', resourceId: id, actor: { kind: 'key' } }]);
    expect(await added(api, () => api.ok(routes.exportTransactions))).toMatchObject([{ action: 'read' }]);
  });
});
