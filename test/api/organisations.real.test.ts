import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { api, invoke, invokeAdmin, newOrganisation } from '../support/api.ts';
import { addWallet, importBody, wellFormed } from './samples.ts';

const SUSPENDED = { status: 403, code: 'organisation_suspended' };

const Listed = z.object({
  organisations: z.array(z.object({ organisationId: z.string(), name: z.string(), state: z.string() })),
  next: z.string().nullable(),
});

/** A key of the organisation that nobody has used, so that the authorizer has not judged it. */
async function freshKey(organisationId: string) {
  const made = await invokeAdmin({ action: 'createKey', organisationId, name: 'Fresh', scope: 'admin' });
  return api(z.object({ key: z.string() }).parse(made).key);
}

describe('a suspended organisation', () => {
  const guarded = Object.entries<Route>(routes).filter(([, { scope }]) => scope !== 'public');

  it('gets 403 organisation_suspended on every route, and is served again after its resumption', async () => {
    const { organisationId } = await newOrganisation();
    const { api: other } = await newOrganisation();
    const first = await invokeAdmin({ action: 'suspendOrganisation', organisationId });
    expect(first).toEqual({ organisationId, suspendedAt: expect.any(String) });
    expect(await invokeAdmin({ action: 'suspendOrganisation', organisationId })).toEqual(first);
    const suspended = await freshKey(organisationId);
    for (const [name, route] of guarded) {
      const refusal = await suspended.refused(route, { params: wellFormed(route), body: route.body && {} });
      expect([name, refusal]).toEqual([name, SUSPENDED]);
    }
    await other.ok(routes.listWallets);

    await invokeAdmin({ action: 'resumeOrganisation', organisationId });
    await (await freshKey(organisationId)).ok(routes.listWallets);
  });

  it('must exist', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const action of ['suspendOrganisation', 'usage']) {
      expect(await invokeAdmin({ action, organisationId: unknown })).toMatchObject({ errorType: 'ApiError' });
    }
  });
});

describe('an organisation that is being deleted', () => {
  it('gets 403 on every route, loses its wallets, and cannot be resumed', async () => {
    const { organisationId, api: own } = await newOrganisation();
    await addWallet(own);
    const begun = await invokeAdmin({ action: 'deleteOrganisation', organisationId });
    expect(begun).toEqual({ organisationId, state: 'deleting', startedAt: expect.any(String) });
    expect(await invokeAdmin({ action: 'deleteOrganisation', organisationId })).toEqual(begun);
    await invoke('run-operator-jobs', { kind: 'deletion', organisationId, id: organisationId });
    expect(await invokeAdmin({ action: 'usage', organisationId })).toMatchObject({ wallets: 0 });
    expect(await (await freshKey(organisationId)).refused(routes.listWallets)).toEqual(SUSPENDED);
    const resumed = await invokeAdmin({ action: 'resumeOrganisation', organisationId });
    expect(resumed).toMatchObject({ errorMessage: 'The organisation is being deleted.' });
  });
});

describe('operators', () => {
  it('see every organisation with its state, page by page', async () => {
    const made = await Promise.all([newOrganisation(), newOrganisation(), newOrganisation()]);
    const ids = made.map(({ organisationId }) => organisationId);
    const [first = ''] = ids;
    await invokeAdmin({ action: 'suspendOrganisation', organisationId: first });
    const found = new Map<string, string>();
    for (let after: string | undefined; ; ) {
      const answer = await invokeAdmin({ action: 'listOrganisations', pageSize: 2, after });
      const { organisations, next } = Listed.parse(answer);
      expect(organisations.length).toBeLessThanOrEqual(2);
      for (const { organisationId, state } of organisations) found.set(organisationId, state);
      if (next === null) break;
      after = next;
    }
    expect(ids.map((id) => found.get(id))).toEqual(['suspended', 'active', 'active']);
  });

  it('see what an organisation has', async () => {
    const { organisationId, api: own } = await newOrganisation();
    const wallet = await addWallet(own);
    await own.ok(routes.importTransaction, { body: importBody(wallet) });
    expect(await invokeAdmin({ action: 'usage', organisationId })).toEqual({
      organisationId,
      suspendedAt: null,
      wallets: 1,
      rules: 0,
      webhooks: 0,
      apiKeys: 1,
      transactions: { total: 1, last30Days: expect.any(Number) },
      events: { total: 0, last30Days: 0 },
      deliveries: { total: 0, last30Days: 0 },
      differences: { total: 0, last30Days: 0 },
      addressBook: { total: 0, last30Days: 0 },
    });
  });
});
