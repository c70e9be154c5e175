import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import type { OrganisationId } from '../ids.ts';
import { keys, lookups, prefixes } from '../table/keys.ts';
import { getItem, queryPrefix } from '../table/table.ts';
import { newestFirst, type Page, type PageRequest, pageOf } from '../table/timeline.ts';
import { holds, IF_ABSENT, IF_PRESENT, type Put, write } from '../table/write.ts';
import { StoredApiKey } from './schema.ts';

const Found = z.object({ pk: z.string(), sk: z.string() });

/** API keys of organisations. Only the hash of a key is kept, and only to find it by. */
export function apiKeyRepo({ table, now }: Pick<Deps, 'table' | 'now'>) {
  return {
    /** The write that makes a key. */
    creation: (key: StoredApiKey, sha256: string): Put => ({
      put: { ...keys.apiKey(key.organisationId, key.id), ...lookups.apiKey(sha256), ...key },
      ...IF_ABSENT,
    }),

    /** The key with this hash, whatever its state; null when there is none. */
    async byHash(sha256: string): Promise<StoredApiKey | null> {
      const { gsi3pk } = lookups.apiKey(sha256);
      const { Items = [] } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: 'gsi3',
          KeyConditionExpression: 'gsi3pk = :pk',
          ExpressionAttributeValues: { ':pk': gsi3pk },
        }),
      );
      const [found] = z.array(Found).parse(Items);
      return found === undefined ? null : getItem(table, found, StoredApiKey);
    },

    /** Notes the use, at most once a minute: the condition fails for all but the first of it. */
    async used({ organisationId, id, lastUsedAt }: StoredApiKey): Promise<void> {
      const minute = `${now().toISOString().slice(0, 16)}:00.000Z`;
      if (lastUsedAt !== null && lastUsedAt >= minute) return;
      const part = {
        update: keys.apiKey(organisationId, id),
        set: { lastUsedAt: minute },
        when: `${IF_PRESENT.when} AND (#lastUsedAt = :never OR #lastUsedAt < :minute)`,
        values: { ':never': null, ':minute': minute },
      };
      await holds(write(table, part));
    },

    /** Live and expired keys, newest first; revoked ones are kept for the record and shown too. */
    async list(o: OrganisationId, request: PageRequest): Promise<Page<StoredApiKey>> {
      const all = await queryPrefix(table, keys.organisation(o).pk, prefixes.apiKeys, StoredApiKey);
      return pageOf(newestFirst(all), request);
    },

    /** Revoking twice is the same as once. @throws ApiError `not_found`. */
    async revoke(o: OrganisationId, id: string): Promise<void> {
      const part = {
        update: keys.apiKey(o, id),
        set: { revokedAt: now().toISOString() },
        when: `${IF_PRESENT.when} AND #revokedAt = :none`,
        values: { ':none': null },
      };
      if (await holds(write(table, part))) return;
      if ((await getItem(table, keys.apiKey(o, id), StoredApiKey)) === null) throw notFound('API key');
    },
  };
}

export type ApiKeyRepo = ReturnType<typeof apiKeyRepo>;
