import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../../functions/routes.ts';
import { makeKey } from '../../../lib/organisations/api-keys/key.ts';
import { type ApiClient, api, invokeAdmin, newOrganisation, refusalOf } from '../../support/api.ts';

const DEEP = { query: { deep: 'true' } } as const;

let mine: Awaited<ReturnType<typeof newOrganisation>>;
beforeAll(async () => {
  mine = await newOrganisation();
});

const keyOf = async (scope: 'read' | 'write'): Promise<ApiClient> =>
  api((await mine.api.ok(routes.createKey, { body: { name: scope, scope } })).key);

describe('GET /api/health', () => {
  it('answers without a key, and checks nothing', async () => {
    expect(await api().ok(routes.health)).toEqual({ status: 'ok', stage: 'local', version: expect.any(String) });
    expect(await api().ok(routes.health, { query: { deep: 'false' } })).not.toHaveProperty('checks');
  });

  it('refuses another value of deep', async () => {
    const refusal = await api().refused(routes.health, { query: { deep: 'yes' } });
    expect(refusal).toEqual({ status: 400, code: 'validation_failed', paths: ['deep'] });
  });
});

describe('GET /api/health?deep=true', () => {
  it('checks the table, each queue and the secrets for an admin key', async () => {
    const { checks = [], ...service } = await mine.api.ok(routes.health, DEEP);
    const queues = ['deliveries', 'retries', 'backfill', 'evaluations', 'matches'];
    const dlqs = [...queues, 'stream'].map((queue) => `${queue}-dlq`);
    expect(service).toEqual({ status: expect.any(String), stage: 'local', version: expect.any(String) });
    expect(checks.map(({ name }) => name)).toEqual([
      'table',
      ...[...queues, ...dlqs].map((queue) => `queue ${queue}`),
      'secret data-key',
      'secret rpc-urls',
    ]);
    const others = checks.filter(({ name }) => !name.endsWith('-dlq'));
    expect(others.filter(({ status }) => status !== 'ok')).toEqual([]);
  });

  it('reveals no URL and nothing of an organisation', async () => {
    const { text } = await mine.api.call(routes.health, DEEP);
    expect(text).not.toMatch(/https?:|127\.0\.0\.1|[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it('is 401 without a valid key, with the challenge', async () => {
    const unknown = makeKey('test', (size) => Buffer.alloc(size, 9));
    for (const client of [api(), api('cw_test_x'), api(unknown)]) {
      const answer = await client.call(routes.health, DEEP);
      expect(refusalOf(answer)).toEqual({ status: 401, code: 'unauthorized' });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it.each(['read', 'write'] as const)('is 403 for a key with scope %s', async (scope) => {
    const client = await keyOf(scope);
    expect(await client.refused(routes.health, DEEP)).toEqual({ status: 403, code: 'forbidden' });
  });

  it('is 403 for the key of a suspended organisation', async () => {
    const { organisationId, api: client } = await newOrganisation();
    await invokeAdmin({ action: 'suspendOrganisation', organisationId });
    expect(await client.refused(routes.health, DEEP)).toEqual({ status: 403, code: 'organisation_suspended' });
  });
});
