import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newLists } from '../../../lib/operation/lists/counted-lists.ts';
import { createKey } from '../../../lib/organisations/api-keys/create-key-for.ts';
import { hashOf } from '../../../lib/organisations/api-keys/key.ts';
import { apiKeyRepo, MAX_ACTIVE_KEYS } from '../../../lib/organisations/api-keys/repo.ts';
import type { CreateApiKey, Credential } from '../../../lib/organisations/api-keys/schema.ts';
import { createOrganisation } from '../../../lib/organisations/create-organisation.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { openTable } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { recorded } from '../../support/recorded.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

let deps: TestDeps;
let asked: string[];
let apiKeys: ReturnType<typeof apiKeyRepo>;
beforeAll(async () => {
  const { name } = await makeTable();
  const { client, actions } = recorded(dynamoDb());
  asked = actions;
  deps = testDeps(openTable(name, client));
  apiKeys = apiKeyRepo(deps);
});

/** A new key, as the authorizer reads it. */
async function aKey() {
  const { apiKey } = await createOrganisation(deps, { apiKeys, newLists: newLists(deps) }, { name: 'Acme' });
  const find = async (): Promise<Credential> => {
    const stored = await apiKeys.byHash(hashOf(apiKey));
    if (stored === null) throw new Error('the key is not stored');
    return stored;
  };
  const used = (seen: Credential) => apiKeys.used(hashOf(apiKey), seen);
  return { apiKey, find, used };
}

describe('The last use of an API key', () => {
  it('is stored to the minute, with one write per minute', async () => {
    const { find, used } = await aKey();
    deps.setNow(new Date('2026-03-01T12:34:56.789Z'));
    await used(await find());
    expect((await find()).lastUsedAt).toBe('2026-03-01T12:34:00.000Z');
    asked.length = 0;
    deps.advance(3);
    await used(await find());
    expect(asked).not.toContain('UpdateItem');
    deps.advance(1);
    await used(await find());
    expect((await find()).lastUsedAt).toBe('2026-03-01T12:35:00.000Z');
  });

  it('is not replaced by an earlier minute that is stored late', async () => {
    const { find, used } = await aKey();
    const seen = await find();
    deps.setNow(new Date('2026-03-01T12:40:00.000Z'));
    await used(seen);
    deps.setNow(new Date('2026-03-01T12:39:00.000Z'));
    await used(seen);
    expect((await find()).lastUsedAt).toBe('2026-03-01T12:40:00.000Z');
  });

  it('is in the list of the keys', async () => {
    const { find, used } = await aKey();
    deps.setNow(new Date('2026-03-01T12:50:00.000Z'));
    const seen = await find();
    await used(seen);
    const { data } = await apiKeys.list(seen.organisationId, { page: 1, pageSize: 1 });
    expect(data).toMatchObject([{ id: seen.id, lastUsedAt: '2026-03-01T12:50:00.000Z' }]);
  });

  it('does not change the revocation of the key', async () => {
    const { find, used } = await aKey();
    const seen = await find();
    await apiKeys.revoke(seen.organisationId, seen.id);
    await used(seen);
    expect((await find()).revokedAt).toBe(deps.now().toISOString());
  });
});

