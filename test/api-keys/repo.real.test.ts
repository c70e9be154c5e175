import { beforeAll, describe, expect, it } from '@jest/globals';
import { hashOf } from '../../lib/api-keys/key.ts';
import { apiKeyRepo } from '../../lib/api-keys/repo.ts';
import type { StoredApiKey } from '../../lib/api-keys/schema.ts';
import { createOrganisation } from '../../lib/organisations/create.ts';
import { openTable } from '../../lib/table/table.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { recorded } from '../support/recorded.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

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

/** A new key, as the authorizer finds it. */
async function aKey() {
  const { apiKey } = await createOrganisation(deps, apiKeys, { name: 'Acme' });
  const find = async (): Promise<StoredApiKey> => {
    const stored = await apiKeys.byHash(hashOf(apiKey));
    if (stored === null) throw new Error('no such key');
    return stored;
  };
  return { apiKey, find };
}

describe('The use of a key', () => {
  it('is noted to the minute, by one write a minute', async () => {
    const { find } = await aKey();
    deps.setNow(new Date('2026-03-01T12:34:56.789Z'));
    await apiKeys.used(await find());
    expect((await find()).lastUsedAt).toBe('2026-03-01T12:34:00.000Z');
    asked.length = 0;
    deps.advance(3);
    await apiKeys.used(await find());
    expect(asked).not.toContain('UpdateItem');
    deps.advance(1);
    await apiKeys.used(await find());
    expect((await find()).lastUsedAt).toBe('2026-03-01T12:35:00.000Z');
  });

  it('that is noted late does not put an earlier minute in place of a later one', async () => {
    const { find } = await aKey();
    const seen = await find();
    deps.setNow(new Date('2026-03-01T12:40:00.000Z'));
    await apiKeys.used(seen);
    deps.setNow(new Date('2026-03-01T12:39:00.000Z'));
    await apiKeys.used(seen);
    expect((await find()).lastUsedAt).toBe('2026-03-01T12:40:00.000Z');
  });

  it('leaves a revoked key revoked', async () => {
    const { find } = await aKey();
    const seen = await find();
    await apiKeys.revoke(seen.organisationId, seen.id);
    await apiKeys.used(seen);
    expect((await find()).revokedAt).toBe(deps.now().toISOString());
  });
});

describe('A stored key', () => {
  it('is found by its hash alone, and holds nothing from which it could be made again', async () => {
    const { apiKey, find } = await aKey();
    expect(await apiKeys.byHash(hashOf(`${apiKey}x`))).toBeNull();
    const stored = JSON.stringify(await find());
    expect(stored).not.toContain(apiKey.slice('cw_test_'.length, -4));
    expect(stored).not.toContain(hashOf(apiKey));
  });
});
