import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { keys, lookups, prefixes } from '../platform/table/keys.ts';
import { getItem, queryPrefix } from '../platform/table/table.ts';
import { newestFirst, type Page, type PageRequest, pageOf } from '../platform/table/timeline.ts';
import {
  conditionHeld,
  IF_ABSENT,
  IF_PRESENT,
  type Put,
  transact,
  type Update,
  write,
} from '../platform/table/write.ts';
import { ApiError, notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { StoredApiKey } from './schema.ts';

const Found = z.object({ pk: z.string(), sk: z.string() });

/** API keys of organisations. Only the hash of a key is kept, and only to find it by. */
export function apiKeyRepo({ table, now }: Pick<Deps, 'table' | 'now'>) {
  const all = (organisationId: OrganisationId): Promise<StoredApiKey[]> =>
    queryPrefix(table, keys.organisation(organisationId).pk, prefixes.apiKeys, StoredApiKey);

  const revocation = (organisationId: OrganisationId, id: string): Update<StoredApiKey> => ({
    update: keys.apiKey(organisationId, id),
    set: { revokedAt: now().toISOString() },
    ...UNREVOKED,
  });

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
      const part: Update<StoredApiKey> = {
        update: keys.apiKey(organisationId, id),
        set: { lastUsedAt: minute },
        when: `${IF_PRESENT.when} AND (#lastUsedAt = :never OR #lastUsedAt < :minute)`,
        values: { ':never': null, ':minute': minute },
      };
      await conditionHeld(write(table, part));
    },

    /** Live and expired keys, newest first; revoked ones are kept for the record and shown too. */
    async list(organisationId: OrganisationId, request: PageRequest): Promise<Page<StoredApiKey>> {
      return pageOf(newestFirst(await all(organisationId)), request);
    },

    /** Revoking twice is the same as once. @throws ApiError `not_found`. */
    async revoke(organisationId: OrganisationId, id: string): Promise<void> {
      if (await conditionHeld(write(table, revocation(organisationId, id)))) return;
      if ((await getItem(table, keys.apiKey(organisationId, id), StoredApiKey)) === null) throw notFound('API key');
    },

    /**
     * The same for the organisation itself, which could make no key any more after the last that may.
     * @throws ApiError `not_found`, `conflict`.
     */
    async revokeUnlessLast(organisationId: OrganisationId, id: string): Promise<void> {
      for (;;) {
        const admins = (await all(organisationId)).filter((key) => isValidAdmin(key, now()));
        if (!admins.some((key) => key.id === id)) return this.revoke(organisationId, id);
        const other = admins.find((key) => key.id !== id);
        if (other === undefined) {
          throw new ApiError('conflict', 'It is the only valid key of scope admin; make another one first.');
        }
        // Of two that are revoked at once, each would be the other's reason: so that one must still be valid. If it is not,
        // it stays so, and the next round has fewer to choose from.
        const stays = { check: keys.apiKey(organisationId, other.id), ...UNREVOKED };
        if (await conditionHeld(transact(table, [revocation(organisationId, id), stays]))) return;
      }
    },
  };
}

const UNREVOKED = { when: `${IF_PRESENT.when} AND #revokedAt = :none`, values: { ':none': null } };

const isValidAdmin = ({ scope, revokedAt, expiresAt }: StoredApiKey, at: Date): boolean =>
  scope === 'admin' && revokedAt === null && (expiresAt === null || expiresAt > at.toISOString());

export type ApiKeyRepo = ReturnType<typeof apiKeyRepo>;