describe('The last valid admin key of an organisation', () => {
  const CONFLICT = expect.objectContaining({ code: 'conflict', message: expect.stringContaining('only valid key') });

  /** An organisation with its first key and one more key per scope. */
  async function withKeys(...more: CreateApiKey[]) {
    const { find } = await aKey();
    const first = await find();
    const others = await Promise.all(more.map((key) => createKey(deps, first.organisationId, key)));
    const live = async () => {
      const { data } = await apiKeys.list(first.organisationId, { page: 1, pageSize: 100 });
      return data.filter(({ scope, revokedAt }) => scope === 'admin' && revokedAt === null);
    };
    const revoke = ({ id }: { id: string }) => apiKeys.revokeUnlessLast(first.organisationId, id);
    return { first, others, live, revoke };
  }
  const admin = { name: 'Another', scope: 'admin' } as const;

  it('cannot be revoked by its organisation but can be revoked by an operator', async () => {
    const { first, live, revoke } = await withKeys({ name: 'CI', scope: 'write' });
    await expect(revoke(first)).rejects.toEqual(CONFLICT);
    expect(await live()).toHaveLength(1);
    await apiKeys.revoke(first.organisationId, first.id);
    expect(await live()).toEqual([]);
    // A repeated revocation changes nothing.
    await revoke(first);
  });

  it('is the only admin key that is neither revoked nor expired', async () => {
    deps.setNow(new Date('2026-03-01T12:00:00.000Z'));
    const { first, others, revoke } = await withKeys(admin, { ...admin, expiresAt: '2026-03-01T13:00:00.000Z' });
    const [second, brief] = others;
    if (second === undefined || brief === undefined) throw new Error('the keys were not created');
    await revoke(second);
    deps.advance(3600);
    await expect(revoke(first)).rejects.toEqual(CONFLICT);
    await revoke(brief);
    await createKey(deps, first.organisationId, admin);
    await revoke(first);
  });

  it('stays valid when all admin keys are revoked at the same time', async () => {
    const { first, others, live, revoke } = await withKeys(admin, admin, admin);
    const outcomes = await Promise.allSettled([first, ...others].map(revoke));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([{ status: 'rejected', reason: CONFLICT }]);
    expect(await live()).toHaveLength(1);
  });

  it('does not affect the revocation of keys with another scope and of unknown keys', async () => {
    const { others, revoke } = await withKeys({ name: 'CI', scope: 'read' });
    for (const key of others) await revoke(key);
    await expect(revoke({ id: deps.newId() })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('A stored API key', () => {
  it('is revoked for the list and for the authorizer in one step, and read in one request', async () => {
    const { find } = await aKey();
    const { organisationId, id } = await find();
    asked.length = 0;
    await find();
    expect(asked).toEqual(['GetItem']);
    asked.length = 0;
    await apiKeys.revoke(organisationId, id);
    expect(asked).toEqual(['GetItem', 'UpdateItem', 'UpdateItem', 'PutItem']);
    const { data } = await apiKeys.list(organisationId, { page: 1, pageSize: 1 });
    expect(data[0]?.revokedAt).toBe((await find()).revokedAt);
    expect(data[0]?.revokedAt).toBe(deps.now().toISOString());
  });

  it('is found by its hash alone and does not contain the key', async () => {
    const { apiKey, find } = await aKey();
    expect(await apiKeys.byHash(hashOf(`${apiKey}x`))).toBeNull();
    const { organisationId } = await find();
    const { data } = await apiKeys.list(organisationId, { page: 1, pageSize: 1 });
    expect(data).toHaveLength(1);
    const { Items } = await deps.table.client.send(new ScanCommand({ TableName: deps.table.name }));
    expect(JSON.stringify(Items)).toContain(hashOf(apiKey));
    expect(JSON.stringify(Items)).not.toContain(apiKey.slice('cw_test_'.length, -4));
  });
});

describe('The number of active API keys', () => {
  /** An organisation with this many active keys, and a function that creates another. */
  async function withKeys(active: number) {
    const { organisationId } = await createOrganisation(deps, { apiKeys, newLists: newLists(deps) }, { name: 'Acme' });
    const another = (more: Partial<CreateApiKey> = {}) =>
      createKey(deps, organisationId, { name: 'Other', scope: 'read', ...more });
    for (let n = 1; n < active; n += 1) await another();
    return { organisationId, another };
  }

  it('is at most 50, also when many requests create a key at once', async () => {
    const { organisationId, another } = await withKeys(MAX_ACTIVE_KEYS - 2);
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => another()));
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refusals).toHaveLength(4);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'conflict' });
    const { meta } = await apiKeys.list(organisationId, { page: 1, pageSize: 1 });
    expect(meta.total).toBe(MAX_ACTIVE_KEYS);
  });

  it('does not refuse the repetition of the request that created the last allowed key', async () => {
    const { organisationId } = await withKeys(MAX_ACTIVE_KEYS);
    const creation = { isDone: true, done: () => Promise.reject(new Error('the key is created')) };
    const repeated = createKey({ ...deps, table: { ...deps.table, creation } }, organisationId, {
      name: 'CI',
      scope: 'read',
    });
    expect((await repeated).scope).toBe('read');
  });

  it('leaves out keys that are revoked or expired', async () => {
    const { organisationId, another } = await withKeys(MAX_ACTIVE_KEYS - 1);
    const expiresAt = plusSeconds(deps.now(), 60).toISOString();
    const { id } = await another({ expiresAt });
    await expect(another()).rejects.toMatchObject({ code: 'conflict' });
    deps.advance(60);
    const next = await another();
    await expect(another()).rejects.toMatchObject({ code: 'conflict' });
    await apiKeys.revoke(organisationId, next.id);
    await apiKeys.revoke(organisationId, id);
    await another();
    await expect(another()).rejects.toMatchObject({ code: 'conflict' });
  });

  it('counts the keys of an organisation from before the limit', async () => {
    const { organisationId, another } = await withKeys(MAX_ACTIVE_KEYS);
    await write(deps.table, { update: keys.organisation(organisationId), remove: ['keysCreated'] });
    await expect(another()).rejects.toMatchObject({ code: 'conflict' });
  });
});
